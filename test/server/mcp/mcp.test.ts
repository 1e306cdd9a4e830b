import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../app.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await startTestApp();
  client = await connect({ authorization: `Bearer ${app.key}` });
});
afterAll(async () => {
  await client.close();
  await app.close();
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

  it.each([
    ['weather forecast', 'weatherForecast'],
    ['who is live streaming now', 'livestreamStream'],
    ['chess clubs', undefined],
    ['history of the names of a block game player', 'blockgameUsernameHistory'],
    ['film by title', 'titledbTitle'],
    ['headlines', 'newsTopHeadlines'],
  ])('find questions for %j', async (text, id) => {
    const found: { id: string }[] = await json('find', { text });
    if (id !== undefined) expect(found.map((each) => each.id)).toContain(id);
  });

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

  it('cut an answer to the size that is stated', async () => {
    const given = { question: 'brgameCosmetics', parameters: { language: 'en' }, maxCharacters: 500 };
    const { text } = await call('ask', given);
    expect(text.length).toBeLessThan(700);
    expect(text).toMatch(/… cut at 500 of \d+ characters/);
  });

  it('identify a song', async () => {
    const base64 = readFileSync('examples/clip.webm').toString('base64');
    expect(await json('identify', { name: 'clip.webm', base64 })).toHaveProperty('matched');
  });
});

describe('a key at /mcp', () => {
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

describe('npm run mcp', () => {
  it('has the same tools over standard input and output', async () => {
    const own = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ['--import', 'tsx', 'server/mcp/stdio.ts'],
      env: { PATH: process.env.PATH!, ALMANAC_URL: app.baseUrl, KEY: app.key },
    });
    await own.connect(transport);
    const given = { question: 'weatherCurrent', parameters: { city: 'Oslo' }, fields: 'name' };
    expect(await call('ask', given, own)).toEqual({ isError: false, text: '{"name":"Oslo"}' });
    await own.close();
  }, 60_000);
});
