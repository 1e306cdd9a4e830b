import type { Call, QueryValue } from './credentials.ts';
import { Fault } from './faults.ts';
import { allowsHost } from './guard.ts';
import { parseJson } from './json.ts';
import type { Answer, Source } from './source.ts';
import type { UpstreamRequest, UpstreamResponse } from './transport.ts';

/**
 * A call as the transport sends it, in its signed form; the headers that signing gave it are for no other host.
 * Fault `upstreamFailed` for an address that is not the source's own.
 */
export function toRequest(source: Source, unsigned: Call, call: Call = unsigned): UpstreamRequest {
  const hosts = source.spec.origins.map((known) => known.replace('https://', ''));
  const url = new URL((call.origin ?? source.spec.origins[0]) + call.path);
  if (!allowsHost(hosts, url.hostname)) {
    throw new Fault('upstreamFailed', `The source for ${source.group} led to a place it does not own.`, {
      source: source.group,
    });
  }
  // A plus means a blank to those who read forms, and a plus to the others; %20 means a blank to all.
  url.search = (call.query ? withQuery(url, call.query) : url.search).replaceAll('+', '%20');
  return {
    method: call.method ?? 'GET',
    url,
    headers: { accept: 'application/json', ...source.spec.headers, ...call.headers },
    hosts,
    secretHeaders: Object.keys(call.headers ?? {}).filter(
      (name) => call.headers?.[name] !== unsigned.headers?.[name],
    ),
    ...(call.body === undefined ? {} : { body: call.body }),
    ...(call.redirects === undefined ? {} : { redirects: call.redirects }),
  };
}

/** The query that an address has, with more of it. The address's own parameters would be written anew for each. */
function withQuery({ search }: URL, query: Readonly<Record<string, QueryValue>>): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((item) => [name, item] as const),
  );
  if (entries.length === 0) return search;
  const parameters = new URLSearchParams(search);
  for (const [name, value] of entries) parameters.append(name, String(value));
  return parameters.toString();
}

/** An upstream's response as judges and decoders read it. */
export function toAnswer(response: UpstreamResponse, wideIntegers: boolean): Answer {
  // Judges and decoders look at the same body.
  let parsed: { readonly value: unknown } | undefined;
  const json = () => {
    parsed ??= { value: parseJson(response.body, { wideIntegers }) };
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

/** Looks up a header by its lower-case name; one that was repeated is joined with commas. */
export const headerOf =
  ({ headers }: Pick<UpstreamResponse, 'headers'>) =>
  (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
