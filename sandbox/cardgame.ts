import { battles } from './cardgame-battles.ts';
import { catalogue } from './cardgame-cards.ts';
import { badgeOf, clanName, member, playerBody, roster, upcomingChests } from './cardgame-players.ts';
import { capitalised } from './kernel/dice.ts';
import { gameFailure, gameGuard, gamePage, inventTag, tagAsked } from './kernel/games.ts';
import { json, refuse } from './kernel/responses.ts';
import { defineUpstream, get, type SandboxRequest } from './kernel/upstream.ts';
import { adjectives, nouns } from './kernel/vocabulary.ts';
import { withAccounts } from './people.ts';
import type { World } from './world.ts';

/**
 * The Clash Royale API. Any tag of letters and digits is a player, and any is a clan. The number of clans in a search
 * depends on the search term, which their names contain.
 */
export const cardgame = defineUpstream({
  hosts: ['api.clashroyale.com'],
  guard: gameGuard,
  failure: (status) => gameFailure(status),
  finish: (response) => ({
    ...response,
    headers: { 'cache-control': 'public, max-age=60', ...response.headers },
  }),
  routes: [
    get('/v1/players/{tag}', ({ world, params }) => json(playerBody(world, tagAsked(world, params.tag)))),
    get('/v1/players/{tag}/battlelog', ({ world, params }) =>
      json(battles(world, tagAsked(world, params.tag))),
    ),
    get('/v1/players/{tag}/upcomingchests', ({ world, params }) =>
      json({ items: upcomingChests(world, tagAsked(world, params.tag)) }),
    ),
    get('/v1/clans/{tag}', ({ world, params }) => json(clanBody(world, tagAsked(world, params.tag)))),
    get('/v1/clans/{tag}/members', (request) =>
      json(gamePage(request, members(request.world, tagAsked(request.world, request.params.tag)))),
    ),
    get('/v1/clans', (request) => {
      const { items, paging } = gamePage(request, clansNamed(request));
      return json({ items: items.map((tag) => clanFacts(request.world, tag)), paging });
    }),
    get('/v1/cards', ({ world }) => json(catalogue(world))),
    // Endpoints that the upstream has removed.
    get('/v1/clans/{tag}/currentwar', () => gameFailure(410)),
    get('/v1/clans/{tag}/warlog', () => gameFailure(404, 'This is switched off for now.')),
  ],
});

/** The members of a clan, those with the most trophies first. */
const members = (world: World, clan: string) =>
  roster
    .members(world, clan)
    .map((tag, seat) => member(world, tag, seat))
    .sort((one, other) => other.trophies - one.trophies)
    .map((each, index) => ({ ...each, clanRank: index + 1, previousClanRank: index + 1 }));

const locations = [
  { id: 57_000_006, name: 'International', isCountry: false },
  { id: 57_000_249, name: 'United States', isCountry: true, countryCode: 'US' },
  { id: 57_000_168, name: 'Norway', isCountry: true, countryCode: 'NO' },
];

/** A clan in a search. */
function clanFacts(world: World, tag: string) {
  const dice = world.of('cardgame.clan', tag);
  const list = members(world, tag);
  return {
    tag,
    name: clanName(world, tag),
    type: dice.pick(['open', 'inviteOnly', 'closed']),
    badgeId: badgeOf(world, tag),
    clanScore: Math.round(list.reduce((sum, { trophies }) => sum + trophies, 0) / 2),
    clanWarTrophies: dice.int(0, 4_000),
    location: dice.pick(locations),
    requiredTrophies: dice.int(0, 12) * 500,
    donationsPerWeek: list.reduce((sum, { donations }) => sum + donations, 0),
    clanChestLevel: 1,
    clanChestMaxLevel: 0,
    members: list.length,
  };
}

function clanBody(world: World, tag: string) {
  return {
    ...clanFacts(world, tag),
    description: withAccounts(
      world,
      'cardgame',
      world.of('cardgame.speaker', tag).handle(),
      world.of('cardgame.description', tag).sentence(),
    ),
    clanChestStatus: 'inactive',
    memberList: members(world, tag),
  };
}

/** The tags of all clans in a search, the shortest name first. */
function clansNamed({ world, query }: SandboxRequest): string[] {
  const requested = (query.get('name') ?? '').toLowerCase();
  if (requested.length < 3) refuse(gameFailure(400, 'Name needs to be at least three characters long.'));
  if (!world.exists(requested)) return [];
  const dice = world.of('cardgame.search', requested);
  const plain = capitalised(requested);
  const names = [
    plain,
    ...dice.sample(adjectives, dice.int(0, 60)).map((word) => `${capitalised(word)} ${plain}`),
    ...dice.sample(nouns, dice.int(0, 60)).map((word) => `${plain} ${capitalised(word)}`),
  ];
  return names.map((name) => world.idOf('cardgame.clan', name, inventTag));
}
