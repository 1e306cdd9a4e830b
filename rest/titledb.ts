import { routes } from './kernel/route.ts';

const listing = `
  fragment Listing on TitledbListing {
    Title: title
    Year: year
    titledbID: titledbId
    Type: type
    Poster: poster
  }`;

const title = `
  fragment Title on TitledbTitle {
    ...Listing
    Rated: rated
    Released: released
    Runtime: runtime
    Genre: genre
    Director: director
    Writer: writer
    Actors: actors
    Plot: plot
    Language: language
    Country: country
    Awards: awards
    Ratings: ratings { Source: source Value: value }
    Metascore: metascore
    titledbRating
    titledbVotes
    DVD: dvd
    BoxOffice: boxOffice
    Production: production
    Website: website
    Response: response
  }
  ${listing}`;

export const titledb = routes(
  'titledb',
  {},
  {
    path: '/api/titledb/title',
    example: { title: 'Metropolis' },
    document: `
      query ($title: String!, $year: Int, $plot: TitledbPlot, $type: TitledbType) {
        titledb { title(title: $title, year: $year, plot: $plot, type: $type) { ...Title } }
      }
      ${title}`,
  },
  {
    path: '/api/titledb/id',
    example: { id: 'tt0017136' },
    document: `
      query ($id: ID!, $plot: TitledbPlot) {
        titledb { titleById(id: $id, plot: $plot) { ...Title } }
      }
      ${title}`,
  },
  {
    path: '/api/titledb/search',
    example: { query: 'metropolis' },
    document: `
      query ($query: String!, $page: ID, $year: Int, $type: TitledbType) {
        titledb {
          search(query: $query, after: $page, year: $year, type: $type) {
            Search: items { ...Listing }
            totalResults: totalText
            Response: response
          }
        }
      }
      ${listing}`,
  },
  {
    path: '/api/titledb/season',
    example: { title: 'Harbor Lights', season: '1' },
    document: `
      query ($title: String, $id: ID, $season: Int!) {
        titledb {
          season(title: $title, id: $id, season: $season) {
            Title: title
            Season: season
            totalSeasons
            Episodes: episodes(first: 500) {
              Title: title
              Released: released
              Episode: episode
              titledbRating
              titledbID: titledbId
            }
            Response: response
          }
        }
      }`,
  },
);
