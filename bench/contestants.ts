import { fileURLToPath } from 'node:url';

export type Transport = 'rest' | 'graphql';

/** A server in the comparison. */
export interface Contestant {
  readonly name: string;
  /** The program that Node runs. */
  readonly file: string;
  /** A workload of another transport leaves the server out, unless it states an equivalent. The first one is preferred. */
  readonly transports: readonly Transport[];
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** A peer as `buildPrograms` writes it. */
const peer = (name: string) => here(`dist/peers/${name}.js`);
const rest = ['rest'] as const;
const graphql = ['graphql'] as const;

export const upstreamFile = here('dist/upstream.js');

/** The server that all ratios refer to. */
export const floorName = 'node:http (floor)';
export const ownName = 'almanac';

export const contestants: readonly Contestant[] = [
  { name: floorName, file: peer('floor'), transports: ['rest', 'graphql'] },
  { name: ownName, file: here('../dist/server/main.js'), transports: ['rest', 'graphql'] },
  { name: 'Koa + koa-ratelimit', file: peer('koa'), transports: rest },
  { name: 'Fastify', file: peer('fastify'), transports: rest },
  { name: 'Hono', file: peer('hono'), transports: rest },
  { name: 'mercurius + jit', file: peer('mercurius'), transports: graphql },
  { name: 'graphql-yoga', file: peer('yoga'), transports: graphql },
  { name: 'Apollo Server', file: peer('apollo'), transports: graphql },
];
