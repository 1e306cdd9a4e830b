import { Fault } from '../core/faults.ts';
import { embeddedJson } from './kernel/embedded-json.ts';
import { changedAt } from './kernel/http/classify-response.ts';
import type { ClassifyResponse, UpstreamResponse } from './kernel/source.ts';
import { dig } from './shortvideo-decode.ts';
import { classifyRefusal, refusal } from './shortvideo-sources.ts';

/** The largest page; pages are far larger than their data. */
export const mostPageBytes = 4 * 1_048_576;

/** A place of data in a page: a script, and the path in its JSON. */
export interface Place {
  readonly script: string;
  /** The path in the messages of faults. */
  readonly path: string;
  readonly find: (state: unknown) => unknown;
}

/** Substrings of challenge pages. */
const challengeSigns = ['id="cs"', 'id="wci"', '_wafchallengeid', 'Please wait...'];

/** The fault of a challenge page; undefined for other text. */
export const challengeIn = (text: string): Fault | undefined =>
  challengeSigns.some((sign) => text.includes(sign))
    ? refusal('it wants a challenge to be solved')
    : undefined;

/**
 * Reads the data of a page from the first of these places that it has; a page is parsed once. Throws
 * `upstreamChanged` when there is none, and the fault of a refusal for a challenge.
 */
export function pageReader(places: readonly Place[]): (response: UpstreamResponse) => unknown {
  const known = new WeakMap<UpstreamResponse, unknown>();
  return (response) => {
    if (!known.has(response)) known.set(response, detailIn(response.text(), places));
    return known.get(response);
  };
}

function detailIn(page: string, places: readonly Place[]): unknown {
  const place = places.find(({ script }) => page.includes(attributeOf(script)));
  if (!place) throw challengeIn(page) ?? changedAt('shortvideo', `script#${places[0]!.script}`);
  const detail = place.find(embeddedJson(page, attributeOf(place.script)));
  if (detail === undefined) throw changedAt('shortvideo', `script#${place.script} ${place.path}`);
  return detail;
}

const attributeOf = (script: string) => `id="${script}"`;

/** The places of data in embeddable pages; `name` is a field of it. */
export const embedPlaces = (name: string): readonly Place[] => [
  {
    script: '__FRONTITY_CONNECT_STATE__',
    path: 'source.data',
    find: (state) =>
      Object.values(dig(state, 'source', 'data') ?? {}).find(
        (entry) => dig(entry, name) !== undefined || dig(entry, 'isError') === true,
      ),
  },
];

type Absence = 'notFound' | 'private';

/**
 * Classifies a page by its own status code, which comes with HTTP status 200. `subject` is the path of the requested
 * object: when it is present, the code is ignored.
 */
export const classifyDetail =
  (
    detailOf: (response: UpstreamResponse) => unknown,
    subject: readonly string[],
    absences: Readonly<Record<number, Absence>>,
  ): ClassifyResponse =>
  (response) => {
    const refused = classifyRefusal(response);
    if (refused || response.status !== 200) return refused;
    const detail = detailOf(response);
    const code = Number(dig(detail, 'statusCode') ?? 0);
    if (!Number.isInteger(code) || code === 0 || dig(detail, ...subject)) return undefined;
    const kind = absences[code];
    return kind ? absence(kind) : refusal(`it answered with code ${code}`);
  };

/** The same for an embeddable page, whose failures have no code, or that of HTTP. */
export const classifyEmbed =
  (detailOf: (response: UpstreamResponse) => unknown, subject: readonly string[]): ClassifyResponse =>
  (response) => {
    const refused = classifyRefusal(response);
    if (refused || response.status !== 200) return refused;
    const detail = detailOf(response);
    if (dig(detail, ...subject)) return undefined;
    if (dig(detail, subject[0]!, 'code') === 404 || dig(detail, 'is404') === true) return absence('notFound');
    return dig(detail, 'isError') === true ? refusal('it does not embed this') : undefined;
  };

const told: Readonly<Record<Absence, string>> = {
  notFound: 'There is no such thing upstream.',
  private: 'This is not public.',
};

const absence = (kind: Absence) => new Fault(kind, told[kind], { group: 'shortvideo' });
