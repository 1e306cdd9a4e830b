/** Queries over several groups, which GraphiQL opens after those that the groups declare. Each has a name for its tab. */
export const crossDomainQueries: readonly string[] = [
  `# A song with its album and artist, and what the video site and the news have of them.
query SongOfTheDay {
  music {
    search(song: "Low Tide", artist: "The Almanacs") {
      track {
        name
        durationMs
      }
      album {
        name
        releaseDate
        label
      }
      artist {
        name
        monthlyListeners
      }
    }
  }
  videosite {
    search(query: "Low Tide The Almanacs", first: 3) {
      count
    }
  }
}
`,
  `# One name on three sites: a group that has no such user is null, and the others still answer.
query OneNameManySites {
  coderepo {
    user(username: "jack") {
      name
      location
    }
  }
  microblog {
    user(username: "jack") {
      displayName
      followers
    }
  }
  livestream {
    user(login: "jack") {
      displayName
      channel {
        title
      }
    }
  }
}
`,
  `# Tonight's games and what is written about the league.
query MatchDay {
  sports {
    scoreboard(league: BASKETBALL_PRO_MEN) {
      leagueName
      games {
        date
        venue
        homeTeam {
          name
          score
        }
        awayTeam {
          name
          score
        }
      }
    }
  }
  news {
    topHeadlines(category: SPORTS) {
      items {
        title
        url
      }
    }
  }
}
`,
  `# A film for the evening, the weather on the way there, and what is streamed meanwhile.
query EveningOut {
  titledb {
    title(title: "Metropolis") {
      title
      year
      director
      plot
    }
  }
  weather {
    current(city: "Berlin") {
      main {
        temp
      }
    }
  }
  livestream {
    topStreams(first: 3) {
      items {
        title
        viewerCount
        user {
          displayName
        }
      }
    }
  }
}
`,
];
