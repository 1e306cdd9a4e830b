import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { useStarted, useTestApp } from '../suite.ts';
import { inBrowser, inChromium, useChromium } from './chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const guide = readFileSync(`${root}/docs/clients.md`, 'utf8');

/** The lines of an example of docs/clients.md from the policies on, up to its client. */
function settingsOf(title: string): string {
  const [, text] = new RegExp(
    `\n## ${title}\n[^]*?(const \\{ (?:possible|embedded)Types[^]*?)\nconst client`,
  ).exec(guide)!;
  return text!;
}

const program = `
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider, useQuery } from '@apollo/client/react';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { getIntrospectionQuery } from 'graphql';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from './clients/typescript/src/index.ts';
import { liveLink } from './clients/typescript/src/apollo.ts';
import { liveExchange } from './clients/typescript/src/urql.ts';

globalThis.createClient = createClient;
const said = [];
for (const name of ['error', 'warn']) console[name] = (...parts) => said.push(parts.join(' '));
const until = async (check) => {
  for (let turn = 0; !check(); turn += 1) {
    if (turn > 1000) throw new Error('never: ' + check + ' ' + said.join());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

globalThis.runApollo = async (url, key) => {
  ${settingsOf('Apollo Client')}
  const sent = [];
  const counted = (...request) => { sent.push(request); return fetch(...request); };
  const http = new HttpLink({ uri: url + '/graphql', headers: { authorization: 'Bearer ' + key }, fetch: counted });
  const link = ApolloLink.from([liveLink(createClient({ url, key })), http]);
  const client = new ApolloClient({ cache: new InMemoryCache({ possibleTypes, typePolicies }), link });
  const shown = {};
  const Show = ({ name, query }) => {
    const result = useQuery(query);
    shown[name] = result;
    return null;
  };
  const queries = {
    name: gql\`{ cardgame { player(tag: "#2PP") { name } } }\`,
    trophies: gql\`{ cardgame { player(tag: "#2PP") { tag trophies } } }\`,
    wind: gql\`{ weather { current(city: "Oslo") { wind { speed } } } }\`,
    direction: gql\`{ weather { current(city: "Oslo") { wind { deg } main { temp } } } }\`,
    streams: gql\`query ($after: String) { livestream { topStreams(first: 2, after: $after) { next items { id title } } } }\`,
    short: gql\`{ livestream { topStreams(first: 2) { items { id title } } } }\`,
    long: gql\`{ livestream { topStreams(first: 5) { next items { id title } } } }\`,
    clips: gql\`query ($after: ID) { clips { trending(first: 2, after: $after) { next items(orderBy: VIEWS_DESC) { contentId } } } }\`,
    few: gql\`{ news { topHeadlines(category: SCIENCE) { next items(orderBy: PUBLISHED_DESC) { title } } } }\`,
    all: gql\`{ news { topHeadlines(category: SCIENCE) { next items { title } } } }\`,
    live: gql\`query Now @live { weather { current(city: "Bergen") { name } } }\`,
  };
  const components = Object.entries(queries).map(([name, query]) => h(Show, { key: name, name, query }));
  createRoot(document.body.appendChild(document.createElement('div'))).render(h(ApolloProvider, { client }, components));
  await until(() => Object.keys(queries).every((name) => shown[name]?.data));
  const before = sent.length;
  const { next } = shown.streams.data.livestream.topStreams;
  await shown.streams.fetchMore({ variables: { after: next } });
  await until(() => shown.streams.data.livestream.topStreams.items.length === 4);
  await shown.clips.fetchMore({ variables: { after: shown.clips.data.clips.trending.next } });
  await until(() => shown.clips.data.clips.trending.items.length === 4);
  return {
    requests: [before, sent.length],
    items: ['streams', 'long'].map((name) => shown[name].data.livestream.topStreams.items.length),
    player: client.readQuery({ query: gql\`{ cardgame { player(tag: "#2PP") { name trophies } } }\` }) !== null,
    live: shown.live.data.weather.current.name,
    said,
  };
};

globalThis.runUrql = async (url, key) => {
  ${settingsOf('urql')}
  const client = new Client({
    url: url + '/graphql',
    preferGetMethod: false,
    fetchOptions: { headers },
    exchanges: [cacheExchange({ keys, schema }), liveExchange(createClient({ url, key })), fetchExchange],
  });
  const asked = await client.query('{ cardgame { player(tag: "#2PP") { name cards { name } } } weather { current(city: "Oslo") { wind { speed } } } }', {});
  // A component that is mounted keeps its data when another one asks for what identifies the object.
  const mounted = {};
  const mount = (name, query) => client.query(query, {}).subscribe((result) => { mounted[name] = result; });
  mount('first', '{ arenagame { player(tag: "2PP00") { name } } clips { categories { categoryName } } }');
  await until(() => mounted.first);
  mount('second', '{ arenagame { player(tag: "2PP00") { tag nameColor } } clips { categories { categoryId } } }');
  await until(() => mounted.second && !mounted.second.stale);
  const { data: { arenagame, clips }, stale } = mounted.first;
  const kept = { player: arenagame.player?.name, category: clips.categories[0].categoryName, stale };
  // Fragments on other types have fields of the same alias.
  const user = '{ livestream { user(login: "lucaheron") { id displayName } } }';
  const { data: first } = await client.query(user, {});
  await client.query('{ lookup(url: "https://www.twitch.tv/lucaheron") { ... on MicroblogUser { id displayName: username } ... on LivestreamUser { id t: login } } }', {});
  const { data: second } = await client.query(user, {});
  const isKept = JSON.stringify(first) === JSON.stringify(second);
  const live = await new Promise((resolve) => {
    const { unsubscribe } = client.query('query Now @live { weather { current(city: "Bergen") { name } } }', {}).subscribe((result) => {
      // The introspection lets Graphcache begin with a partial result.
      if (result.stale) return;
      resolve(result.data?.weather.current.name ?? String(result.error));
      setTimeout(() => unsubscribe());
    });
  });
  return { wind: typeof asked.data.weather.current.wind.speed, live, kept, isKept, error: asked.error?.message, said };
};
`;

describe(`clients in a page of another origin ${inChromium}`, inBrowser, () => {
  const app = useTestApp({ environment: { CORS_ORIGINS: 'loopback' } });
  const chromium = useChromium();
  const site = useStarted(async () => {
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: root },
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'browser',
      define: {
        'process.env.NODE_ENV': '"development"',
        'process.env.KEY': 'key',
        'globalThis.__DEV__': 'true',
      },
    });
    const server = createServer((request, response) => {
      const isScript = request.url === '/page.js';
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
      response.end(isScript ? outputFiles[0]!.text : '<!doctype html><body><script src="/page.js"></script>');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return server;
  });

  async function openPage() {
    const { tab } = await chromium.open();
    await tab.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
    return tab;
  }
  const inPage = async <Result>(expression: string) => (await openPage()).evaluate<Result>(expression);

  it('Apollo Client: mounted components share objects without id and pages, and follow @live', async () => {
    expect(await inPage(`runApollo('${app.baseUrl}', '${app.key}')`)).toEqual({
      requests: [10, 12],
      items: [4, 5],
      player: true,
      live: 'Bergen',
      said: [],
    });
  });

  it('Graphcache: there are no warnings, components keep their data, and the exchange follows @live', async () => {
    expect(await inPage(`runUrql('${app.baseUrl}', '${app.key}')`)).toEqual({
      wind: 'number',
      live: 'Bergen',
      kept: { player: expect.stringMatching(/./), category: expect.stringMatching(/./), stale: false },
      isKept: true,
      error: undefined,
      said: [],
    });
  });

  it('tickets open events, a picture and a download, which send no header', async () => {
    const tab = await openPage();
    const result = await tab.evaluate<Record<string, unknown>>(`(async () => {
      const almanac = createClient({ url: '${app.baseUrl}', key: '${app.key}' });
      const source = new EventSource(await almanac.ticket('/api/weather/current', { city: 'Oslo', fields: 'name' }));
      const { data } = await new Promise((resolve, reject) => Object.assign(source, { onmessage: resolve, onerror: reject }));
      source.close();
      const image = document.body.appendChild(new Image());
      image.src = await almanac.ticket('/api/cubegame/avatar', { uuid: '069a79f444e94726a5befca90e38aaf5', size: 64 });
      await image.decode();
      const wrong = new Image();
      wrong.src = image.src.replace('size=64', 'size=65');
      const refusal = await wrong.decode().catch(({ name }) => name);
      const link = document.body.appendChild(document.createElement('a'));
      link.textContent = 'The video';
      link.href = await almanac.ticket('/api/shortvideo/download', { url: 'https://www.tiktok.com/@tiktok/video/7231338487075638570' });
      return { event: JSON.parse(data), width: image.naturalWidth, refusal };
    })()`);
    expect(result).toEqual({ event: { name: 'Oslo' }, width: 64, refusal: 'EncodingError' });
    const [download] = await Promise.all([
      tab.waitForEvent('download'),
      tab.getByRole('link', { name: 'The video' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('7231338487075638570.mp4');
    expect((await stat(await download.path())).size).toBeGreaterThan(1_000);
  });
});
