import type { Clock } from '../sources/kernel/clock.ts';
import { createTransport, type Transport } from '../sources/kernel/transport.ts';
import type { Config } from './config.ts';
import { version } from './version.ts';

/** The way to the upstreams that the settings say. */
export const openTransport = ({ upstreamOrigin, proxy }: Config, clock: Clock): Transport =>
  createTransport({
    clock,
    userAgent: `almanac/${version}`,
    ...(upstreamOrigin === undefined ? {} : { upstreamOrigin }),
    ...(proxy === undefined ? {} : { proxy }),
  });
