import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { gameStreams, streamers } from './domain.js';
import { key, reposBytes, weatherBytes } from './rest.js';

/**
 * The least that Node's own server can take: a key check, and bytes that were made before. Queries are answered with
 * what the file ANSWERS_FILE (JSON: query text to answer) has for them; the body is parsed, as no server can do without.
 */
const answers = new Map(
  Object.entries(JSON.parse(readFileSync(process.env.ANSWERS_FILE, 'utf8'))).map(([query, text]) => [
    query,
    Buffer.from(text),
  ]),
);

function send(response, body) {
  response.writeHead(200, [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(body.length),
  ]);
  response.end(body);
}

const paths = {
  '/api/weather/current': (query) => weatherBytes(query.get('city')),
  '/api/coderepo/repos': (query) => reposBytes(query.get('username')),
};
const known = new Map();

async function find(target) {
  const { pathname, searchParams } = new URL(target, 'http://floor');
  const body = await paths[pathname](searchParams);
  known.set(target, body);
  return body;
}

async function streamsBytes(game) {
  const streams = await gameStreams(game, 50);
  const users = await streamers(streams.map(({ userId }) => userId));
  const items = streams.map(({ id, title, viewerCount }, index) => {
    const { id: userId, login, displayName } = users[index];
    return { id, title, viewerCount, user: { id: userId, login, displayName } };
  });
  return Buffer.from(JSON.stringify({ data: { livestream: { gameStreams: { items } } } }));
}

createServer((request, response) => {
  if (request.headers.authorization !== key) {
    response.writeHead(401).end();
    return;
  }
  if (request.method === 'POST') {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const { query, variables } = JSON.parse(Buffer.concat(parts).toString());
      if (variables?.game) streamsBytes(variables.game).then((body) => send(response, body));
      else send(response, answers.get(query));
    });
    return;
  }
  const body = known.get(request.url);
  if (body) send(response, body);
  else find(request.url).then((found) => send(response, found));
}).listen(Number(process.env.PORT), '127.0.0.1');
