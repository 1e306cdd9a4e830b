import type { Clock } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import type { ClassifyResponse, UpstreamCall, UpstreamResponse } from './messages.ts';

export type { QueryValue, UpstreamCall } from './messages.ts';

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
  readonly fetchResponse: (call: UpstreamCall, classify?: ClassifyResponse) => Promise<UpstreamResponse>;
  /** The same, where the answer is JSON. */
  readonly fetchJson: (call: UpstreamCall, classify?: ClassifyResponse) => Promise<unknown>;
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
