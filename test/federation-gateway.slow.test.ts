import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from './suite.ts';

/** The gateway without its types: they add members to interfaces of graphql-js that `schema/kernel/executor` implements. */
interface Gateway extends AsyncDisposable {
  fetch(url: string, init: RequestInit): Promise<Response>;
}
const gatewayPackage: string = '@graphql-hive/gateway-runtime';

/** A second subgraph, of fans: it extends entities of almanac by fields of its own, and refers to some by their keys. */
const fans = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
  type Query {
    favourites: [MusicArtist!]!
    team: [CoderepoUser!]!
    stars: [LivestreamUser!]!
    lost: [MusicArtist!]!
  }
  type MusicArtist @key(fields: "id") { id: ID! fanClub: String! }
  type CoderepoUser @key(fields: "login") { login: String! badge: String! }
  type LivestreamUser @key(fields: "login") { login: String! cheers: Int! }
`;

/** What the specification of subgraphs adds to such a schema. */
const served = `
  directive @link(url: String!, import: [String!]) repeatable on SCHEMA
  directive @key(fields: String!, resolvable: Boolean = true) repeatable on OBJECT
  scalar _Any
  type _Service { sdl: String! }
  union _Entity = MusicArtist | CoderepoUser | LivestreamUser
  extend type Query { _service: _Service! _entities(representations: [_Any!]!): [_Entity]! }
`;

const artist = '0gxyHStUsqpMadRV0Di1Qt';
const logins = (prefix: string) => Array.from({ length: 50 }, (_, index) => ({ login: `${prefix}${index}` }));

const resolvers = {
  Query: {
    favourites: () => [{ id: artist }],
    team: () => logins('member'),
    stars: () => logins('star_'),
    lost: () => [{ id: artist }, { id: 'no id' }],
    _service: () => ({ sdl: fans }),
    _entities: (_: unknown, { representations }: { readonly representations: readonly object[] }) =>
      representations,
  },
  _Entity: { __resolveType: ({ __typename }: { readonly __typename: string }) => __typename },
  MusicArtist: { fanClub: ({ id }: { readonly id: string }) => `The friends of ${id}` },
  CoderepoUser: { badge: ({ login }: { readonly login: string }) => `${login} rocks` },
  LivestreamUser: { cheers: ({ login }: { readonly login: string }) => login.length },
};

async function sdlOf(url: string, authorization?: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
    body: JSON.stringify({ query: '{ _service { sdl } }' }),
  });
  const { data } = (await response.json()) as { data: { _service: { sdl: string } } };
  return data._service.sdl;
}

describe('a gateway over almanac and another subgraph', () => {
  const app = useTestApp({ environment: { FEDERATION: 'on' } });
  let server: Server;
  let gateway: Gateway;
  /** The names of the subgraphs in the order of the gateway's requests. */
  const requests: string[] = [];

  beforeAll(async () => {
    const schema = createSchema({ typeDefs: [fans, served], resolvers });
    server = createServer(createYoga({ schema, logging: false })).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const fansUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
    const almanacUrl = `${app.baseUrl}/graphql`;
    const composed = composeServices([
      { name: 'almanac', url: almanacUrl, typeDefs: parse(await sdlOf(almanacUrl, `Bearer ${app.key}`)) },
      { name: 'fans', url: fansUrl, typeDefs: parse(await sdlOf(fansUrl)) },
    ]);
    expect(composed.errors?.map(({ message }) => message)).toBeUndefined();
    const { createGatewayRuntime } = await import(gatewayPackage);
    gateway = createGatewayRuntime({
      supergraph: composed.supergraphSdl!,
      logging: false,
      propagateHeaders: {
        fromClientToSubgraphs: ({ request }: { readonly request: Request }) => ({
          authorization: request.headers.get('authorization') ?? undefined,
        }),
      },
      plugins: () => [
        {
          onSubgraphExecute({ subgraphName }: { readonly subgraphName: string }) {
            requests.push(subgraphName);
          },
        },
      ],
    });
  }, 60_000);
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    server.close();
  });

  async function ask(query: string, key = app.key) {
    requests.length = 0;
    await app.clearCalls();
    const response = await gateway.fetch('http://127.0.0.1/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ query }),
    });
    const upstream = (await app.calls()).filter(({ path }) => !path.includes('token'));
    // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape of the bodies that it receives
    return { body: (await response.json()) as any, upstream };
  }

  it('adds the fields of the other subgraph to entities of almanac', async () => {
    const { body } = await ask(`{
      music { artist(id: "${artist}") { id name fanClub } }
      coderepo { user(username: "octocat") { login badge repos(first: 1) { name } } }
    }`);
    expect(body).toEqual({
      data: {
        music: { artist: { id: artist, name: expect.any(String), fanClub: `The friends of ${artist}` } },
        coderepo: {
          user: { login: 'octocat', badge: 'octocat rocks', repos: [{ name: expect.any(String) }] },
        },
      },
    });
    expect([...new Set(requests)].sort()).toEqual(['almanac', 'fans']);
  });

  it('reads the fields of almanac for references of the other subgraph', async () => {
    const { body } = await ask('{ favourites { fanClub name topTracks { album { album { name } } } } }');
    expect(body.errors).toBeUndefined();
    const [favourite] = body.data.favourites;
    expect(favourite.fanClub).toBe(`The friends of ${artist}`);
    expect(favourite.name).toEqual(expect.any(String));
    expect(favourite.topTracks[0].album.album.name).toEqual(expect.any(String));
  });

  it('passes the error of one entity on, and the fields of the others', async () => {
    const { body } = await ask('{ lost { id fanClub followers } }');
    expect(body.errors[0]).toMatchObject({ message: expect.stringContaining('22 letters and digits') });
    expect(body.errors[0].extensions.code).toBe('INVALID');
    expect(JSON.stringify(body)).not.toContain(app.key);
  });

  it('passes the refusal of a key on', async () => {
    const { body } = await ask('{ team { name } }', 'alm_unknown');
    expect(body.errors[0].extensions).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
