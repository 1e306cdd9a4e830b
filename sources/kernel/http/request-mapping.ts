import { Fault } from '../../../core/faults.ts';
import { parseJson } from '../../../core/json.ts';
import { mostJsonAtOnce, parsedInParts } from '../../../core/parse-in-turns.ts';
import { inTurns, type Measure } from '../../../core/turns.ts';
import type { QueryValue, UpstreamCall, UpstreamResponse } from '../messages.ts';
import type { Source } from '../source.ts';
import { allowsHost } from './address-guard.ts';
import type { ReadJson, TransportResponse, UpstreamRequest } from './transport.ts';

/**
 * Maps a call, in its signed form, to the request that the transport sends; headers that signing added are secret.
 * Throws the fault `upstreamFailed` for an address outside the source's origins.
 */
export function toRequest(
  source: Source,
  unsigned: UpstreamCall,
  call: UpstreamCall = unsigned,
): UpstreamRequest {
  const { hosts } = source;
  const url = new URL((call.origin ?? source.spec.origins[0]) + withQuery(call.path, call.query));
  if (!allowsHost(hosts, url.hostname)) {
    throw new Fault('upstreamFailed', `The source for ${source.group} led to a place it does not own.`, {
      group: source.group,
    });
  }
  // A plus is decoded as a blank by form decoders only; %20 is decoded as a blank by all.
  if (url.search.includes('+')) url.search = url.search.replaceAll('+', '%20');
  return {
    method: call.method ?? 'GET',
    url,
    headers: { accept: 'application/json', ...source.spec.headers, ...call.headers },
    hosts,
    seesDetours: source.spec.seesDetours,
    secretHeaders: Object.keys(call.headers ?? {}).filter(
      (name) => call.headers?.[name] !== unsigned.headers?.[name],
    ),
    ...(call.body === undefined ? {} : { body: call.body }),
    ...(call.redirects === undefined ? {} : { redirects: call.redirects }),
  };
}

/** A path with further query parameters; those that it has already are unchanged. */
function withQuery(path: string, query: Readonly<Record<string, QueryValue>> = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((item): [string, string] => [name, String(item)]),
  );
  if (parameters.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`;
}

/**
 * Parses a long body in turns, whose time counts for the caller; its failure is thrown when it is read. A shorter one is
 * parsed when it is read.
 */
export function parseLongBody(
  body: Buffer,
  wideIntegers: boolean,
  measure?: Measure,
): Promise<ReadJson> | undefined {
  if (body.length <= mostJsonAtOnce) return undefined;
  const parse = async () =>
    inTurns(
      parsedInParts(body, (text) => parseJson(text, { wideIntegers })),
      measure,
    );
  return parse().then(
    (value) => () => value,
    (error) => () => {
      throw error;
    },
  );
}

/** Maps a response of the transport to the one that classifiers and decoders read. */
export function toResponse(response: TransportResponse, wideIntegers: boolean): UpstreamResponse {
  const { json: parse = () => parseJson(response.body, { wideIntegers }) } = response;
  // Parsed once for all classifiers and the decoder.
  let parsed: { readonly value: unknown } | undefined;
  const json = () => {
    parsed ??= { value: parse() };
    return parsed.value;
  };
  return {
    status: response.status,
    url: response.url,
    bytes: response.body.length,
    header: headerOf(response),
    text: () => response.body.toString('utf8'),
    body: () => response.body,
    json,
    tryJson() {
      try {
        return json();
      } catch {
        return undefined;
      }
    },
  };
}

/** Looks up a header by its lower-case name; repeated ones are joined with commas. */
export const headerOf =
  ({ headers }: Pick<TransportResponse, 'headers'>) =>
  (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
