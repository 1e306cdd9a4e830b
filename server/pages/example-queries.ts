import { type GraphQLSchema, parse, validate } from 'graphql';

/** A document to begin with, as the explorer's tabs take it. */
export interface ExampleQuery {
  readonly query: string;
  /** JSON. */
  readonly variables?: string;
}

/** The shortest question that is worth asking from a command line. */
export const shortestQuery = '{ weather { current(city: "Oslo") { main { temp } } } }';

const questions: readonly ExampleQuery[] = [
  {
    query: `# The weather in a city now. Temperatures are in kelvin.
query WeatherNow {
  weather {
    current(city: "Oslo") {
      name
      main {
        temp
        feelsLike
        humidity
      }
      weather {
        description
      }
      wind {
        speed
        deg
      }
    }
  }
}
`,
  },
  {
    query: `# Someone on a code host, what they work on, and the weather where they live.
query UserAtHome {
  coderepo {
    user(username: "octocat") {
      name
      location
      weather {
        main {
          temp
        }
      }
      repos {
        name
        stars
      }
    }
  }
}
`,
  },
  {
    query: `# Two groups in one question. Where one of them fails, the other still answers.
query TwoGroups {
  weather {
    current(city: "Nairobi") {
      name
      main {
        temp
      }
    }
  }
  coderepo {
    repo(username: "octocat", repo: "hello-world") {
      stars
      commits {
        message
        author {
          name
          date
        }
      }
    }
  }
}
`,
  },
  {
    query: `# The next 24 hours at intervals of three. City and count stand under Variables.
query Forecast($city: String!, $count: Int) {
  weather {
    forecast(city: $city, count: $count) {
      city {
        name
        population
      }
      list {
        dtText
        pop
        main {
          temp
        }
        weather {
          description
        }
      }
    }
  }
}
`,
    variables: JSON.stringify({ city: 'Lisbon', count: 8 }, null, 2),
  },
];

/** The questions that this graph can answer: one about a group that has been removed is left out. */
export const exampleQueriesFor = (schema: GraphQLSchema): readonly ExampleQuery[] =>
  questions.filter(({ query }) => validate(schema, parse(query)).length === 0);
