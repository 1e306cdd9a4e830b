import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { currentWeather, gameStreams, streamers } from './domain.ts';
import { key, reposBytes, weatherBytes } from './rest.ts';

/**
 * The floor: the least work that Node's own server can do. It checks the key, parses the body of a POST, and sends bytes
 * that exist already; the file RESPONSES_FILE (JSON: query text to body) holds those of the fixed queries. Only the
 * queries with variables that change their result are built for each request.
 */
const fixedResponses = new Map(
  Object.entries<string>(JSON.parse(readFileSync(process.env.RESPONSES_FILE!, 'utf8'))).map(
    ([query, text]) => [query, Buffer.from(text)],
  ),
);

function send(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(body.length),
  ]);
  response.end(body);
}

const paths: Readonly<Record<string, (query: URLSearchParams) => Buffer | Promise<Buffer>>> = {
  '/api/weather/current': (query) => weatherBytes(query.get('city')!),
  '/api/coderepo/repos': (query) => reposBytes(query.get('username')!),
};
const bodiesByTarget = new Map<string, Buffer>();

async function bodyOf(target: string): Promise<Buffer> {
  const { pathname, searchParams } = new URL(target, 'http://floor');
  const body = await paths[pathname]!(searchParams);
  bodiesByTarget.set(target, body);
  return body;
}

interface Variables {
  readonly game?: string;
  readonly first?: string;
  readonly second?: string;
  readonly third?: string;
}

const jsonBytes = (data: unknown) => Buffer.from(JSON.stringify({ data }));

async function streamsBytes(game: string): Promise<Buffer> {
  const streams = await gameStreams(game, 50);
  const users = await streamers(streams.map(({ userId }) => userId));
  const items = streams.map(({ id, title, viewerCount }, index) => {
    const { id: userId, login, displayName } = users[index]!;
    return { id, title, viewerCount, user: { id: userId, login, displayName } };
  });
  return jsonBytes({ livestream: { gameStreams: { items } } });
}

async function comparedWeather(city: string) {
  const { name, main, wind, weather } = await currentWeather(city);
  return {
    name,
    main: { temp: main.temp, humidity: main.humidity },
    wind: { speed: wind.speed },
    weather: weather.map(({ description }) => ({ description })),
  };
}

async function comparisonBytes({ first, second, third }: Variables): Promise<Buffer> {
  return jsonBytes({
    weather: {
      first: await comparedWeather(first!),
      second: await comparedWeather(second!),
      third: await comparedWeather(third!),
    },
  });
}

createServer((request, response) => {
  if (request.headers.authorization !== key) {
    response.writeHead(401).end();
    return;
  }
  if (request.method === 'POST') {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { query, variables }: { query: string; variables?: Variables } = JSON.parse(
        Buffer.concat(parts).toString(),
      );
      if (variables?.game) streamsBytes(variables.game).then((body) => send(response, body));
      else if (variables?.first) comparisonBytes(variables).then((body) => send(response, body));
      else send(response, fixedResponses.get(query)!);
    });
    return;
  }
  const target = request.url!;
  const body = bodiesByTarget.get(target);
  if (body) send(response, body);
  else bodyOf(target).then((built) => send(response, built));
}).listen(Number(process.env.PORT), '127.0.0.1');
