import { battles, rotation } from './arenagame-battles.ts';
import { brawlify } from './arenagame-keyless.ts';
import {
  clubName,
  fighters,
  fightersOf,
  type Player,
  playerBody,
  playerOf,
  rankedPlayers,
  roster,
} from './arenagame-players.ts';
import { gameFailure, gameGuard, gamePage, inventTag, tagAsked } from './kernel/games.ts';
import { json, refuse, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, type SandboxRequest, type Upstream } from './kernel/upstream.ts';
import { withAccounts } from './people.ts';
import type { World } from './world.ts';

/** The Brawl Stars API. Any tag of letters and digits is a player, and any is a club. */
const official = defineUpstream({
  hosts: ['api.brawlstars.com'],
  guard: gameGuard,
  failure: (status) => gameFailure(status),
  finish: (response) => ({
    ...response,
    headers: { 'cache-control': 'public, max-age=60', ...response.headers },
  }),
  routes: [
    get('/v1/players/{tag}', ({ world, params }) => json(playerBody(world, tagAsked(world, params.tag)))),
    get('/v1/players/{tag}/battlelog', (request) => {
      const { world, params } = request;
      return page(request, battles(world, tagAsked(world, params.tag)));
    }),
    get('/v1/clubs/{tag}', ({ world, params }) => json(clubBody(world, tagAsked(world, params.tag)))),
    get('/v1/clubs/{tag}/members', (request) => {
      const { world, params } = request;
      return page(request, members(world, tagAsked(world, params.tag)));
    }),
    get('/v1/rankings/{country}/players', (request) => {
      const { world, params } = request;
      return page(request, rankedPlayers(world, countryOf(params), overall));
    }),
    get('/v1/rankings/{country}/clubs', (request) => {
      const { world, params } = request;
      return page(request, rankedClubs(world, countryOf(params)));
    }),
    get('/v1/rankings/{country}/brawlers/{id}', (request) => {
      const { world, params } = request;
      const { id } = fighterAsked(world, params.id);
      return page(request, rankedPlayers(world, `${countryOf(params)} ${id}`, withFighter(world, id)));
    }),
    get('/v1/brawlers', (request) => page(request, fighters(request.world))),
    get('/v1/brawlers/{id}', ({ world, params }) => json(fighterAsked(world, params.id))),
    get('/v1/events/rotation', ({ world, clock }) => json(rotation(world, clock.now()))),
  ],
});

/** All upstreams of the group. */
export const arenagame: readonly Upstream[] = [official, brawlify];

const page = (request: SandboxRequest, items: readonly unknown[]): SandboxResponse =>
  json(gamePage(request, items));

/** `global`, or the two letters of a country. */
const countryOf = ({ country }: { readonly country: string }): string =>
  /^(?:global|[a-z]{2})$/i.test(country) ? country.toLowerCase() : refuse(gameFailure(404));

const fighterAsked = (world: World, id: string) =>
  fighters(world).find((fighter) => String(fighter.id) === id) ?? refuse(gameFailure(404));

const overall = ({ trophies }: Player): number => trophies;

/** The trophies of a player with one fighter; undefined if the player does not have it. */
const withFighter = (world: World, fighterId: number) => (player: Player) =>
  fightersOf(world, player).find(({ id }) => id === fighterId)?.trophies;

/** The role by index in the club: one president, a few vice presidents. */
const roleAt = (seat: number): string =>
  seat === 0 ? 'president' : seat < 3 ? 'vicePresident' : seat < 6 ? 'senior' : 'member';

/** The members of a club, those with the most trophies first. */
function members(world: World, club: string) {
  return roster
    .members(world, club)
    .map((tag, seat) => {
      const { name, nameColor, icon, trophies } = playerOf(world, tag);
      return { tag, name, nameColor, role: roleAt(seat), trophies, icon };
    })
    .sort((one, other) => other.trophies - one.trophies);
}

function clubFacts(world: World, tag: string) {
  const list = members(world, tag);
  return {
    tag,
    name: clubName(world, tag),
    badgeId: 8_000_000 + world.of('arenagame.badge', tag).int(0, 60),
    trophies: list.reduce((sum, { trophies }) => sum + trophies, 0),
    members: list,
  };
}

function clubBody(world: World, tag: string) {
  const dice = world.of('arenagame.club', tag);
  return {
    ...clubFacts(world, tag),
    description: withAccounts(
      world,
      'arenagame',
      world.of('arenagame.speaker', tag).handle(),
      dice.chance(0.9) ? dice.sentence() : '',
    ),
    type: dice.pick(['open', 'inviteOnly', 'closed']),
    requiredTrophies: dice.int(0, 60) * 1000,
    isFamilyFriendly: dice.chance(0.5),
  };
}

/** The clubs with the most trophies. */
function rankedClubs(world: World, country: string) {
  const dice = world.of('arenagame.clubRanking', country);
  return Array.from({ length: 200 }, () => clubFacts(world, inventTag(dice)))
    .sort((one, other) => other.trophies - one.trophies)
    .map(({ members, ...club }, index) => ({ ...club, rank: index + 1, memberCount: members.length }));
}
