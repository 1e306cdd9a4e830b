import { capitalised } from './kernel/dice.ts';
import { nouns } from './kernel/vocabulary.ts';
import type { World } from './world.ts';

/** The names of a team, which its league, its games and the news say; the dice go on with its other facts. */
export function namesOfTeam(world: World, sport: string, league: string, index: number) {
  const dice = world.of('sports.team', league, index);
  const place = dice.placeName();
  const isClub = sport === 'soccer';
  const location = league.includes('college') ? `${place} ${dice.pick(['State', 'Tech', 'A&M'])}` : place;
  const nickname = isClub
    ? `${place} ${dice.pick(['City', 'United', 'Rovers', 'Athletic'])}`
    : `${capitalised(dice.pick(nouns))}s`;
  return { dice, place, location, nickname, displayName: isClub ? nickname : `${location} ${nickname}` };
}
