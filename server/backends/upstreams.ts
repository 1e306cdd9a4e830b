import type { Clock } from '../../core/clock.ts';
import { sources } from '../../sources/index.ts';
import type { KnownShapes } from '../../sources/kernel/drift.ts';
import { openGroupTransports } from '../../sources/kernel/http/group-transports.ts';
import {
  createTransport,
  type Transport,
  type TransportOptions,
} from '../../sources/kernel/http/transport.ts';
import { createUpstreams, type Upstreams, type UpstreamsOptions } from '../../sources/kernel/upstreams.ts';
import knownShapes from '../../sources/shapes.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { extraShapes } from '../groups/extra-shapes.ts';

interface OpenUpstreamsOptions extends Partial<UpstreamsOptions> {
  /** In place of the one that the configuration names. */
  readonly transport?: Transport;
  /** Puts a tool between the sources and the transport. */
  readonly wrapTransport?: (transport: Transport) => Transport;
}

/** The transport that the configuration names. */
export const openTransport = (
  { userAgent, upstreamOrigin, proxy }: Pick<Config, 'userAgent' | 'upstreamOrigin' | 'proxy'>,
  clock: Clock,
  options: Pick<TransportOptions, 'connectionsPerOrigin'> = {},
): Transport =>
  createTransport({
    clock,
    userAgent,
    ...options,
    ...(upstreamOrigin === undefined ? {} : { upstreamOrigin }),
    ...(proxy === undefined ? {} : { proxy }),
  });

/** All sources with the credentials, settings, cache size and transport that the configuration names. */
export const openUpstreams = (
  config: Config,
  clock: Clock,
  {
    transport = openTransport(config, clock),
    wrapTransport = (kept) => kept,
    ...more
  }: OpenUpstreamsOptions = {},
): Upstreams => {
  const transports = openGroupTransports(sources, {
    settings: config.sourceSettings,
    transport,
    open: (options) => openTransport({ ...config, ...options }, clock),
  });
  return createUpstreams({
    sources,
    secrets: config.secrets,
    settings: config.sourceSettings,
    dataDir: config.dataDir,
    cacheBytes: config.cacheBytes,
    clock,
    // A copy would read all of them, and the build parses those of a group when they are read.
    knownShapes: Object.assign(Object.create(knownShapes), extraShapes()) as KnownShapes,
    transport: { ...wrapTransport(transport), close: () => transports.close() },
    transportOf: (source) => wrapTransport(transports.of(source)),
    ...more,
  });
};
