import type { Clock } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import type { ClassifyResponse, UpstreamCall, UpstreamResponse } from './messages.ts';

export type { QueryValue, UpstreamCall } from './messages.ts';

/** Secrets by variable. They are never logged, and are sent to their upstream only. */
export type Secrets = Readonly<Record<string, string | undefined>>;

/** The state of a credential in one process. */
export interface Signer {
  sign(call: UpstreamCall): UpstreamCall | Promise<UpstreamCall>;
  /** Called when the upstream refused a signed call; true when the call may be signed anew and repeated once. */
  renew?(refused: UpstreamCall): boolean;
}

export interface SignerTools {
  readonly clock: Clock;
  /** Sends an unsigned call to the source's upstream. Rejects with a Fault. */
  readonly fetchResponse: (call: UpstreamCall, classify?: ClassifyResponse) => Promise<UpstreamResponse>;
  /** The same for a JSON response. */
  readonly fetchJson: (call: UpstreamCall, classify?: ClassifyResponse) => Promise<unknown>;
}

/** How the calls of a source are authenticated. */
export interface Credential {
  /** The variables that must all be set for the source to be configured. */
  readonly required: readonly string[];
  /** Further variables that the credential uses. */
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

/** A secret in a header; `write` formats the header's value. */
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

/** No credential. */
export const noCredential: Credential = {
  required: [],
  optional: [],
  open: () => ({ sign: (call) => call }),
};

/**
 * A path with percent-encoded arguments, each of which stays one segment. Throws the fault `invalid` for `.` and `..`,
 * since URL normalisation resolves them in any encoding.
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
