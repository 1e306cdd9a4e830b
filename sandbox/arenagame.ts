import { battles, rotation } from './arenagame-battles.ts';
import {
  clubName,
  fighters,
  fightersOf,
  playerBody,
  playerOf,
  rankedPlayers,
  roster,
} from './arenagame-players.ts';
import { json, refuse } from './kernel/answers.ts';
import { gameFailure, gameGuard, gamePage, inventTag, tagAsked } from './kernel/games.ts';
import { defineUpstream, get } from './kernel/upstream.ts';
import type { World } from './world.ts';

/** The Brawl Stars API. Any tag of letters and digits is a player, and any is a club. */
export const arenagame = defineUpstream({
  hosts: ['api.brawlstars.com'],
  guard: gameGuard,
  failure: (status) => gameFailure(status),
  finish: (answer) => ({ ...answer, headers: { 'cache-control': 'public, max-age=60', ...answer.headers } }),
  routes: [
    get('/v1/players/{tag}', ({ world, params }) => json(playerBody(world, tagAsked(world, params.tag)))),
    get('/v1/players/{tag}/battlelog', (request) =>
      json(gamePage(request, battles(request.world, tagAsked(request.world, request.params.tag)))),
    ),
    get('/v1/clubs/{tag}', ({ world, params }) => json(clubBody(world, tagAsked(world, params.tag)))),
    get('/v1/clubs/{tag}/members', (request) =>
      json(gamePage(request, members(request.world, tagAsked(request.world, request.params.tag)))),
    ),
    get('/v1/rankings/{country}/players', (request) =>
      json(
        gamePage(
          request,
          rankedPlayers(request.world, countryOf(request), ({ trophies }) => trophies),
        ),
      ),
    ),
    get('/v1/rankings/{country}/clubs', (request) =>
      json(gamePage(request, rankedClubs(request.world, countryOf(request)))),
    ),
    get('/v1/rankings/{country}/brawlers/{id}', (request) => {
      const { id } = fighterAsked(request.world, request.params.id);
      const ranking = `${countryOf(request)} ${id}`;
      return json(
        gamePage(
          request,
          rankedPlayers(request.world, ranking, (player) => trophiesWith(request.world, player.tag, id)),
        ),
      );
    }),
    get('/v1/brawlers', (request) => json(gamePage(request, fighters(request.world)))),
    get('/v1/brawlers/{id}', ({ world, params }) => json(fighterAsked(world, params.id))),
    get('/v1/events/rotation', ({ world, clock }) => json(rotation(world, clock.now()))),
  ],
});

/** `global`, or the two letters of a country. */
const countryOf = ({ params }: { readonly params: { readonly country: string } }): string =>
  /^(?:global|[a-z]{2})$/i.test(params.country) ? params.country.toLowerCase() : refuse(gameFailure(404));

const fighterAsked = (world: World, id: string) =>
  fighters(world).find((fighter) => String(fighter.id) === id) ?? refuse(gameFailure(404));

const trophiesWith = (world: World, tag: string, fighterId: number): number | undefined =>
  fightersOf(world, playerOf(world, tag)).find(({ id }) => id === fighterId)?.trophies;

/** By the seat in the club: one leads it, a few help. */
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
    description: dice.chance(0.9) ? dice.sentence() : '',
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
