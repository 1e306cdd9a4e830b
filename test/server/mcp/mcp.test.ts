import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeGroups } from '../../../rest/index.ts';
import { compileRoutes } from '../../../rest/kernel/compile.ts';
import { edgeExamples, ownExamples } from '../../../schema/examples.ts';
import { schema } from '../../../schema/index.ts';
import { createPreparer } from '../../../schema/kernel/prepare.ts';
import { createCatalogue } from '../../../server/mcp/catalogue.ts';
import { useTestApp } from '../../suite.ts';
import { strangeTasks, tasks } from './tasks.ts';

const app = useTestApp();
let client: Client;
beforeAll(async () => {
  client = await connect({ authorization: `Bearer ${app.key}` });
});
afterAll(async () => {
  await client.close();
});

async function connect(headers: Record<string, string>): Promise<Client> {
  const connected = new Client({ name: 'test', version: '1' });
  const url = new URL('/mcp', app.baseUrl);
  await connected.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return connected;
}

async function call(name: string, given: Record<string, unknown>, of = client) {
  const result = await of.callTool({ name, arguments: given });
  const [content] = result.content;
  const text = content?.type === 'text' ? content.text : '';
  return { isError: result.isError === true, text };
}

const json = async (name: string, given: Record<string, unknown>) =>
  JSON.parse((await call(name, given)).text);

describe('the tools of /mcp', () => {
  it('are four', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['find', 'ask', 'query', 'identify']);
  });

  it('bound lengths by integers, as JSON Schema has it', async () => {
    const { tools } = await client.listTools();
    const lengths = [...JSON.stringify(tools).matchAll(/"m(?:ax|in)Length":([^,}]+)/g)].map(([, text]) =>
      Number(text),
    );
    expect(lengths.length).toBeGreaterThan(3);
    expect(lengths.filter((length) => !Number.isInteger(length))).toEqual([]);
  });

  it.each([
    ['forcast', 'weatherForecast'],
    ['who is live streaming now', 'livestreamStreamsTop'],
    ['Comments below a YouTube video', 'videositeComments'],
    ['did the Lakers win last night', 'sportsBasketballProMenScoreboard'],
    ['twitch vods', 'livestreamVideos'],
    ['history of the names of a block game player', 'blockgameUsernameHistory'],
    ['headlines', 'newsTopHeadlines'],
    ['bundesliga', 'sportsSoccer'],
    ['wnba', 'sportsBasketballProWomenScoreboard'],
    ['stanley cup results', 'sportsHockeyProScoreboard'],
    ['clash royale deck of a player', 'cardgamePlayerByPlayerTag'],
    ['/api/music/artist/discography', 'musicArtistDiscography'],
  ])('find the question for %j first', async (text, id) => {
    const found: { id: string }[] = await json('find', { text });
    expect(found[0]!.id).toBe(id);
  });

  const preparer = createPreparer(schema);
  const catalogue = createCatalogue(preparer, compileRoutes(preparer, routeGroups));

  it('find what tasks need: 88 % first, 98 % among five, and nothing for strange ones', () => {
    const links = new Map(
      Object.entries({ ...edgeExamples, ...ownExamples }).map(([name, query]) => [query, name]),
    );
    const places = tasks.map(({ task, fitting }) => {
      const names = catalogue
        .find(task, 5)
        .map((entry) => ('query' in entry ? (links.get(entry.query) ?? entry.about) : entry.id));
      return names.findIndex((name) => fitting.includes(name));
    });
    const part = (fits: (place: number) => boolean) => places.filter(fits).length / tasks.length;
    expect(tasks.length).toBeGreaterThanOrEqual(320);
    expect(part((place) => place === 0)).toBeGreaterThanOrEqual(0.88);
    expect(part((place) => place >= 0)).toBeGreaterThanOrEqual(0.98);
    expect(strangeTasks.filter((task) => catalogue.find(task, 1).length > 0)).toEqual([]);
  });

  it.each([
    [
      'a file',
      'save a TikTok as mp4 file',
      'shortvideoDownload',
      'By REST: GET /api/shortvideo/download with url: a file.',
    ],
    [
      'an upload',
      'tune recorded on my phone',
      'songidIdentifyUpload',
      expect.stringContaining('by the tool "identify"'),
    ],
    ['an address', 'lookup', 'lookup', expect.stringContaining('lookup(url:)')],
    ['several routes', '/api/batch', 'batch', expect.stringContaining('POST /api/batch')],
  ])('say how to ask for %s, which no question does', async (_, text, id, how) => {
    const [first] = await json('find', { text });
    expect(first).toEqual({ id, about: expect.any(String), how });
    expect(await call('ask', { question: id })).toEqual({ isError: true, text: how });
  });

  it('name the permission beside those of groups', async () => {
    const found: { needs?: string[] }[] = await json('find', { text: 'songidIdentify', first: 20 });
    expect(found).toContainEqual(expect.objectContaining({ id: 'songidIdentify', needs: ['songid:files'] }));
    expect(found).toContainEqual(
      expect.objectContaining({ query: expect.anything(), needs: ['songid:files'] }),
    );
    expect(found.filter(({ needs }) => !needs)).not.toEqual([]);
  });

  it.each([
    ['how many stars does %s have', 'coderepoRepo', ['facebook/react', 'vercel/next.js', '"torvalds/linux"']],
    [
      'find the song %s',
      'musicSearch',
      ['Hotel California by Eagles', 'Smells Like Teen Spirit by Nirvana', 'low tide'],
    ],
    ['battle log of %s', 'arenagameBattlelogByTag', ['2PP', '#2PP', 'SomeBody']],
  ])('find %j whatever the name is', (task, id, names) => {
    const firsts = names.map((name) => catalogue.find(task.replace('%s', name), 1)[0]);
    expect(firsts).toEqual(names.map(() => expect.objectContaining({ id })));
  });

  it('find each question of docs/graph.md by its words', () => {
    const guide = readFileSync(new URL('../../../docs/graph.md', import.meta.url), 'utf8');
    const questions = Array.from(guide.matchAll(/^### \d+\. (.+)$/gm), ([, question]) => question!);
    expect(questions.length).toBe(20);
    expect(questions.filter((each) => !catalogue.find(each, 10).some(({ about }) => about === each))).toEqual(
      [],
    );
  });

  it('have structured content by their schemas, with what is left of the limit', async () => {
    const { tools } = await client.listTools();
    expect(tools.filter(({ outputSchema }) => !outputSchema)).toEqual([]);
    const limit = { remaining: expect.any(Number), resetAt: expect.any(Number) };
    const asked = await client.callTool({
      name: 'ask',
      arguments: { question: 'weatherCurrent', parameters: { city: 'Oslo' }, fields: 'name' },
    });
    expect(asked.structuredContent).toEqual({ body: { name: 'Oslo' }, limit });
    const found = await client.callTool({ name: 'find', arguments: { text: 'current weather', first: 1 } });
    expect(found.structuredContent).toMatchObject({
      questions: [{ id: 'weatherCurrent', members: expect.arrayContaining(['name', 'main.temp']) }],
      nothingFits: false,
    });
    const strange = await client.callTool({ name: 'find', arguments: { text: strangeTasks[0]! } });
    expect(strange.structuredContent).toMatchObject({ questions: [], queries: [], nothingFits: true });
  });

  it('are announced with resources, each of which can be read', async () => {
    expect(client.getServerCapabilities()).toEqual({
      tools: { listChanged: false },
      resources: { listChanged: false },
    });
    const { resources } = await client.listResources();
    const texts = await Promise.all(
      resources.map(async ({ uri }) => {
        const [content] = (await client.readResource({ uri })).contents;
        return content && 'text' in content ? content.text : '';
      }),
    );
    expect(resources.map(({ name }) => name)).toEqual(['schema', 'clients', 'graph', 'lookup']);
    expect(texts[0]).toContain('type Query');
    expect(texts.slice(1).every((text) => text.startsWith('# '))).toBe(true);
  });

  it.each(['the of a', 'what is it about', 'zzzzz', 'constructor'])(
    'say what groups there are for %j',
    async (text) => {
      const { isError, text: told } = await call('find', { text });
      expect(isError).toBe(false);
      expect(told).toMatch(/^No question has these words[\s\S]*\nweather: The weather now/);
    },
  );

  it.each([
    ['WeatherCurrent', /^"""[\s\S]*type WeatherCurrent/],
    ['Query', /type Query \{[\s\S]*weather: /],
    ['temperature humidity', /type WeatherMeasurements/],
  ])('find types for %j', async (text, shown) => {
    expect((await call('find', { text, in: 'types' })).text).toMatch(shown);
  });

  it('ask a question, as the route answers', async () => {
    const { body } = await app.ask('/api/weather/current?city=Oslo');
    expect(await json('ask', { question: 'weatherCurrent', parameters: { city: 'Oslo' } })).toEqual(body);
  });

  it('ask for members, and fill parameters of the path', async () => {
    expect(
      await json('ask', { question: 'coderepoUser', parameters: { username: 'octocat' }, fields: 'login' }),
    ).toEqual({ success: true, data: { login: 'octocat' } });
    const player = await json('ask', {
      question: 'blockgameByUsername',
      parameters: { username: 'builderman' },
    });
    expect(player).toEqual((await app.ask('/api/blockgame/builderman')).body);
  });

  it.each([
    ['an unknown question', { question: 'weatherNow' }, /^There is no question "weatherNow"/],
    [
      'an unknown parameter',
      { question: 'weatherCurrent', parameters: { town: 'Oslo' } },
      /takes no "town"; its parameters: city\.$/,
    ],
    [
      'a parameter that objects have',
      { question: 'weatherCurrent', parameters: { city: 'Oslo', constructor: 'x' } },
      /takes no "constructor"/,
    ],
    [
      'a parameter that is not among the parameters',
      { question: 'weatherCurrent', city: 'Oslo' },
      /city: parameters of the question belong in "parameters"/,
    ],
    [
      'a parameter without a value',
      { question: 'weatherCurrent', parameters: { city: null } },
      /parameters\.city: must be a text, .*; leave out a parameter without a value/,
    ],
    ['a missing parameter', { question: 'weatherCurrent' }, /^400: .*city is required/],
    ['what there is not', { question: 'coderepoUser', parameters: { username: 'notfoundcat' } }, /^404: /],
  ])('say what is wrong with %s', async (_, given, text) => {
    expect(await call('ask', given)).toEqual({ isError: true, text: expect.stringMatching(text) });
  });

  it('query the graph across groups', async () => {
    const query = `query ($city: String!) {
      weather { current(city: $city) { name } } coderepo { user(username: "octocat") { login } } }`;
    expect((await json('query', { query, variables: { city: 'Lima' } })).data).toEqual({
      weather: { current: { name: 'Lima' } },
      coderepo: { user: { login: 'octocat' } },
    });
  });

  it('query one operation of several', async () => {
    const query = 'query A { a: __typename } query B { b: __typename }';
    expect((await json('query', { query, operationName: 'B' })).data).toEqual({ b: 'Query' });
  });

  it.each([
    ['a query that cannot be parsed', '{ weather {'],
    ['an unknown field', '{ weather { current(city: "Oslo") { colour } } }'],
    ['a missing variable', 'query ($city: String!) { weather { current(city: $city) { name } } }'],
  ])('report %s as an error', async (_, query) => {
    expect((await call('query', { query })).isError).toBe(true);
  });

  it.each([
    ['ask', { question: 'livestreamStreamsTop', parameters: { first: 100 }, maxCharacters: 5_000 }],
    ['ask', { question: 'brgameCosmetics', parameters: { language: 'en' }, maxCharacters: 20_000 }],
    ['query', { query: '{ livestream { topStreams(first: 99) { items { title } } } }', maxCharacters: 2000 }],
  ])('cut the lists of an answer of %s to the size that is stated: %j', async (name, given) => {
    const { content } = await client.callTool({ name, arguments: given });
    const [answer, note, ...more] = content.map((part) => (part.type === 'text' ? part.text : ''));
    expect(answer!.length).toBeLessThanOrEqual(given.maxCharacters);
    expect(answer!.length).toBeGreaterThan(given.maxCharacters / 3);
    expect(JSON.parse(answer!)).toEqual(expect.any(Object));
    expect(note).toMatch(/^The answer has \d+ characters, more than \d+: its lists are cut to \d+ elements/);
    expect(more).toEqual([]);
  });

  it('refuse an answer that no cut makes short enough', async () => {
    const given = { question: 'brgameStatsBr', parameters: { name: 'Ninja' }, maxCharacters: 200 };
    expect(await call('ask', given)).toEqual({
      isError: true,
      text: expect.stringMatching(/^The answer has \d+ characters, more than 200 even with one element/),
    });
  });
});

describe('identify', () => {
  const base64 = readFileSync('examples/clip.webm').toString('base64');
  it.each([
    ['with line breaks', base64.replace(/.{76}/g, '$&\r\n')],
    ['without padding', base64.replace(/=+$/, '')],
  ])('takes base64 %s', async (_, text) => {
    expect(await json('identify', { base64: text })).toHaveProperty('matched');
  });

  it('takes sound of any format in base64', async () => {
    const mp4 = readFileSync('examples/clip.mp4').toString('base64');
    expect(await json('identify', { base64: mp4 })).toHaveProperty('matched', true);
  });

  it('names the ways that its transport has', async () => {
    const { tools } = await client.listTools();
    const { description, inputSchema } = tools.find(({ name }) => name === 'identify')!;
    expect(Object.keys(inputSchema.properties!)).toEqual(['sha256', 'base64']);
    expect(description + JSON.stringify(inputSchema)).not.toMatch(/\bpath\b/);
  });

  it('takes the SHA-256 of a recording that was sent before, in either case', async () => {
    const sha256 = createHash('sha256').update(readFileSync('examples/clip.webm')).digest('hex');
    for (const given of [sha256, sha256.toUpperCase()]) {
      expect(await json('identify', { sha256: given })).toMatchObject({
        data: { songid: { identified: { matched: true } } },
      });
    }
    expect(await call('identify', { sha256: '0'.repeat(64) })).toMatchObject({ isError: true });
    expect(await call('identify', { path: '/etc/hostname' })).toEqual({
      isError: true,
      text: 'State one of sha256 and base64.',
    });
  });

  it('says what is wrong with other text', async () => {
    expect(await call('identify', { base64: 'data:audio/webm;base64,AAAA' })).toEqual({
      isError: true,
      text: 'base64 must be the bytes of the file in base64.',
    });
  });
});

const send = async (
  message: unknown,
  headers: Record<string, string> = { authorization: `Bearer ${app.key}` },
) =>
  app.ask('/mcp', {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(message),
  });
const calling = (name: string, given: Record<string, unknown>) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});
const search = calling('find', { text: 'weather' });

describe('a message of /mcp', () => {
  it('is one: a batch is a 400 with an error of JSON-RPC', async () => {
    const { status, body } = await send([search, search]);
    expect([status, body]).toEqual([
      400,
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32_600 }) },
    ]);
  });

  it.each([
    ['another page', 'https://pages.example', 403],
    ['no origin that can be compared', 'null', 403],
    ['this machine', 'http://localhost:6274', 200],
    ['the service itself', 'own', 200],
  ])('from %s is answered by its origin', async (_, origin, status) => {
    const headers = { authorization: `Bearer ${app.key}`, origin: origin === 'own' ? app.baseUrl : origin };
    expect((await send(search, headers)).status).toBe(status);
  });
});

describe('a key at /mcp', () => {
  it('pays for searches beyond ten in a minute', async () => {
    const headers = await app.issue({ perMinute: 3 });
    for (let times = 0; times < 12; times += 1) expect((await send(search, headers)).status).toBe(200);
    expect((await app.ask('/api/me', { headers })).body.remaining).toBe(0);
  });

  it('sends one request by the call of a tool', async () => {
    const headers = await app.issue({ perSecond: 1 });
    const asked = await send(
      calling('ask', { question: 'weatherCurrent', parameters: { city: 'Oslo' } }),
      headers,
    );
    expect(asked.text).not.toContain('429');
    expect((await send(search, headers)).status).toBe(429);
  });

  it('is charged for questions, and not for messages', async () => {
    const headers = await app.issue({ perMinute: 3 });
    const own = await connect(headers);
    await own.listTools();
    await call('find', { text: 'weather' }, own);
    const ask = () => call('ask', { question: 'weatherCurrent', parameters: { city: 'Oslo' } }, own);
    expect([(await ask()).isError, (await ask()).isError, (await ask()).isError]).toEqual([
      false,
      false,
      false,
    ]);
    expect(await ask()).toEqual({ isError: true, text: expect.stringMatching(/^429: /) });
    await own.close();
  });

  it('has its permissions there, too', async () => {
    const own = await connect(await app.issue({ groups: ['weather'] }));
    const given = { question: 'coderepoUser', parameters: { username: 'octocat' } };
    expect(await call('ask', given, own)).toEqual({ isError: true, text: expect.stringMatching(/^403: /) });
    await own.close();
  });

  it.each([
    ['no key', {}],
    ['a wrong key', { authorization: 'Bearer none' }],
  ])('is needed: %s is 401', async (_, headers) => {
    const response = await fetch(`${app.baseUrl}/mcp`, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(401);
  });

  it.each([
    ['GET', undefined, 405],
    ['POST', 'x'.repeat(1_600_000), 400],
    ['POST', 'no JSON', 400],
  ])('is told what is wrong with %s', async (method, body, status) => {
    const response = await app.ask('/mcp', {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...(body !== undefined && { body }),
    });
    expect(response.status).toBe(status);
  });
});

describe('/llms.txt', () => {
  it('leads to the tools and to every group', async () => {
    const { status, text } = await app.ask('/llms.txt');
    expect(status).toBe(200);
    expect(text).toContain(`(${app.baseUrl}/mcp)`);
    expect(text.match(/#group-/g)).toHaveLength(19);
  });
});
