import { Fault } from '../core/faults.ts';
import { embeddedJson } from './kernel/embedded-json.ts';
import { changedAt } from './kernel/http/classify-response.ts';
import type { ClassifyResponse, UpstreamResponse } from './kernel/source.ts';
import { dig } from './shortvideo-decode.ts';
import { classifyRefusal, refusal } from './shortvideo-sources.ts';

/** Pages are larger than what they tell, by far; a body past this is none of theirs. */
export const mostPageBytes = 4 * 1_048_576;

/** Where a page may carry what it tells: a script, and how its JSON leads there. */
export interface Place {
  readonly script: string;
  /** For faults. */
  readonly path: string;
  readonly find: (state: unknown) => unknown;
}

/** What challenges have in them, in place of data. */
const challengeSigns = ['id="cs"', 'id="wci"', '_wafchallengeid', 'Please wait...'];

/** The refusal that a text without data is; undefined when it is something else. */
export const challengeIn = (text: string): Fault | undefined =>
  challengeSigns.some((sign) => text.includes(sign))
    ? refusal('it wants a challenge to be solved')
    : undefined;

/**
 * Reads what a page tells from the first of these places that it has, once however often it is asked. Fault
 * `upstreamChanged` when none is there; a refusal when a challenge is there instead.
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

/** Where pages that are made to be embedded carry what they tell; `name` is a part of it. */
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
 * Judges a page by its own status code, which comes with HTTP status 200. `subject` is where that stands which was asked
 * for: when it is there, the code does not matter.
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
    if (code === 0 || dig(detail, ...subject)) return undefined;
    const kind = absences[code];
    return kind ? absence(kind) : refusal(`it answered with code ${code}`);
  };

/** The same for an embedded page, whose failures have no code, or that of HTTP. */
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

const absence = (kind: Absence) => new Fault(kind, told[kind], { source: 'shortvideo' });
