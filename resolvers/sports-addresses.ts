import { leagues, soccerLeagues } from '../sources/sports.ts';
import { form, hostsOf, type PageKey } from './kernel/page-forms.ts';

const hosts = hostsOf('espn.com', 'm');

/** The leagues by the slugs in addresses. */
const leagueBySlug = new Map<string, string>(
  Object.entries(leagues).map(([league, place]) => [place.slug, league] as const),
);
const soccerLeagueBySlug = new Map<string, string>(
  Object.entries(soccerLeagues).map(([league, slug]) => [slug, league] as const),
);
const slugOf = (league: string) => leagues[league as keyof typeof leagues]?.slug ?? league;
const soccerSlugOf = (league: string) => soccerLeagues[league as keyof typeof soccerLeagues] ?? league;

const withLeague = <Name extends string>(key: PageKey<Name | 'league'>, by: ReadonlyMap<string, string>) => {
  const league = by.get(key.league);
  return league === undefined ? undefined : { ...key, league };
};

/** The addresses of pages of leagues and teams. A team is told by its number or its abbreviation. */
export const forms = [
  form('team', ['team', 'league'], {
    hosts,
    patterns: [
      /^\/(?<league>[a-z-]{1,40})\/team\/_\/id\/(?<team>[1-9]\d{0,8})(?:\/[^/]*)?$/,
      /^\/(?<league>[a-z-]{1,40})\/team\/_\/name\/(?<team>[a-z]{2,5})(?:\/[^/]*)?$/,
    ],
    convert: (key) => withLeague(key, leagueBySlug),
    write: ({ league, team }) =>
      `https://www.espn.com/${slugOf(league)}/team/_/${/^\d/.test(team) ? 'id' : 'name'}/${team}`,
  }),
  form('teams', ['league'], {
    hosts,
    patterns: [/^\/(?<league>[a-z-]{1,40})\/teams$/],
    convert: (key) => withLeague(key, leagueBySlug),
    write: ({ league }) => `https://www.espn.com/${slugOf(league)}/teams`,
  }),
  form('scoreboard', ['league'], {
    hosts,
    patterns: [/^\/(?<league>[a-z-]{1,40})\/scoreboard$/],
    convert: (key) => withLeague(key, leagueBySlug),
    write: ({ league }) => `https://www.espn.com/${slugOf(league)}/scoreboard`,
  }),
  form('soccer', ['league'], {
    hosts,
    patterns: [/^\/soccer\/(?:scoreboard|schedule)\/_\/league\/(?<league>[a-z0-9.]{1,40})$/],
    convert: (key) => withLeague(key, soccerLeagueBySlug),
    write: ({ league }) => `https://www.espn.com/soccer/scoreboard/_/league/${soccerSlugOf(league)}`,
  }),
] as const;
