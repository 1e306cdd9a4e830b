import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { isRecord } from '../core/json.ts';
import { id, nullable, shape, text, withDefault } from './kernel/decode.ts';
import type { UpstreamResponse } from './kernel/source.ts';
import { webContext } from './videosite-sources.ts';

/* Requests and texts of the web player's API: what is exact is parsed, what it states relatively is not. */

type Arguments = Readonly<Record<string, unknown>>;

export const call = (endpoint: string, asked: Arguments, mask?: string) => ({
  method: 'POST' as const,
  isSafe: true,
  path: `/youtubei/v1/${endpoint}`,
  query: { prettyPrint: false, $fields: mask },
  body: JSON.stringify({ ...webContext, ...asked }),
});

/** The values at any depth that are wanted, in their order; what is in them is passed over. */
function valuesOf(value: unknown, isWanted: (value: unknown, name?: string) => boolean): unknown[] {
  const found: unknown[] = [];
  // A loop over what is left, since a body may be nested deeper than calls.
  const left: { readonly value: unknown; readonly name?: string }[] = [{ value }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { value: each, name } = next;
    if (isWanted(each, name)) found.push(each);
    else if (typeof each === 'object' && each !== null) {
      for (const [key, member] of Object.entries(each).reverse())
        left.push(Array.isArray(each) ? { value: member } : { value: member, name: key });
    }
  }
  return found;
}

/** All values of a name at any depth, in their order. */
export const nodesOf = (value: unknown, name: string): unknown[] =>
  valuesOf(value, (_, each) => each === name);

/** All texts at any depth, in their order. */
export const textsIn = (value: unknown): string[] =>
  valuesOf(value, (each) => typeof each === 'string') as string[];

/** What a body says in place of what was asked for. */
export const messagesIn = (body: unknown): string[] =>
  ['alertRenderer', 'messageRenderer', 'backgroundPromoRenderer'].flatMap((name) =>
    textsIn(nodesOf(body, name)),
  );

export const Text = z.union([
  shape({ simpleText: text }).transform(({ simpleText }) => simpleText),
  shape({ content: text }).transform(({ content }) => content),
  shape({ runs: z.array(shape({ text })) }).transform(({ runs }) => runs.map((run) => run.text).join('')),
]);

/** The same; '' where it is left out or has another form. */
export const OptionalText = withDefault(Text, '');

/** A name that leads to a channel. */
export const Runs = shape({
  runs: z
    .array(
      shape({
        text,
        navigationEndpoint: nullable(shape({ browseEndpoint: nullable(shape({ browseId: nullable(id) })) })),
      }),
    )
    .min(1),
}).transform(({ runs: [run] }) => ({
  name: run!.text,
  channelId: run!.navigationEndpoint?.browseEndpoint?.browseId ?? null,
}));

/** The digits of `1,056,229,686 views`, and the zero of `No views`; null without any. */
export const digitsOf = (written: string | null | undefined): string | null =>
  written?.replace(/^no\b/i, '0').replaceAll(/\D/g, '') || null;

const units: Readonly<Record<string, number>> = {
  ...{ '': 1, k: 1e3, m: 1e6, b: 1e9, bn: 1e9 },
  ...{ thousand: 1e3, million: 1e6, billion: 1e9 },
};

/** The number of `5.04M` or `1.2k`, which is rounded to its digits. */
export function roundedOf(written: string): number | null {
  const [, number = '', unit = ''] = /^([\d.,]+)\s?([a-z]*)/i.exec(written.trim()) ?? [];
  const value = Number(number.replaceAll(',', '')) * (units[unit.toLowerCase()] ?? Number.NaN);
  return number === '' || Number.isNaN(value) ? null : Math.round(value);
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** A name without what spellings of it differ in, such as "Bosnia & Herzegovina" and "Hong Kong SAR China". */
const spelt = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\band\b|\bsar china$|[^a-z]/g, '');

/** Codes by names. A withdrawn code, such as FX, has the name of the one that replaces it. */
const countryCodes: ReadonlyMap<string, string> = new Map([
  ['turkey', 'TR'],
  ...Array.from({ length: 26 * 26 }, (_, index) =>
    String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26)),
  )
    .filter((code) => countryNames.of(code) !== code && new Intl.Locale(`und-${code}`).region === code)
    .map((code) => [spelt(countryNames.of(code)!), code] as const),
]);

/** The code of a country by its English name; null for any other. */
export const countryCodeOf = (name: string | null): string | null =>
  countryCodes.get(spelt(name ?? '')) ?? null;

/** The cursor behind the last element of a list. */
export function nextOf(list: unknown): string | null {
  const [token] = Array.isArray(list)
    ? nodesOf(list.at(-1), 'continuationCommand').map((node) => isRecord(node) && node.token)
    : [];
  return typeof token === 'string' ? token : null;
}

export const group = 'videosite';

/** Whether what it says of something unavailable is that the address is to ask later. */
export const saysLater = (texts: readonly string[]): boolean =>
  texts.some((each) => /try again later/i.test(each));

/** What alerts mean, by their texts; any other one is trouble of the source. */
const alerts: readonly (readonly [RegExp, Fault['kind'], string])[] = [
  [/private|unviewable/i, 'private', 'This is not public.'],
  [/not exist|not available|removed|terminated/i, 'notFound', 'There is no such thing.'],
  [/(?:)/, 'upstreamFailed', 'The source for videosite could not answer.'],
];

/** An alert in a body with status 200 is a refusal. */
function refuseAlerts(body: unknown): void {
  const alert = nodesOf(body, 'alertRenderer').find((each) => isRecord(each) && each.type === 'ERROR');
  if (alert === undefined) return;
  const [, kind, says] = alerts.find(([pattern]) => pattern.test(textsIn(alert).join('\n')))!;
  throw new Fault(kind, says, { group });
}

export function bodyOf(response: UpstreamResponse): unknown {
  const body = response.json();
  refuseAlerts(body);
  return body;
}

/** Stale entries serve while the address is refused. */
export const webCache = { freshMs: minutes(10), staleIfErrorMs: hours(24) };
