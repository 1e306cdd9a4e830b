import { type GraphQLSchema, parse, validate } from 'graphql';

/** A query in one of GraphiQL's first tabs. */
export interface ExampleQuery {
  readonly query: string;
  /** JSON. */
  readonly variables?: string;
}

/** The query of the home page's command line. */
export const shortestQuery = '{ weather { current(city: "Oslo") { main { temp } } } }';

/**
 * The examples that groups declare as `extensions.examples` of their field of Query. An example that reads a group which
 * the schema lacks is left out.
 */
export function exampleQueriesFor(schema: GraphQLSchema): readonly ExampleQuery[] {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const declared = fields.flatMap(({ extensions }) => (extensions.examples ?? []) as readonly ExampleQuery[]);
  // TODO(lead): remove `fallback` once the groups declare their examples.
  const examples = declared.length > 0 ? declared : fallback;
  return examples
    .filter(({ query }) => validate(schema, parse(query)).length === 0)
    .map(({ query, variables }) => (variables === undefined ? { query } : { query, variables }));
}

const fallback: readonly ExampleQuery[] = [
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
