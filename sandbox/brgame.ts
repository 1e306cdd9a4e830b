import {
  type Asked,
  type Cosmetic,
  catalogueText,
  cosmeticBody,
  cosmeticNamed,
  cosmeticOf,
  cosmeticsOf,
  type Kind,
  listText,
} from './brgame-cosmetics.ts';
import * as game from './brgame-game.ts';
import { json, plainText, refuse, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, type SandboxRequest } from './kernel/upstream.ts';

const languages = new Set('ar de en es es-419 fr it ja ko pl pt-BR ru tr zh-CN zh-Hant'.split(' '));

const listPaths: readonly (readonly [Kind, string])[] = [
  ['br', '/v2/cosmetics/br'],
  ['tracks', '/v2/cosmetics/tracks'],
  ['instruments', '/v2/cosmetics/instruments'],
  ['cars', '/v2/cosmetics/cars'],
  ['lego', '/v2/cosmetics/lego'],
  ['legoKits', '/v2/cosmetics/lego/kits'],
  ['beans', '/v2/cosmetics/beans'],
];

/**
 * Fortnite-API.com: 14,000 items in seven kinds, any further cosmetic, playlist, creator code and player by any
 * well-formed id or name. Statistics require a key.
 */
export const brgame = defineUpstream({
  hosts: ['fortnite-api.com'],
  guard: ({ query }) =>
    languages.has(query.get('language') ?? 'en') && languages.has(query.get('searchLanguage') ?? 'en')
      ? undefined
      : error(400, 'the requested language was not found'),
  failure: (status) => error(status),
  routes: [
    get('/v2/cosmetics', async (request) =>
      enveloped(await catalogueText(request.world, requested(request))),
    ),
    get('/v2/cosmetics/new', (request) =>
      response(game.additions(request.world, requested(request), request.clock.now())),
    ),
    ...listPaths.map(([kind, path]) =>
      get(path, async (request) => enveloped(await listText(request.world, kind, requested(request)))),
    ),
    get('/v2/cosmetics/br/search', (request) => single(request, search(request)[0])),
    get('/v2/cosmetics/br/search/all', (request) => {
      const found = search(request);
      if (found.length === 0) notFound('cosmetics');
      return response(bodies(request, found));
    }),
    get('/v2/cosmetics/br/search/ids', byIds),
    get('/v2/cosmetics/br/{id}', (request) => single(request, cosmeticOf(request.world, request.params.id))),
    get('/v2/shop', (request) => response(game.shop(request.world, requested(request), request.clock.now()))),
    get('/v2/news', ({ world, query, clock }) =>
      response({
        br: game.brNews(world, languageIn(query), clock.now()),
        stw: game.stwNews(world, languageIn(query), clock.now()),
      }),
    ),
    get('/v2/news/br', ({ world, query, clock }) =>
      response(game.brNews(world, languageIn(query), clock.now())),
    ),
    get('/v2/news/stw', ({ world, query, clock }) =>
      response(game.stwNews(world, languageIn(query), clock.now())),
    ),
    get('/v1/map', ({ world, query }) => response(game.map(world, languageIn(query)))),
    get('/v1/playlists', ({ world, query }) => response(game.playlists(world, languageIn(query)))),
    get('/v1/playlists/{id}', ({ world, params, query }) =>
      response(game.playlistAsked(world, params.id, languageIn(query)) ?? notFound('playlist')),
    ),
    get('/v1/banners', ({ world, query }) => response(game.banners(world, languageIn(query)))),
    get('/v1/banners/colors', ({ world }) => response(game.bannerColors(world))),
    get('/v2/creatorcode', (request) =>
      response(game.creatorCode(request.world, nameIn(request, 'creator code'))),
    ),
    get('/v2/aes', ({ world, query, clock }) =>
      response(game.aesKeys(world, oneOf(query, 'keyFormat', ['hex', 'base64']), clock.now())),
    ),
    get('/v2/stats/br/v2', stats),
  ],
});

const response = (data: unknown): SandboxResponse => json({ status: 200, data });

/** The same for a body that is JSON text already. */
const enveloped = (data: string): SandboxResponse =>
  plainText(`{"status":200,"data":${data}}`, {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });

function error(status: number, message = messages[status] ?? `http ${status}`): SandboxResponse {
  return json({ status, error: message }, { status });
}

const messages: Readonly<Record<number, string>> = {
  401: 'invalid or missing api key',
  404: 'the requested endpoint was not found',
  429: 'rate limit exceeded',
};

const notFound = (what: string): never => refuse(error(404, `the requested ${what} was not found`));

const languageIn = (query: URLSearchParams) => query.get('language') ?? 'en';

const requested = ({ query }: SandboxRequest): Asked => ({
  language: languageIn(query),
  flags: Number(query.get('responseFlags') ?? 0) & 7,
});

/** The value of a parameter with a closed set of values; the first is the default. */
function oneOf(query: URLSearchParams, name: string, words: readonly [string, ...string[]]): string {
  const word = query.get(name) ?? words[0];
  return words.includes(word) ? word : refuse(error(400, `invalid ${name}`));
}

const bodies = (request: SandboxRequest, cosmetics: readonly Cosmetic[]) => {
  const dayOf = game.shopDays(request.world, request.clock.now());
  return cosmetics.map((cosmetic) =>
    cosmeticBody(request.world, cosmetic, requested(request), dayOf(cosmetic)),
  );
};

const single = (request: SandboxRequest, cosmetic: Cosmetic | undefined) =>
  response(bodies(request, [cosmetic ?? notFound('cosmetic')])[0]);

/** Filters are compared by the match method, ignoring case. A name without a listed cosmetic is that of an unlisted one. */
function search(request: SandboxRequest): readonly Cosmetic[] {
  const { query, world } = request;
  const method = oneOf(query, 'matchMethod', ['full', 'contains', 'starts', 'ends']);
  const filters = (['type', 'rarity', 'name'] as const).flatMap((name) => {
    const value = query.get(name)?.toLowerCase();
    return value === undefined ? [] : [{ name, value }];
  });
  if (filters.length === 0) refuse(error(400, 'at least one search parameter is required'));
  const matches = (cosmetic: Cosmetic) =>
    filters.every(({ name, value }) => {
      const has = (name === 'name' ? cosmetic.name : cosmetic[name].value).toLowerCase();
      if (method === 'contains') return has.includes(value);
      if (method === 'starts') return has.startsWith(value);
      return method === 'ends' ? has.endsWith(value) : has === value;
    });
  const found = cosmeticsOf(world).filter(matches);
  const name = query.get('name');
  const other = found.length === 0 && name !== null ? cosmeticNamed(world, name) : undefined;
  return other && matches(other) ? [other] : found;
}

/** Unknown ids are omitted, and the order is that of the upstream. */
function byIds(request: SandboxRequest): SandboxResponse {
  const ids = request.query.getAll('id');
  if (ids.length === 0) refuse(error(400, 'at least one id is required'));
  const found = ids.flatMap((id) => cosmeticOf(request.world, id) ?? []);
  if (found.length === 0) notFound('cosmetics');
  const sorted = found.sort((one, other) => (one.added < other.added ? -1 : 1));
  return response(bodies(request, sorted));
}

function nameIn({ query, world }: SandboxRequest, what: string): string {
  const name = query.get('name')?.trim() ?? '';
  if (name === '') refuse(error(400, 'name is required'));
  return world.exists(name) ? name : refuse(error(404, `the requested ${what} does not exist`));
}

function stats(request: SandboxRequest): SandboxResponse {
  if (!request.headers.authorization) refuse(error(401));
  const { query, world } = request;
  const accountType = oneOf(query, 'accountType', ['epic', 'psn', 'xbl']);
  const timeWindow = oneOf(query, 'timeWindow', ['lifetime', 'season']);
  const name = nameIn(request, 'account');
  if (world.isPrivate(name)) refuse(error(403, "the requested account's stats are not public"));
  return response(game.stats(world, name, accountType, timeWindow));
}
