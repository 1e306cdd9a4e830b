import { domProgram } from './client-prelude.ts';

/**
 * The script of the REST explorer, run by the browser. The page is whole without it: it adds filtering, trying and
 * copying, and keeps examples in step with what the reader writes. It knows of no key but the one in its field.
 */
export const docsScript = (): string => `'use strict';
(() => {${domProgram}${reading}${showing}${trying}${finding}})();
`;

const reading = `
  /** What stands in a route's form: the fields that are filled in, with the values of each. */
  function filledFields(route) {
    return [...route.querySelectorAll('form [data-kind]')].flatMap((field) => {
      const text = field.value.trim();
      if (text === '') return [];
      const texts = field.dataset.list ? text.split(',').map((part) => part.trim()) : [text];
      return [{ field, name: field.name, texts }];
    });
  }

  /** The address that a route's form asks for, without the origin. */
  function addressOf(route) {
    const query = new URLSearchParams();
    let path = route.dataset.path;
    for (const { field, name, texts } of filledFields(route)) {
      const slot = '{' + name + '}';
      if (path.includes(slot)) path = path.replace(slot, () => encodeURIComponent(texts.join(',')));
      else if (field.dataset.list === 'repeat') texts.forEach((text) => query.append(name, text));
      else query.append(name, texts.join(','));
    }
    const asked = String(query);
    return (asked ? path + '?' + asked : path).replaceAll("'", '%27');
  }

  /** The same values as the variables of the route's GraphQL document. */
  function variablesOf(route) {
    const variables = {};
    for (const { field, name, texts } of filledFields(route)) {
      const { kind, words = '{}', list } = field.dataset;
      const spelled = JSON.parse(words);
      const values = texts.map((text) => {
        if (kind === 'flag') return text === 'true';
        if (kind === 'number' && Number.isFinite(Number(text))) return Number(text);
        return Object.hasOwn(spelled, text) ? spelled[text] : text;
      });
      variables[name] = list ? values : values[0];
    }
    return variables;
  }

  /** Writes what the form says into the examples and the link beside it. */
  function bringUpToDate(route) {
    const address = location.origin + addressOf(route);
    for (const place of route.querySelectorAll('[data-address]')) place.textContent = address;
    const link = route.querySelector('.in-graphiql');
    if (!link) return;
    const query = link.closest('.beside').querySelector('pre').textContent;
    const variables = JSON.stringify(variablesOf(route), null, 2);
    link.href = '/graphql#' + new URLSearchParams({ query, variables });
  }

  async function copy(code, button) {
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      // Away from this machine and without TLS, browsers offer nothing else.
      getSelection().selectAllChildren(code);
      document.execCommand('copy');
    }
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  }

  /** What only an opened route needs. */
  function prepare(route) {
    bringUpToDate(route);
    if (route.dataset.prepared) return;
    route.dataset.prepared = 'yes';
    for (const place of route.querySelectorAll('.sample')) {
      const button = element('button', { type: 'button', class: 'copy' }, 'Copy');
      button.addEventListener('click', () => copy(place.querySelector('code'), button));
      place.append(button);
    }
    const form = route.querySelector('form');
    form.addEventListener('input', () => bringUpToDate(route));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      tryOut(route);
    });
  }
`;

const showing = String.raw`
  const longestShown = 200_000;

  /** JSON with line breaks and indents, its numbers digit by digit as they came. */
  function indented(text) {
    let depth = 0;
    let written = '';
    let isFresh = false;
    const line = () => '\n' + '  '.repeat(depth);
    for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
      const isEnd = token === '}' || token === ']';
      if (isEnd) depth -= 1;
      if (isEnd ? !isFresh : isFresh) written += line();
      isFresh = token === '{' || token === '[';
      if (isFresh) depth += 1;
      written += token === ':' ? ': ' : token === ',' ? ',' + line() : token;
    }
    return written;
  }

  const limitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
  const shownHeaders = [...limitHeaders, 'Retry-After', 'X-Cache', 'Age', 'Content-Type', 'X-Request-Id'];

  function headerList(response) {
    const list = element('dl', { class: 'headers' });
    for (const name of shownHeaders) {
      const value = response.headers.get(name);
      if (value !== null) list.append(element('dt', {}, name), element('dd', {}, value));
    }
    return list;
  }

  const sizeText = (bytes) => (bytes < 1000 ? bytes + ' B' : (bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0) + ' kB');

  const readAsData = (blob) =>
    new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.onerror = () => reject(reader.error);
      reader.readAsDataURL(blob);
    });

  async function shownBody(blob, type) {
    if (type.includes('json')) {
      const text = indented(await blob.text());
      const code = element('code', {}, text.slice(0, longestShown));
      const shown = element('pre', { tabindex: '0' }, code);
      const isCut = text.length > longestShown;
      return isCut ? [shown, element('p', {}, 'The rest is not shown here.')] : [shown];
    }
    if (type.startsWith('image/')) return [element('img', { src: await readAsData(blob), alt: 'The image that was answered' })];
    const link = element('a', { href: URL.createObjectURL(blob), download: '' }, 'Save what was answered');
    return [element('p', {}, link)];
  }

  /** Shows what became of a try; the first line is read out. */
  function tell(route, isWell, line, ...content) {
    const panel = route.querySelector('.answer');
    const status = element('p', { role: 'status', class: isWell ? 'well' : 'ill' });
    panel.replaceChildren(status, ...content);
    panel.hidden = false;
    status.textContent = line;
  }
`;

const trying = String.raw`
  const pending = new WeakMap();

  function bodyOf(route) {
    const files = [...route.querySelectorAll('input[type=file]')];
    if (files.length === 0) return undefined;
    const body = new FormData();
    for (const { name, files: chosen } of files) if (chosen[0]) body.append(name, chosen[0]);
    return body;
  }

  async function tryOut(route) {
    if (!pastedKey()) {
      tell(route, false, 'A key is needed first: paste yours at the top.');
      return byId('key').focus();
    }
    const address = addressOf(route);
    const blank = /{(\w+)}/.exec(address)?.[1];
    if (blank) {
      tell(route, false, blank + ' is a part of the address, and must be filled in.');
      return route.querySelector('form [name="' + blank + '"]').focus();
    }
    pending.get(route)?.abort();
    const controller = new AbortController();
    pending.set(route, controller);
    tell(route, true, 'Asking…');
    const startedAt = performance.now();
    try {
      const options = { method: route.dataset.method, body: bodyOf(route), signal: controller.signal };
      const response = await askWithKey(address, options);
      const blob = await response.blob();
      const facts = [response.status + ' ' + response.statusText, Math.round(performance.now() - startedAt) + ' ms'];
      const content = await shownBody(blob, response.headers.get('content-type') ?? '');
      tell(route, response.ok, [...facts, sizeText(blob.size)].join(', '), headerList(response), ...content);
    } catch (error) {
      if (!controller.signal.aborted) tell(route, false, 'The question could not be sent: ' + error.message);
    }
  }
`;

const finding = String.raw`
  const groups = [...document.querySelectorAll('.group')].map((section) => ({
    section,
    routes: [...section.querySelectorAll('.route')].map((route) => ({
      route,
      text: route.querySelector('summary').textContent.toLowerCase(),
    })),
  }));
  const total = groups.reduce((sum, { routes }) => sum + routes.length, 0);
  let openBefore;

  /** Leaves the routes in sight that hold every word of the filter. */
  function narrow() {
    const words = byId('filter').value.toLowerCase().split(/\s+/).filter(Boolean);
    const isNarrow = words.length > 0;
    if (isNarrow) openBefore ??= new Set(groups.filter(({ section }) => section.open));
    let found = 0;
    for (const group of groups) {
      let foundHere = 0;
      for (const { route, text } of group.routes) {
        route.hidden = !words.every((word) => text.includes(word));
        if (!route.hidden) foundHere += 1;
      }
      found += foundHere;
      group.section.hidden = foundHere === 0;
      if (isNarrow) group.section.open = foundHere > 0;
      else if (openBefore) group.section.open = openBefore.has(group);
    }
    if (!isNarrow) openBefore = undefined;
    byId('found').textContent = isNarrow ? found + ' of ' + total + ' routes' : '';
  }

  /** Opens what the address names. */
  function follow() {
    const named = byId(decodeURIComponent(location.hash.slice(1)));
    if (!named?.matches('.route, .group')) return;
    named.closest('.group').open = true;
    named.open = true;
    named.scrollIntoView();
  }

  byId('filter').addEventListener('input', narrow);
  addEventListener('hashchange', follow);
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.('input, select, textarea')) return;
    event.preventDefault();
    byId('filter').focus();
  });
  // The event does not rise, but it can be met on its way down.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (!target.open || !target.matches('.route')) return;
      prepare(target);
      history.replaceState(null, '', '#' + target.id);
    },
    true,
  );
  follow();
  if (byId('filter').value) narrow();
`;
