import { enteredKey, find } from './client-prelude.client.ts';
import { literal } from './docs-literal.ts';

type Field = HTMLInputElement | HTMLSelectElement;

interface FilledField {
  readonly field: Field;
  readonly name: string;
  readonly texts: readonly string[];
}

/** The fields of a route's form that are filled in, with the values of each. */
function filledFields(route: HTMLElement): readonly FilledField[] {
  return [...route.querySelectorAll<Field>('form [data-kind]')].flatMap((field) => {
    const text = field.value.trim();
    if (text === '') return [];
    const texts = field.dataset.list ? text.split(',').map((part) => part.trim()) : [text];
    return [{ field, name: field.name, texts }];
  });
}

/** The path and query string that a route's form describes. */
export function addressOf(route: HTMLElement): string {
  const query = new URLSearchParams();
  let path = route.dataset.path ?? '';
  for (const { field, name, texts } of filledFields(route)) {
    const placeholder = `{${name}}`;
    if (path.includes(placeholder))
      path = path.replace(placeholder, () => encodeURIComponent(texts.join(',')));
    else
      for (const text of field.dataset.list === 'repeat' ? texts : [texts.join(',')])
        query.append(name, text);
  }
  return (query.size > 0 ? `${path}?${query}` : path).replaceAll("'", '%27');
}

/** The form's values by their types: for variables of GraphQL, those of closed sets by their names there. */
function valuesOf(route: HTMLElement, isGraphql = false): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const { field, name, texts } of filledFields(route)) {
    const { kind, words = '{}', list } = field.dataset;
    const names = new Map<string, string>(isGraphql ? Object.entries(JSON.parse(words)) : []);
    const values = texts.map((text) => {
      if (kind === 'flag') return text === 'true';
      if (kind === 'number' && Number.isFinite(Number(text))) return Number(text);
      return names.get(text) ?? text;
    });
    named[name] = list ? values : values[0];
  }
  return named;
}

/** Puts the form's values and the key into the code samples and into the link to GraphiQL. */
export function updateSamples(route: HTMLElement): void {
  const address = location.origin + addressOf(route);
  for (const place of route.querySelectorAll('[data-address]')) place.textContent = address;
  for (const place of route.querySelectorAll('[data-key]')) place.textContent = enteredKey() || 'YOUR_KEY';
  for (const place of route.querySelectorAll('[data-origin]')) place.textContent = location.origin;
  for (const place of route.querySelectorAll('[data-values]')) place.textContent = literal(valuesOf(route));
  const link = route.querySelector<HTMLAnchorElement>('.in-graphiql');
  if (!link) return;
  const query = find(route, '.graph code').textContent;
  const variables = JSON.stringify(valuesOf(route, true), null, 2);
  link.href = `/graphql#${new URLSearchParams({ query, variables })}`;
}

/** The body of a route that is sent files; undefined for other routes. */
export function formBodyOf(route: HTMLElement): FormData | undefined {
  const inputs = [...route.querySelectorAll<HTMLInputElement>('input[type=file]')];
  if (inputs.length === 0) return undefined;
  const body = new FormData();
  for (const { name, files } of inputs) {
    if (files?.[0]) body.append(name, files[0]);
  }
  return body;
}
