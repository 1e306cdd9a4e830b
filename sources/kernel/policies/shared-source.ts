import { createHash } from 'node:crypto';
import type { SharedSource, SharedStore } from '../../../core/shared-store.ts';
import type { Secrets } from '../credentials.ts';
import type { Source } from '../source.ts';

/** What processes share, and the name of the upstreams that they call: processes that call others share nothing. */
export interface Sharing {
  readonly store: SharedStore;
  readonly edition: string;
}

/** A source under the name that processes with the same credential give it. */
export function shareSource(
  { store, edition }: Sharing,
  { group, spec, credential }: Source,
  secrets: Secrets,
): SharedSource {
  const values = [...credential.required, ...credential.optional].map((name) => secrets[name] ?? null);
  // A digest, which does not tell the credential to readers of the store.
  const digest = createHash('sha256')
    .update(JSON.stringify([edition, group, spec.part ?? null, ...values]))
    .digest('base64url');
  const name = `source:${digest}`;
  return {
    charge: (charge) => store.charge(name, charge),
    pauseLeft: () => store.pauseLeft(name),
    pause: (forMs) => store.pause(name, forMs),
  };
}
