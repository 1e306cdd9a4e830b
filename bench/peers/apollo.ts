import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { GraphQLError } from 'graphql';
import { resolvers, typeDefs } from './graph.ts';
import { key } from './rest.ts';

const server = new ApolloServer({ typeDefs, resolvers });
await startStandaloneServer(server, {
  listen: { port: Number(process.env.PORT), host: '127.0.0.1' },
  context: async ({ req }) => {
    if (req.headers.authorization !== key) {
      throw new GraphQLError('A key is needed.', { extensions: { http: { status: 401 } } });
    }
    return {};
  },
});
