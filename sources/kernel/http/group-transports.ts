import { z } from 'zod';
import { type Group, groups } from '../../../core/groups.ts';
import type { Setting } from '../../../core/settings.ts';
import type { Source } from '../source.ts';
import type { ConnectionOptions } from './hop.ts';
import type { Transport, UpstreamRequest } from './transport.ts';

/*
 * The connections of one group, where the operator gives it an origin or a proxy of its own: `<GROUP>_ORIGIN` and
 * `<GROUP>_PROXY`, by the group's word.
 */

const address = z
  .url({ protocol: /^https?$/ })
  .transform((text) => text.replace(/\/$/, ''))
  .refine((text) => /^[a-z]+:\/\/[^/?#]+$/i.test(text));

const settingOf = (group: Group, what: 'ORIGIN' | 'PROXY'): Setting<string | undefined> => ({
  name: `${group.toUpperCase()}_${what}`,
  description: '',
  expected: `an address such as ${what === 'ORIGIN' ? 'https://host.example' : 'http://proxy.example:3128'}`,
  schema: address,
});

/** Those of all groups. */
export const connectionSettings = (): readonly Setting<string | undefined>[] =>
  groups.flatMap((group) => [settingOf(group, 'ORIGIN'), settingOf(group, 'PROXY')]);

export interface GroupTransportOptions {
  readonly settings: Readonly<Record<string, unknown>>;
  /** That of all other groups. */
  readonly transport: Transport;
  readonly open: (options: Pick<ConnectionOptions, 'upstreamOrigin' | 'proxy'>) => Transport;
}

export interface GroupTransports {
  of(source: Source): Transport;
  close(): Promise<void>;
}

/**
 * The transports of sources. An https origin takes the place of the first origin of the group's first source, with the same
 * paths; a plain http origin, which is the operator's own, receives all requests of the group as `<origin>/host/path`.
 */
export function openGroupTransports(
  sources: readonly Source[],
  { settings, transport, open }: GroupTransportOptions,
): GroupTransports {
  const opened: Transport[] = [];
  const opening = (options: Parameters<typeof open>[0]): Transport => {
    const own = open(options);
    opened.push(own);
    return own;
  };
  const valueIn = (group: Group, what: 'ORIGIN' | 'PROXY') =>
    settings[settingOf(group, what).name] as string | undefined;

  function transportOf(group: Group): Transport {
    const [origin, proxy] = [valueIn(group, 'ORIGIN'), valueIn(group, 'PROXY')];
    if (origin?.startsWith('http:')) return opening({ upstreamOrigin: origin });
    const own = proxy === undefined ? transport : opening({ proxy });
    const first = sources.find((source) => source.group === group)!.hosts[0]!;
    return origin === undefined ? own : rerouted(own, first, origin);
  }

  const byGroup = new Map<Group, Transport>();
  for (const { group } of sources) if (!byGroup.has(group)) byGroup.set(group, transportOf(group));
  return {
    of: ({ group }) => byGroup.get(group) ?? transport,
    async close() {
      await Promise.all([transport, ...opened].map((each) => each.close()));
    },
  };
}

/** Sends the requests for a host to an origin in its place. */
function rerouted(transport: Transport, host: string, origin: string): Transport {
  const reroute = (request: UpstreamRequest): UpstreamRequest => {
    if (request.url.hostname !== host) return request;
    const url = new URL(request.url.pathname + request.url.search, origin);
    return { ...request, url, hosts: [...(request.hosts ?? []), url.hostname] };
  };
  return {
    send: (request, options) => transport.send(reroute(request), options),
    open: (request, options) => transport.open(reroute(request), options),
    close: () => transport.close(),
  };
}
