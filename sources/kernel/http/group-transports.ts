import { z } from 'zod';
import { type Group, groups } from '../../../core/groups.ts';
import { originAddress, type Setting } from '../../../core/settings.ts';
import type { Source } from '../source.ts';
import type { ConnectionOptions } from './hop.ts';
import type { Transport, UpstreamRequest } from './transport.ts';

/*
 * The connections of one group, where the operator gives it an origin, a proxy or an agent of its own: `<GROUP>_ORIGIN`,
 * `<GROUP>_PROXY` and `<GROUP>_AGENT`, by the group's word.
 */

const kinds = {
  ORIGIN: { expected: 'an address such as https://host.example', schema: originAddress },
  PROXY: { expected: 'an address such as http://proxy.example:3128', schema: originAddress },
  AGENT: {
    expected: 'the value of a User-Agent header',
    schema: z.string().regex(/^[\x21-\x7e][\x20-\x7e]{0,255}$/),
  },
} as const;

const nameOf = (group: Group, kind: keyof typeof kinds): string => `${group.toUpperCase()}_${kind}`;

/** Those of all groups. */
export const connectionSettings = (): readonly Setting<string | undefined>[] =>
  groups.flatMap((group) =>
    (Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => ({
      name: nameOf(group, kind),
      description: '',
      ...kinds[kind],
    })),
  );

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
  const valueIn = (group: Group, kind: keyof typeof kinds) =>
    settings[nameOf(group, kind)] as string | undefined;

  function transportOf(group: Group): Transport {
    const [origin, proxy, agent] = [
      valueIn(group, 'ORIGIN'),
      valueIn(group, 'PROXY'),
      valueIn(group, 'AGENT'),
    ];
    const plain = origin?.startsWith('http:') ? origin : undefined;
    const own = plain ? opening({ upstreamOrigin: plain }) : proxy ? opening({ proxy }) : transport;
    const first = sources.find((source) => source.group === group)!.hosts[0]!;
    const there = origin === undefined || plain ? own : changing(own, reroutedTo(origin, first));
    return agent === undefined ? there : changing(there, withAgent(agent));
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

type Change = (request: UpstreamRequest) => UpstreamRequest;

/** A transport that sends each request changed. */
export const changing = (transport: Transport, change: Change): Transport => ({
  send: (request, options) => transport.send(change(request), options),
  open: (request, options) => transport.open(change(request), options),
  close: () => transport.close(),
});

/** Sends the requests for a host to an origin in its place. */
const reroutedTo =
  (origin: string, host: string): Change =>
  (request) => {
    if (request.url.hostname !== host) return request;
    const url = new URL(request.url.pathname + request.url.search, origin);
    return { ...request, url, hosts: [...(request.hosts ?? []), url.hostname] };
  };

/** In place of almanac's agent and of a browser's; sources that speak as another program keep theirs. */
const withAgent =
  (agent: string): Change =>
  (request) =>
    (request.headers?.['user-agent'] ?? 'Mozilla/').startsWith('Mozilla/')
      ? { ...request, headers: { ...request.headers, 'user-agent': agent } }
      : request;
