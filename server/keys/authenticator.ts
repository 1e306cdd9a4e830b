import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import type { AddressLimiter } from '../limits/address-limiter.ts';
import type { Keyring } from './keyring.ts';
import type { Key, RefusalReason } from './keys.ts';

/** The key in `Authorization` alone. `allowsRaw` accepts it without `Bearer`, as some groups document. */
function presentedKeyOf(request: IncomingMessage, allowsRaw: boolean): string | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined || isRepeated(request, 'authorization')) return undefined;
  const bearer = /^bearer +(\S+)$/i.exec(authorization)?.[1];
  return bearer ?? (allowsRaw && /^\S+$/.test(authorization) ? authorization : undefined);
}

/** Node keeps the first of repeated headers in `headers`; `rawHeaders` has them all. */
function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]!;
    if (header.length === name.length && header.toLowerCase() === name) count += 1;
  }
  return count > 1;
}

export interface Authenticator {
  /** The key of an authentic request; undefined otherwise, without recording a failure. */
  identify(request: IncomingMessage, address: string): Key | undefined;
  /** Reads keys that are newer than those in memory where a request has an unknown one; undefined where there is no need. */
  refreshKeys(request: IncomingMessage, address: string): Promise<void> | undefined;
  /** `identify`, but failures are recorded and thrown. Faults: `unauthenticated`; `limited` for an address with too many. */
  authenticate(request: IncomingMessage, address: string): Key;
}

export interface AuthenticatorOptions {
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly guesses: AddressLimiter;
  /** Whether the group of a path documents keys without `Bearer`. */
  readonly acceptsRawKey: (path: string) => boolean;
  readonly onRefusal: (reason: RefusalReason | 'missing', address: string, key: Key | undefined) => void;
}

/** Every reason has the same response, which tells an attacker nothing; the log and the key's record name the reason. */
const unauthenticated = () =>
  new Fault(
    'unauthenticated',
    'A valid API key is needed, as Authorization: Bearer <key>, from the address that it is bound to.',
  );

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { clock, keyring, guesses, acceptsRawKey, onRefusal } = options;

  function refuse(reason: RefusalReason | 'missing', address: string, key?: Key): never {
    onRefusal(reason, address, key);
    guesses.count(address);
    throw unauthenticated();
  }

  return {
    identify(request, address) {
      const secret = presentedKeyOf(request, acceptsRawKey(request.url!));
      if (secret === undefined) return undefined;
      const now = clock.now();
      const verification = keyring.verify(secret, address, now);
      if (verification.outcome !== 'accepted') return undefined;
      keyring.recordUse(verification.key, now);
      return verification.key;
    },
    refreshKeys(request, address) {
      const secret = presentedKeyOf(request, acceptsRawKey(request.url!));
      if (secret === undefined || guesses.isBlocked(address)) return undefined;
      const { key } = keyring.verify(secret, address, clock.now());
      return key ? undefined : keyring.refreshKeys();
    },
    authenticate(request, address) {
      const secret = presentedKeyOf(request, acceptsRawKey(request.url!));
      if (secret === undefined) return refuse('missing', address);
      const verification = keyring.verify(secret, address, clock.now());
      if (verification.outcome === 'accepted') {
        keyring.recordUse(verification.key);
        return verification.key;
      }
      if (verification.key) keyring.recordRefusal(verification.key, verification.reason, address);
      return refuse(verification.reason, address, verification.key);
    },
  };
}
