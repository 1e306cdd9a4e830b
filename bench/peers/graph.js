import DataLoader from 'dataloader';
import { currentWeather, gameStreams, repo, repos, streamer, streamers, user } from './domain.js';

/** The part of the graph that the workloads ask, as a team would write it with the usual tools. */
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
    id: ID!
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
  type CoderepoOwner {
    id: ID!
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
    owner: CoderepoOwner!
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

export const resolvers = {
  Query: { weather: namespace, coderepo: namespace, livestream: namespace },
  Weather: { current: (_, { city }) => currentWeather(city) },
  Coderepo: {
    user: (_, { username }) => user(username),
    repo: (_, asked) => repo(asked.username, asked.repo),
    repos: (_, { username }) => repos(username),
  },
  Livestream: {
    gameStreams: async (_, { gameId, first }) => ({ items: await gameStreams(gameId, first) }),
    userById: (_, { id }) => streamer(id),
  },
  LivestreamStream: { user: ({ userId }, _, context) => usersOf(context).load(userId) },
};

/** A loader for each request, as usual; made only by those that load. */
function usersOf(context) {
  context.users ??= new DataLoader(streamers);
  return context.users;
}
