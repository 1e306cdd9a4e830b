import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import { resolvers, typeDefs } from './graph.ts';
import { key } from './rest.ts';

const yoga = createYoga({ schema: createSchema({ typeDefs, resolvers }), logging: false });
createServer((request, response) => {
  if (request.headers.authorization === key) yoga(request, response);
  else response.writeHead(401).end();
}).listen(Number(process.env.PORT), '127.0.0.1');
