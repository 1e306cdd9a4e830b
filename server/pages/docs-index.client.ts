import { find } from './client-prelude.client.ts';

/** Marks the group at the top of the window in the index beside the routes, and opens a group that is chosen there. */
export function startIndex(): void {
  const index = find(document, '.side-index');
  const links = new Map(
    [...index.querySelectorAll<HTMLAnchorElement>('a')].map((link) => [link.hash.slice(1), link]),
  );
  const sections = [...links.keys()].flatMap((id) => document.getElementById(id) ?? []);
  const mark = () => {
    const top = innerHeight / 4;
    const current = sections.filter((section) => section.getBoundingClientRect().top <= top).at(-1);
    for (const [id, link] of links) {
      if (id === current?.id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  let isAwaited = false;
  const markSoon = () => {
    if (isAwaited) return;
    isAwaited = true;
    requestAnimationFrame(() => {
      isAwaited = false;
      mark();
    });
  };
  addEventListener('scroll', markSoon, { passive: true });
  document.addEventListener('toggle', markSoon, true);
  mark();
}
