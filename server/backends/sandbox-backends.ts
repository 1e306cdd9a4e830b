import type { ServerResponse } from 'node:http';
import type { Clock } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import { onceResolved } from '../../core/once.ts';
import { catalogueIn, seedCatalogue } from '../../songid/index.ts';
import { createCoalescer } from '../../sources/kernel/policies/coalesce.ts';
import type { Upstreams, UpstreamsOptions } from '../../sources/kernel/upstreams.ts';
import type { Config } from '../config/config.ts';
import type { CachedResponses } from '../responses/cached-responses.ts';
import { createWatches } from '../streams/watches.ts';
import { type Backend, createBackend } from './backend.ts';
import { sandboxConfig, seedSongsFile } from './sandbox-environment.ts';
import { faultNames, readSandboxFault, type SandboxFault, withFault } from './sandbox-fault.ts';
import { openTransport, openUpstreams } from './upstreams.ts';

/** The backends of test keys. None is opened before the first test key is used. */
export interface SandboxBackends {
  /** The backend that all test keys share. Rejects with the fault `upstreamFailed` when the sandbox does not run. */
  open(): Promise<Backend>;
  /** A backend of one request with a named fault, closed with its response. Rejects with `invalid` too. */
  openFaulty(fault: string, response: ServerResponse): Promise<Backend>;
  /** Drops what is cached of the sandbox. */
  clearCaches(): void;
  /** Ends the streams of all. */
  endStreams(): void;
  close(): Promise<void>;
}

export interface SandboxBackendsOptions {
  readonly config: Config;
  readonly clock: Clock;
  /** The origin of the sandbox, which is started when it does not run. Rejects when it cannot start. */
  readonly origin: () => Promise<string>;
  /** What processes share of the sandbox's sources. */
  readonly sharing: UpstreamsOptions['sharing'];
  /** Called when the songs of the examples cannot be stored, so that they are not recognised. */
  readonly onSongsMissing: (error: Error) => void;
}

export function createSandboxBackends(options: SandboxBackendsOptions): SandboxBackends {
  const faulty = new Set<FaultyBackend>();
  let current: OpenSandbox | undefined;

  /** A sandbox that was started anew has forgotten what it invented, and so does its backend. */
  async function use(): Promise<OpenSandbox> {
    const origin = await options.origin().catch((cause: unknown) => {
      throw new Fault('upstreamFailed', 'The sandbox could not be started.', { cause });
    });
    if (current?.origin !== origin) {
      void current?.close();
      current = openSandbox(origin, options);
    }
    const used = current;
    await used.songs;
    return used;
  }

  return {
    open: async () => (await use()).backend,
    async openFaulty(fault, response) {
      const sandbox = await use();
      const named = readSandboxFault(fault, await sandbox.faultNames());
      const ofRequest = openFaultyBackend(sandbox, named, options.clock);
      faulty.add(ofRequest);
      const close = () => {
        faulty.delete(ofRequest);
        void ofRequest.close();
      };
      if (response.destroyed) close();
      else response.once('close', close);
      return ofRequest.backend;
    },
    clearCaches() {
      current?.backend.upstreams.cache.clear();
      current?.backend.responses.clear();
    },
    endStreams() {
      current?.backend.watches.close();
      for (const { backend } of faulty) backend.watches.close();
    },
    async close() {
      await Promise.all([...faulty, ...(current ? [current] : [])].map((each) => each.close()));
    },
  };
}

/** A running sandbox and the backend over it. */
type OpenSandbox = ReturnType<typeof openSandbox>;

function openSandbox(
  origin: string,
  { config: upstreamConfig, clock, sharing, onSongsMissing }: SandboxBackendsOptions,
) {
  const config = sandboxConfig(upstreamConfig, origin);
  const upstreams = openUpstreams(config, clock, { sharing, countsDays: false });
  const faultyTransport = openTransport(config, clock, { connectionsPerOrigin: faultyConnections });
  const backend = createBackend({ mode: 'sandbox', config, clock, upstreams });
  return {
    origin,
    config,
    backend,
    faultyTransport,
    songs: seedCatalogue(catalogueIn(config.dataDir), seedSongsFile, clock).then(() => {}, onSongsMissing),
    faultNames: onceResolved(() =>
      faultNames(origin).catch((cause: unknown) => {
        throw new Fault('upstreamFailed', 'The sandbox does not respond.', { cause });
      }),
    ),
    async close() {
      backend.watches.close();
      await Promise.all([upstreams.close(), faultyTransport.close()]);
    },
  };
}

const cachesNothing: CachedResponses = {
  get: () => undefined,
  keyOf: () => undefined,
  alias() {},
  set() {},
  clear() {},
  bytes: 0,
};

/** Upstreams that do not respond hold their connections, which other requests with faults must not wait for. */
const faultyConnections = 512;
/** One request reads little. */
const faultyCacheBytes = 1_048_576;

interface FaultyBackend {
  readonly backend: Backend;
  close(): Promise<void>;
}

/**
 * A backend of which nothing is left after its request: breakers, pauses, quotas and caches are its own, so that the fault
 * reaches no other request. The places of work on recordings are those of all test keys. Its sources are opened when one is
 * read, which is after the request was charged.
 */
function openFaultyBackend(
  { config, backend: usual, faultyTransport }: OpenSandbox,
  fault: SandboxFault,
  clock: Clock,
): FaultyBackend {
  let opened: Upstreams | undefined;
  const open = () =>
    openUpstreams({ ...config, cacheBytes: faultyCacheBytes }, clock, {
      transport: withFault(faultyTransport, fault),
      locals: usual.upstreams.locals,
      countsDays: false,
    });
  const backend: Backend = {
    ...usual,
    get upstreams() {
      opened ??= open();
      return opened;
    },
    responses: cachesNothing,
    coalescer: createCoalescer(),
    watches: createWatches(clock),
    caches: false,
  };
  return {
    backend,
    async close() {
      backend.watches.close();
      await opened?.close();
    },
  };
}
