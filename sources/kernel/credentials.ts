import type { Clock } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import type { ClassifyResponse, UpstreamResponse } from './source.ts';

/** What a source asks of its upstream; the kernel adds origin, credential, deadline and the rest. */
export interface UpstreamCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'HEAD';
  /** A POST that only asks, and may be tried again like a GET. */
  readonly isSafe?: boolean;
  /** Made with the `path` tag, so that no argument can leave its segment. */
  readonly path: string;
  /** Lists repeat the parameter; undefined leaves it out. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** An origin other than the source's first; must be among its origins, or match one with a wildcard. */
  readonly origin?: string;
  /** How many redirects are followed, where not the usual few; with 0, a redirect is an answer like any other. */
  readonly redirects?: number;
  /** Asked in the name of the operator's own account, where the credential knows one, and not of the application. */
  readonly asUser?: boolean;
}

export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

/** Secrets by the name of the variable that holds them. They are never logged, and leave only towards their upstream. */
export type Secrets = Readonly<Record<string, string | undefined>>;

/** The state of a credential in one process. */
export interface Signer {
  sign(call: UpstreamCall): UpstreamCall | Promise<UpstreamCall>;
  /** The upstream refused a signed call; true when a newly signed one is worth one more try. */
  renew?(refused: UpstreamCall): boolean;
}

export interface SignerTools {
  readonly clock: Clock;
  /** Sends an unsigned call to the source's upstream. Rejects with a Fault. */
  readonly fetchAnswer: (call: UpstreamCall, judge?: ClassifyResponse) => Promise<UpstreamResponse>;
  /** The same, where the answer is JSON. */
  readonly fetchJson: (call: UpstreamCall, judge?: ClassifyResponse) => Promise<unknown>;
}

/** How a source proves who it is. */
export interface Credential {
  /** The variables that must all be set for the source to be configured. */
  readonly required: readonly string[];
  /** Further variables that it makes use of. */
  readonly optional: readonly string[];
  open(secrets: Secrets, tools: SignerTools): Signer;
}

/** A key in a query parameter. */
export const queryKey = (parameter: string, variable: string): Credential => ({
  required: [variable],
  optional: [],
  open: (secrets) => ({
    sign: (call) => ({ ...call, query: { ...call.query, [parameter]: secrets[variable] } }),
  }),
});

/** A secret in a header; `write` says how it stands there. */
export const headerKey = (
  header: string,
  variable: string,
  { optional = false, write = (secret: string) => secret } = {},
): Credential => ({
  required: optional ? [] : [variable],
  optional: optional ? [variable] : [],
  open(secrets) {
    const secret = secrets[variable];
    if (secret === undefined) return { sign: (call) => call };
    return { sign: (call) => ({ ...call, headers: { ...call.headers, [header]: write(secret) } }) };
  },
});

/** A token in `Authorization: Bearer`. */
export const bearer = (variable: string, { optional = false } = {}): Credential =>
  headerKey('authorization', variable, { optional, write: (token) => `Bearer ${token}` });

/** For upstreams that ask for no credential. */
export const keyless: Credential = { required: [], optional: [], open: () => ({ sign: (call) => call }) };

/**
 * A path whose arguments each stay one segment: percent-encoded, and `.` and `..` refused (no encoding of them
 * survives address normalisation).
 */
export function path(parts: TemplateStringsArray, ...segments: readonly (string | number)[]): string {
  return String.raw(
    { raw: parts },
    ...segments.map((segment) => {
      const text = String(segment);
      if (text === '.' || text === '..') throw new Fault('invalid', 'A name cannot be "." or "..".');
      return encodeURIComponent(text);
    }),
  );
}
