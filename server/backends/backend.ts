import type { Clock } from '../../core/clock.ts';
import { type Coalescer, createCoalescer } from '../../sources/kernel/policies/coalesce.ts';
import type { Upstreams } from '../../sources/kernel/upstreams.ts';
import type { Config } from '../config/config.ts';
import type { KeyMode } from '../keys/keys.ts';
import { type CachedResponses, createCachedResponses } from '../responses/cached-responses.ts';
import { createWatches, type Watches } from '../streams/watches.ts';

/** The upstreams of a mode, with the caches and watches over them, which no other backend shares. */
export interface Backend {
  readonly mode: KeyMode;
  readonly upstreams: Upstreams;
  /** The settings of the sources, by variable. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly responses: CachedResponses;
  /** Responses under way, by cache key. */
  readonly coalescer: Coalescer;
  readonly watches: Watches;
  /** False for the backend of one request under a fault, whose responses are not cached. */
  readonly caches: boolean;
}

export interface BackendOptions {
  readonly mode: KeyMode;
  readonly config: Config;
  readonly clock: Clock;
  readonly upstreams: Upstreams;
}

/** A backend with empty caches. Cached responses take half as much memory as the models of the sources. */
export const createBackend = ({ mode, config, clock, upstreams }: BackendOptions): Backend => ({
  mode,
  upstreams,
  settings: config.sourceSettings,
  responses: createCachedResponses(clock, Math.floor(config.cacheBytes / 2)),
  coalescer: createCoalescer(),
  watches: createWatches(clock),
  caches: true,
});
