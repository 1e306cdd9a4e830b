/*
 * Conversions of the texts and numbers that upstreams write to values of the graph; null for what is not one. A typed
 * field stands beside the documented one, which stays as the upstream writes it, so that no route pays for a conversion.
 * Text without an offset is read in UTC.
 */

type Absent = null | undefined;

/** The moment of Unix milliseconds. */
export function timeOfMs(ms: number | Absent): Date | null {
  if (ms === null || ms === undefined) return null;
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The moment of Unix seconds. */
export const timeOfSeconds = (seconds: number | Absent): Date | null =>
  timeOfMs(typeof seconds === 'number' ? seconds * 1000 : seconds);

/** `Date.parse` takes a form without an offset as local time, but a day alone as UTC. */
const forms: readonly (readonly [form: RegExp, write: string])[] = [
  [/^\d{4}-\d\d-\d\d$/, '$&'],
  [/^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)$/, '$1T$2Z'],
  [/^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)$/, '$1T$2$3'],
  [/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d(?:\.\d{3})?)Z$/, '$1-$2-$3T$4:$5:$6Z'],
  [/^\d{1,2} [A-Z][a-z]{2} \d{4}$/, '$& UTC'],
];

/**
 * The moment of a text in ISO 8601, with or without dashes, or of a day such as `16 Jul 2010`. A text without an offset is
 * read in UTC, and a day as its beginning.
 */
export function timeOfText(text: string | Absent): Date | null {
  const [form, write] = forms.find(([each]) => each.test(text ?? '')) ?? [];
  return form ? timeOfMs(Date.parse(text!.replace(form, write!))) : null;
}

/** The number that a text has, such as `1,234`, `$292,587,330` or `8.8`. */
export function numberOfText(text: string | Absent): number | null {
  const digits = text?.replaceAll(',', '').replace('$', '') ?? '';
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(digits) ? Number(digits) : null;
}

/** The whole number that a text has, within 53 bits. */
export function wholeOfText(text: string | Absent): number | null {
  const number = numberOfText(text);
  return Number.isSafeInteger(number) ? number : null;
}

/** What `True` and `False` stand for, in any case. */
export function flagOfText(text: string | Absent): boolean | null {
  const word = text?.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : null;
}

const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);

/** A text that is an absolute http address. */
export const urlOfText = (text: string | Absent): string | null => (isWebAddress(text) ? text : null);

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text without the entities of HTML: those that escape its own characters, and numbers of code points. */
export const textOfHtml = (html: string | Absent): string | null =>
  html?.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (entity, decimal, hex, name) => {
      if (name !== undefined) return namedEntities[name.toLowerCase()]!;
      const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : entity;
    },
  ) ?? null;

/** How a documented value becomes a value of a type of the graph. */
export interface Conversion<Raw> {
  readonly type: 'DateTime' | 'Int' | 'SafeInt' | 'Float' | 'Boolean' | 'String';
  readonly convert: (raw: Raw) => Date | string | number | boolean | null;
}

type Text = Conversion<string | Absent>;
type Numeric = Conversion<number | Absent>;

export const asTime: Text = { type: 'DateTime', convert: timeOfText };
export const asTimeOfMs: Numeric = { type: 'DateTime', convert: timeOfMs };
export const asTimeOfSeconds: Numeric = { type: 'DateTime', convert: timeOfSeconds };
export const asWhole: Text = { type: 'SafeInt', convert: wholeOfText };
export const asDecimal: Text = { type: 'Float', convert: numberOfText };
export const asFlag: Text = { type: 'Boolean', convert: flagOfText };
export const asUrl: Text = { type: 'String', convert: urlOfText };
export const asPlainText: Text = { type: 'String', convert: textOfHtml };
