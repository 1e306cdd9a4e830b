import type { Clock } from '../core/clock.ts';
import { sources } from '../sources/index.ts';
import { createTransport } from '../sources/kernel/http/transport.ts';
import { createUpstreams, type Upstreams, type UpstreamsOptions } from '../sources/kernel/upstreams.ts';
import type { Config } from './config.ts';

/** All sources with the credentials, settings, cache size and transport that the configuration names. */
export const openUpstreams = (
  config: Config,
  clock: Clock,
  more: Pick<UpstreamsOptions, 'observe' | 'shared'> = {},
): Upstreams =>
  createUpstreams({
    sources,
    secrets: config.secrets,
    settings: config.sourceSettings,
    dataDir: config.dataDir,
    cacheBytes: config.cacheBytes,
    clock,
    transport: createTransport({
      clock,
      userAgent: config.userAgent,
      ...(config.upstreamOrigin === undefined ? {} : { upstreamOrigin: config.upstreamOrigin }),
      ...(config.proxy === undefined ? {} : { proxy: config.proxy }),
    }),
    ...more,
  });
