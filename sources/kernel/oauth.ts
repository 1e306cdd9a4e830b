import type { Clock } from '../../core/clock.ts';
import { minutes, seconds } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import type { Credential, Secrets, SignerTools, UpstreamCall } from './credentials.ts';
import { from, integer, shape, text, withDefault } from './decode.ts';
import type { ClassifyResponse } from './source.ts';

/** An application that obtains its token by the client credentials grant (RFC 6749, 4.4). */
export interface ClientCredentials {
  /** The token endpoint; its origin must be among the source's. */
  readonly issuer: Required<Pick<UpstreamCall, 'origin' | 'path'>>;
  /** The variables of the client id and the client secret. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Sends the client credentials in `Authorization: Basic` instead of the form. */
  readonly isBasic?: boolean;
  /** A header for the client id, where the upstream requires one beside the token. */
  readonly clientIdHeader?: string;
  /** The variable of a token that signs calls marked `asUser`; without it, the application's token signs them. */
  readonly userToken?: string;
}

/**
 * Signs calls with `Authorization: Bearer`. The token is fetched by the first call, shared by all calls, and renewed
 * before it expires and after the upstream refused it.
 */
export const clientCredentials = (spec: ClientCredentials): Credential => ({
  required: [spec.clientId, spec.clientSecret],
  optional: spec.userToken === undefined ? [] : [spec.userToken],
  open(secrets, tools) {
    const tokens = createTokens(tools.clock, issuing(spec, requestOf(spec, secrets), tools));
    const userToken = spec.userToken === undefined ? undefined : secrets[spec.userToken];
    const application = spec.clientIdHeader ? { [spec.clientIdHeader]: secrets[spec.clientId] ?? '' } : {};
    return {
      async sign(call) {
        const token = (call.asUser && userToken) || (await tokens.current());
        return { ...call, headers: { ...call.headers, ...application, authorization: `Bearer ${token}` } };
      },
      renew({ headers }) {
        const token = headers?.authorization?.replace(/^Bearer /, '');
        if (token === undefined || token === userToken) return false;
        tokens.drop(token);
        return true;
      },
    };
  },
});

/** The token request, with the client credentials in a header or in the form (RFC 6749, 2.3.1). */
function requestOf(spec: ClientCredentials, secrets: Secrets): UpstreamCall {
  const [id, secret] = [secrets[spec.clientId] ?? '', secrets[spec.clientSecret] ?? ''];
  const pair = [id, secret].map(encodeURIComponent).join(':');
  const form = new URLSearchParams(spec.isBasic ? {} : { client_id: id, client_secret: secret });
  form.append('grant_type', 'client_credentials');
  return {
    ...spec.issuer,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(spec.isBasic ? { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } : {}),
    },
    body: form.toString(),
  };
}

interface Issued {
  readonly token: string;
  readonly lifetimeSeconds: number;
}

const Issued = shape({
  token: from('access_token', text),
  lifetimeSeconds: from('expires_in', withDefault(integer, 3600)),
});

/** How long a refusal of the credentials is remembered, so that not every call repeats the token request. */
const refusedMs = minutes(1);

/** Requests tokens. Rejects with `upstreamFailed`, naming the variables, when their credentials are refused. */
function issuing(spec: ClientCredentials, call: UpstreamCall, { clock, fetchJson }: SignerTools) {
  const refusal = new Fault(
    'upstreamFailed',
    `The upstream did not accept ${spec.clientId} with ${spec.clientSecret}.`,
  );
  let refusedUntil = Number.NEGATIVE_INFINITY;
  const classify: ClassifyResponse = ({ status }) => {
    if (status !== 400 && status !== 401 && status !== 403) return undefined;
    refusedUntil = clock.monotonic() + refusedMs;
    return refusal;
  };
  return async (): Promise<Issued> => {
    if (clock.monotonic() < refusedUntil) throw refusal;
    const issued = Issued.safeParse(await fetchJson(call, classify));
    if (issued.success) return issued.data;
    throw unreadable();
  };
}

const unreadable = () => new Fault('upstreamChanged', 'The upstream issued no token that we can read.');

/** A token is sent in a header: visible ASCII characters only. */
const tokenForm = /^[\x21-\x7e]+$/;

/** The token that all calls share. */
export interface Tokens {
  current(): Promise<string>;
  /** Forgets a token that the upstream refused, unless a newer one has replaced it. */
  drop(token: string): void;
}

/** A token is renewed this long before it expires, or a tenth of its lifetime where that is less. */
const longestMarginMs = minutes(5);
/** The pause before an early renewal is repeated; meanwhile the token is still valid. */
const renewalPauseMs = seconds(10);

export function createTokens(clock: Clock, issue: () => Promise<Issued>): Tokens {
  let held: { readonly token: string; readonly expiresAt: number; renewAt: number } | undefined;
  let renewal: Promise<string> | undefined;

  async function renew(): Promise<string> {
    const requestedAt = clock.monotonic();
    const { token, lifetimeSeconds } = await issue();
    if (!tokenForm.test(token)) throw unreadable();
    const lifetimeMs = seconds(lifetimeSeconds);
    const expiresAt = requestedAt + lifetimeMs;
    held = { token, expiresAt, renewAt: expiresAt - Math.min(longestMarginMs, lifetimeMs / 10) };
    return token;
  }

  /** Renews the token; concurrent calls share one renewal. */
  function renewed(): Promise<string> {
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  return {
    async current() {
      const now = clock.monotonic();
      if (!held || now >= held.expiresAt) return renewed();
      if (now >= held.renewAt) {
        held.renewAt = now + renewalPauseMs;
        renewed().catch(() => {});
      }
      return held.token;
    },
    drop(token) {
      if (held?.token === token) held = undefined;
    },
  };
}
