import type { Clock } from '../core/clock.ts';
import { version } from '../core/version.ts';
import { createTransport, type Transport } from '../sources/kernel/http/transport.ts';
import type { Config } from './config.ts';

/** The way to the upstreams that the settings say. */
export const openTransport = ({ upstreamOrigin, proxy }: Config, clock: Clock): Transport =>
  createTransport({
    clock,
    userAgent: `almanac/${version}`,
    ...(upstreamOrigin === undefined ? {} : { upstreamOrigin }),
    ...(proxy === undefined ? {} : { proxy }),
  });
