/** Calls a function at Ctrl+K or ⌘K, before the page's other listeners and in place of the browser's own shortcut. */
export function onSearchShortcut(focusSearch: () => void): void {
  addEventListener(
    'keydown',
    (event) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
      if (!isShortcut) return;
      event.preventDefault();
      event.stopPropagation();
      focusSearch();
    },
    { capture: true },
  );
}
