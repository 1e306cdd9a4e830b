import { type ApiDocument, type DocumentedSchema, resolved } from './docs-document.ts';
import { type Html, html, withCode } from './html.ts';

/** A schema as nested lists: the name of each property, its type and its description. */
export function shapeTree(document: ApiDocument, schema: DocumentedSchema): Html {
  const { words, inner } = typeOf(document, schema);
  const isObject = words === 'object';
  return html`${isObject ? '' : html`<p class="type">${words}</p>\n`}${inner ? properties(document, inner) : ''}`;
}

const properties = (document: ApiDocument, schema: DocumentedSchema): Html => html`<ul class="shape">
${Object.entries(schema.properties ?? {}).map(([name, part]) => {
  const property = resolved(document, part);
  const { words, inner } = typeOf(document, property);
  const mark = schema.required?.includes(name) ? '' : html`<i title="may be left out">?</i>`;
  const meaning = property.description ? html` <span>${withCode(property.description)}</span>` : '';
  return html`<li><b>${name}</b>${mark} <i>${words}</i>${meaning}${inner ? properties(document, inner) : ''}</li>
`;
})}</ul>`;

interface Type {
  readonly words: string;
  /** The object schema whose properties are listed below the type. */
  readonly inner?: DocumentedSchema | undefined;
}

/** A type in TypeScript's notation: `string | null`, `object[]`. */
function typeOf(document: ApiDocument, reference: DocumentedSchema): Type {
  const schema = resolved(document, reference);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const types = choices.map((choice) => typeOf(document, choice));
    return {
      words: types.map(({ words }) => words).join(' | '),
      inner: types.find(({ inner }) => inner)?.inner,
    };
  }
  if (schema.enum) return { words: schema.enum.map((word) => JSON.stringify(word)).join(' | ') };
  const names = [schema.type ?? 'any'].flat();
  const main = names.find((name) => name !== 'null');
  const orNull = names.includes('null') && main !== undefined ? ' | null' : '';
  if (main === 'array') {
    const { words, inner } = typeOf(document, schema.items ?? {});
    return { words: `${words.includes(' ') ? `(${words})` : words}[]${orNull}`, inner };
  }
  if (main !== 'object') return { words: (main ?? 'null') + orNull };
  if (schema.additionalProperties) {
    const { words, inner } = typeOf(document, schema.additionalProperties);
    return { words: `{ [name]: ${words} }${orNull}`, inner };
  }
  return { words: `object${orNull}`, inner: schema.properties ? schema : undefined };
}

/** The values that a parameter accepts, as text: `whole number from 1 to 100`. */
export function accepted(schema: DocumentedSchema): string {
  const { minimum, maximum, minLength = 0, maxLength, items } = schema;
  switch (schema.type) {
    case 'integer':
      return `whole number${between(minimum, maximum)}`;
    case 'number':
      return `number${between(minimum, maximum)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `list, ${counted(schema.minItems, schema.maxItems)} of: ${accepted(items ?? {})}`;
    default:
      if (schema.enum) return `one of ${schema.enum.join(', ')}`;
      if (maxLength === undefined) return 'text';
      return minLength > 1
        ? `text of ${minLength} to ${maxLength} characters`
        : `text of up to ${maxLength} characters`;
  }
}

function between(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return most === undefined ? '' : ` up to ${most}`;
  return most === undefined ? ` from ${least}` : ` from ${least} to ${most}`;
}

const counted = (least = 0, most?: number): string =>
  most === undefined ? `${least} or more` : `${least} to ${most}`;

/** A sample value of a schema. Each integer in it is `integer`, and each other value `…`. */
export function sample(schema: DocumentedSchema, integer: number): unknown {
  if (schema.enum?.length === 1) return schema.enum[0];
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(entries.map(([name, property]) => [name, sample(property, integer)]));
  }
  return schema.type === 'integer' ? integer : '…';
}
