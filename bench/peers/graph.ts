import DataLoader from 'dataloader';
import { currentWeather, gameStreams, repo, repos, streamer, streamers, user } from './domain.ts';

/** The part of almanac's schema that the workloads query, with conventional resolvers. */
export const typeDefs = /* GraphQL */ `
  type Query {
    weather: Weather!
    coderepo: Coderepo!
    livestream: Livestream!
  }
  type Weather {
    current(city: String!): WeatherCurrent
  }
  type WeatherCurrent {
    placeId: ID!
    name: String!
    dt: Int!
    main: WeatherMeasurements!
    wind: WeatherWind!
    weather: [WeatherCondition!]!
  }
  type WeatherMeasurements {
    temp: Float!
    feelsLike: Float
    pressure: Float!
    humidity: Float!
  }
  type WeatherWind {
    speed: Float!
    deg: Float
  }
  type WeatherCondition {
    main: String!
    description: String!
  }
  type Coderepo {
    user(username: String!): CoderepoUser
    repo(username: String!, repo: String!): CoderepoRepo
    repos(username: String!): [CoderepoRepo!]
  }
  type CoderepoUser {
    login: String!
    name: String
    bio: String
    publicRepos: Int!
    followers: Int!
  }
  type CoderepoUserRef {
    userId: ID!
    login: String!
    avatarUrl: String!
    url: String!
    type: String!
  }
  type CoderepoRepo {
    id: ID!
    name: String!
    private: Boolean!
    description: String
    fork: Boolean!
    url: String!
    createdAt: String!
    updatedAt: String!
    stars: Int!
    watchers: Int!
    forks: Int!
    language: String
    archived: Boolean!
    topics: [String!]!
    owner: CoderepoUserRef!
  }
  type Livestream {
    gameStreams(gameId: ID!, first: Int = 20): LivestreamStreamPage
    userById(id: ID!): LivestreamUser
  }
  type LivestreamStreamPage {
    items: [LivestreamStream!]!
  }
  type LivestreamStream {
    id: ID!
    title: String!
    viewerCount: Int!
    user: LivestreamUser
  }
  type LivestreamUser {
    id: ID!
    login: String!
    displayName: String!
  }
`;

const namespace = () => ({});

interface Loaders {
  streamers?: DataLoader<string, Awaited<ReturnType<typeof streamers>>[number]>;
}

/** One loader per request, created by the first resolver that needs it. */
function streamerLoader(context: Loaders) {
  context.streamers ??= new DataLoader(streamers);
  return context.streamers;
}

export const resolvers = {
  Query: { weather: namespace, coderepo: namespace, livestream: namespace },
  WeatherCurrent: { placeId: ({ id }: { id: number }) => id },
  CoderepoUserRef: { userId: ({ id }: { id: number }) => id },
  Weather: { current: (_: unknown, { city }: { city: string }) => currentWeather(city) },
  Coderepo: {
    user: (_: unknown, { username }: { username: string }) => user(username),
    repo: (_: unknown, args: { username: string; repo: string }) => repo(args.username, args.repo),
    repos: (_: unknown, { username }: { username: string }) => repos(username),
  },
  Livestream: {
    gameStreams: async (_: unknown, { gameId, first }: { gameId: string; first: number }) => ({
      items: await gameStreams(gameId, first),
    }),
    userById: (_: unknown, { id }: { id: string }) => streamer(id),
  },
  LivestreamStream: {
    user: ({ userId }: { userId: string }, _: unknown, context: Loaders) =>
      streamerLoader(context).load(userId),
  },
};
