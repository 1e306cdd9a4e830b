import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { z } from 'zod';
import { type Clock, minutes, systemClock } from '../../core/clock.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import { connectValkey } from '../../server/stores/valkey.ts';
import { type OpenSharedStore, valkeyStore } from '../../server/stores/valkey-store.ts';
import type { SourceSpec } from '../../sources/kernel/source.ts';
import type { Upstreams } from '../../sources/kernel/upstreams.ts';
import { Answered, type Play, playedUpstream, sourceOf, upstreamsOver } from '../sources/sources-fixture.ts';
import { startValkey, type ValkeyServer, valkeyMissing } from './stores-fixture.ts';

/** Processes that share the state of one source through a real store; each has a connection and caches of its own. */

export interface SharingProcess {
  readonly upstreams: Upstreams;
  readonly store: OpenSharedStore;
  /** Reads what no other read asks for, unless the question is named. */
  ask(question?: string, signal?: AbortSignal): Promise<unknown>;
  askBatched(key: string): Promise<unknown>;
}

export interface SharingOptions {
  readonly play: Play;
  readonly spec?: Partial<SourceSpec>;
  /** Timeout of the store. Long by default: most tests must not depend on the speed of the machine. */
  readonly timeoutMs?: number;
  /** The clock of the sources, and of the store; by default one that the test advances. */
  readonly clock?: Clock;
}

export interface ProcessOptions {
  readonly clock?: Clock;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly edition?: string;
}

interface Question {
  readonly about: string;
}

/** A store for the tests of a file, emptied before each. */
export function sharedValkey(): { readonly server: ValkeyServer } {
  let server: ValkeyServer;
  beforeAll(async () => {
    if (!valkeyMissing) server = await startValkey();
  });
  beforeEach(async () => {
    await server?.command('FLUSHALL');
  });
  afterEach(() => {
    for (const store of stores.splice(0)) store.close();
  });
  afterAll(async () => {
    await server?.stop();
  });
  return {
    get server() {
      return server;
    },
  };
}

const stores: OpenSharedStore[] = [];
let questions = 0;

export async function sharingProcesses(valkey: ValkeyServer, options: SharingOptions) {
  const { play, spec, timeoutMs = 10_000 } = options;
  const fixture = await playedUpstream(play);
  const time = options.clock ?? fixture.clock;
  const source = sourceOf({ retry: { attempts: 1, pauseMs: 0 }, ...spec });
  const common = {
    request: ({ about }: Question) => ({ path: '/answer', query: { about } }),
    decode: Answered,
    cache: { freshMs: minutes(10) },
  };
  const cheap = source.endpoint('cheap', { ...common, notFound: () => 'There is no such answer.' });
  const batched = source.batched('batched', {
    maxPerRequest: 50,
    key: ({ about }: Question) => about,
    request: (keys) => ({ path: '/batch', query: { keys: keys.join(',') } }),
    decode: z.array(z.object({ key: z.string(), value: z.unknown() })),
    keyOf: ({ key }) => key,
    cache: { freshMs: minutes(10) },
  });

  async function open({ clock = time, secrets = {}, edition = 'live' }: ProcessOptions = {}) {
    const connection = connectValkey({ url: valkey.url, clock: systemClock, timeoutMs });
    const store = valkeyStore(connection, () => time.now());
    stores.push(store);
    await connection.opened(10_000);
    const { upstreams } = upstreamsOver(fixture, source, { clock, secrets, sharing: { store, edition } });
    const next = () => {
      questions += 1;
      return `question ${questions}`;
    };
    /** A test may look at a failure later. */
    const quietly = (reading: MaybePromise<unknown>): Promise<unknown> => {
      const promise = Promise.resolve(reading);
      promise.catch(() => {});
      return promise;
    };
    const process: SharingProcess = {
      upstreams,
      store,
      ask: (about = next(), signal) => quietly(upstreams.read(cheap, { about }, { signal })),
      askBatched: (about) => quietly(upstreams.read(batched, { about })),
    };
    return process;
  }

  return { ...fixture, open, three: () => Promise.all([open(), open(), open()]) };
}

/** How many reads succeeded, and the messages of those that failed. */
export async function outcomes(reads: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(reads);
  const refused = settled.flatMap((each) =>
    each.status === 'rejected' ? [(each.reason as Error).message] : [],
  );
  return { succeeded: settled.length - refused.length, messages: [...new Set(refused)] };
}

/** Resolves when the store has what matches a pattern. */
export const stored = (valkey: ValkeyServer, pattern: string, count = 1) =>
  vi.waitFor(async () => {
    const found = (await valkey.command('KEYS', pattern)) as string[];
    if (found.length !== count) throw new Error(`${found.length} of ${count}: ${found.join(' ')}`);
    return found;
  });

export const skippedWithoutValkey = valkeyMissing ? ` (skipped: ${valkeyMissing})` : '';
