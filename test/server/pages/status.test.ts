import { describe, expect, it } from 'vitest';
import { groups } from '../../../core/groups.ts';
import { nameText, stateText } from '../../../server/pages/status-text.client.ts';
import type { StatusReport } from '../../../server/status/status-report.ts';
import { startTestApp } from '../../app.ts';
import { useTestApp } from '../../suite.ts';

const app = useTestApp();

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const visit = (path: string, headers: Record<string, string> = browser) =>
  fetch(app.baseUrl + path, { headers });

describe('GET /status', () => {
  it('is a page without data of the sources for a browser without a key', async () => {
    const response = await visit('/status');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('vary')).toBe('Accept, Authorization, Accept-Encoding');
    expect(response.headers.get('content-security-policy')).toContain(
      "script-src 'self'; connect-src 'self'",
    );
    const page = await response.text();
    expect(page).not.toMatch(/weather|sandbox|_API_KEY/);
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
  });

  it.each([
    ['a client with a key', 'application/json', true, 200],
    ['a browser with a key', browser.accept, true, 200],
    ['a client without a key', 'application/json', false, 401],
  ])('is JSON for %s', async (_, accept, hasKey, status) => {
    const headers = { accept, ...(hasKey ? { authorization: `Bearer ${app.key}` } : {}) };
    const response = await visit('/status', headers);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('loads a script that is valid JavaScript, and stores nothing beyond the tab', async () => {
    const page = await (await visit('/status')).text();
    const [, address] = /src="(\/assets\/status-\w+\.js)"/.exec(page)!;
    const script = await (await visit(address!)).text();
    expect(() => new Function(script)).not.toThrow();
    expect(script).not.toMatch(/localStorage|document.cookie|innerHTML/);
  });
});

describe('GET /docs', () => {
  it('needs no key, and is linked from the home page, like /status', async () => {
    expect((await visit('/docs')).status).toBe(200);
    const home = await (await visit('/')).text();
    for (const path of ['/docs', '/status', '/openapi.json']) expect(home).toContain(`href="${path}"`);
  });
});

describe('the JSON of /status', () => {
  it('has a row for each part of a source with its own figures, in alphabetical order', async () => {
    await app.ask('/api/weather/current?city=Oslo');
    await app.graphql('{ blockgame { avatarThumbnails(userIds: ["71"], size: _48X48) { imageUrl } } }');
    const { sources } = (await app.ask('/status')).body as StatusReport;
    const names = sources.map(nameText);
    expect(new Set(names).size).toBe(names.length);
    const inOrder = sources.toSorted(
      (a, b) => a.group.localeCompare(b.group) || (a.part ?? '').localeCompare(b.part ?? ''),
    );
    expect(names).toEqual(inOrder.map(nameText));
    const requestsOf = (group: string) =>
      sources.filter((source) => source.group === group).map(({ part, requests }) => [part, requests]);
    expect(requestsOf('weather')).toEqual([
      [null, 1],
      ['gazetteer', 0],
      ['met-norway', 0],
      ['open-meteo', 0],
    ]);
    expect(requestsOf('brgame')).toEqual([
      ['game', 0],
      ['statistics of players', 0],
    ]);
    const blockgame = requestsOf('blockgame').filter(([, requests]) => requests !== 0);
    expect(blockgame).toEqual([['thumbnails', 1]]);
  });

  it.each([
    ['livestream', '/graphql?query={livestream{topStreams(first:2,after:"abc"){items{id}}}}'],
    ['titledb', '/api/titledb/search?query=a'],
    ['blockgame', '/api/blockgame/template/1404'],
  ])('counts the verdict of %s on a value of the caller as an answer', async (group, path) => {
    await app.ask(path);
    const { sources } = (await app.ask('/status')).body as StatusReport;
    const asked = sources.filter((source) => source.group === group && source.requests > 0);
    expect(asked.length).toBeGreaterThan(0);
    for (const { lastFailure, lastSuccessAt } of asked)
      expect([lastFailure, lastSuccessAt]).toEqual([null, expect.any(String)]);
  });

  it('says where a credential comes from', async () => {
    const bare = await startTestApp({ environment: { WEATHER_API_KEY: '' } });
    const { sources } = (await bare.ask('/status')).body as StatusReport;
    await bare.close();
    const weather = sources.find(({ group }) => group === 'weather')!;
    expect(weather).toMatchObject({
      state: 'unconfigured',
      missing: ['WEATHER_API_KEY'],
      access: {
        provider: 'OpenWeather',
        page: 'https://home.openweathermap.org/api_keys',
        cost: 'free plan',
      },
    });
    expect(stateText(weather, 0)).toBe(
      'needs WEATHER_API_KEY of OpenWeather, free plan, 60 requests a minute',
    );
  });
});

describe('a refusal from a private address', () => {
  it.each([
    ['172.18.0.1', 'warn', expect.stringContaining('set TRUSTED_PROXIES')],
    ['198.51.100.2', 'info', undefined],
    ['127.0.0.2', 'info', undefined],
  ])('of %s is logged as %s', async (address, level, hint) => {
    const proxied = await startTestApp();
    const response = await proxied.ask('/api/me', { headers: { 'x-forwarded-for': address } });
    expect(response.status).toBe(401);
    const refused = proxied.logs.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'refused');
    expect([refused.address, refused.level, refused.hint]).toEqual([address, level, hint]);
    await proxied.close();
  });
});

describe('GET /health', () => {
  it('is one line without a key that counts the groups that can respond, and names none', async () => {
    const some = await startTestApp({ environment: { WEATHER_API_KEY: '', MICROBLOG_TOKEN: '' } });
    const health = async () => {
      const response = await fetch(`${some.baseUrl}/health`);
      return [response.status, response.headers.get('content-type'), await response.text()];
    };
    const type = 'text/plain; charset=utf-8';
    const { length } = groups;
    // songid's public service is off, and microblog has other sources.
    const [, idle] = /^ok, 0 of \d+ groups answering, (\d+) not asked yet\n$/.exec(
      String((await health())[2]),
    )!;
    expect(Number(idle)).toBeLessThan(length);
    await some.ask('/api/coderepo/user?username=octocat');
    const answering = `ok, 1 of ${length} groups answering`;
    expect(await health()).toEqual([200, type, `${answering}, ${Number(idle) - 1} not asked yet\n`]);
    await some.fault({ host: 'newsapi.org', status: 500, times: 5 });
    await some.ask('/api/news/top-headlines?country=us');
    expect(await health()).toEqual([200, type, `${answering}, ${Number(idle) - 2} not asked yet\n`]);
    await some.close();
  });
});
