import { Fault } from '../../../core/faults.ts';
import { parseJson } from '../../../core/json.ts';
import type { QueryValue, UpstreamCall } from '../credentials.ts';
import type { Source, UpstreamResponse } from '../source.ts';
import { allowsHost } from './address-guard.ts';
import type { TransportResponse, UpstreamRequest } from './transport.ts';

/**
 * A call as the transport sends it, in its signed form; the headers that signing gave it are for no other host.
 * Fault `upstreamFailed` for an address that is not the source's own.
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
      source: source.group,
    });
  }
  // A plus means a blank to those who read forms, and a plus to the others; %20 means a blank to all.
  if (url.search.includes('+')) url.search = url.search.replaceAll('+', '%20');
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

/** A path with more parameters than it has; those that it has stay as they are written. */
function withQuery(path: string, query: Readonly<Record<string, QueryValue>> = {}): string {
  let text = path;
  let separator = path.includes('?') ? '&' : '?';
  const add = (name: string, value: unknown) => {
    text += `${separator}${encoded(name)}=${encoded(String(value))}`;
    separator = '&';
  };
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const item of value) add(name, item);
    else if (value !== undefined) add(name, value);
  }
  return text;
}

const needsNoCode = /^[\w.*-]*$/;

/** As `URLSearchParams` writes it, which takes several times as long for a list of ids. */
const encoded = (text: string): string =>
  needsNoCode.test(text)
    ? text
    : encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
        /[!'()~]/g,
        (character) => `%${hex(character)}`,
      );

const hex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase();

/** An upstream's response as judges and decoders read it. */
export function toAnswer(response: TransportResponse, wideIntegers: boolean): UpstreamResponse {
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
  ({ headers }: Pick<TransportResponse, 'headers'>) =>
  (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
