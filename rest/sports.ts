import { routes } from './kernel/route.ts';

const game = `
  fragment Team on SportsGameTeam { name abbreviation score logo record }
  fragment Game on SportsTeamGame { away_team: awayTeam { ...Team } home_team: homeTeam { ...Team } status }`;

const basketballScoreboard = (path: string, league: string) => ({
  path: `/api/sports/basketball/${path}/scoreboard`,
  example: {},
  document: `
    query ($date: String) {
      sports { scoreboard(league: ${league}, date: $date) { games(first: 500) { ...Game } } }
    }
    ${game}`,
});

const basketballTeams = (path: string, league: string) => ({
  path: `/api/sports/basketball/${path}/teams`,
  example: {},
  document: `{
    sports {
      teams(league: ${league}) { teams(first: 1000) { teamId name abbreviation location nickname color logo } }
    }
  }`,
});

export const sports = routes(
  'sports',
  {},
  basketballScoreboard('pro-men', 'BASKETBALL_PRO_MEN'),
  basketballTeams('pro-men', 'BASKETBALL_PRO_MEN'),
  basketballScoreboard('pro-women', 'BASKETBALL_PRO_WOMEN'),
  basketballScoreboard('womens-college-basketball', 'BASKETBALL_WOMENS_COLLEGE'),
  basketballTeams('mens-college-basketball', 'BASKETBALL_MENS_COLLEGE'),
  {
    path: '/api/sports/football/pro/scoreboard',
    example: {},
    document: `
      query ($date: String, $week: Int) {
        sports {
          scoreboard(league: FOOTBALL_PRO, date: $date, week: $week) {
            week
            season
            games(first: 500) { ...Game quarter: period }
          }
        }
      }
      ${game}`,
  },
  {
    path: '/api/sports/hockey/pro/scoreboard',
    example: {},
    document: `
      query ($date: String) {
        sports { scoreboard(league: HOCKEY_PRO, date: $date) { games(first: 500) { ...Game period clock detail } } }
      }
      ${game}`,
  },
  {
    path: '/api/sports/mma/pro/scoreboard',
    example: {},
    document: `
      query ($date: String) {
        sports {
          fights(date: $date) {
            games: cards {
              eventId
              name
              date
              status
              venue
              bouts {
                boutId
                date
                status
                weight_class: weightClass
                rounds
                round
                clock
                fighters { fighterId name record country winner }
                result { winner method round time }
              }
            }
          }
        }
      }`,
  },
  {
    path: '/api/sports/soccer',
    example: { league: 'england_top' },
    document: `
      query ($league: SportsSoccerLeague!, $date: String) {
        sports {
          soccer(league: $league, date: $date) {
            league_name: leagueName
            matches(first: 500) { ...Game league_name: leagueName }
          }
        }
      }
      ${game}`,
  },
);
