import Fastify from 'fastify';
import mercurius from 'mercurius';
import { resolvers, typeDefs } from './graph.ts';
import { key } from './rest.ts';

const app = Fastify();
app.addHook('onRequest', (request, reply, done) => {
  if (request.headers.authorization === key) done();
  else reply.code(401).send();
});
await app.register(mercurius, { schema: typeDefs, resolvers, jit: 1, context: () => ({}) });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
