import Fastify from 'fastify';
import { key, reposBytes, weatherBytes } from './rest.ts';

const app = Fastify();
app.addHook('onRequest', (request, reply, done) => {
  if (request.headers.authorization === key) done();
  else reply.code(401).send();
});
const contentType = 'application/json; charset=utf-8';
app.get('/api/weather/current', async (request, reply) => {
  reply.type(contentType);
  return weatherBytes(request.query.city!);
});
app.get('/api/coderepo/repos', async (request, reply) => {
  reply.type(contentType);
  return reposBytes(request.query.username!);
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
