import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../core/version.ts';
import { startTestApp, type TestApp } from './app.ts';
import { type Gate, startGate } from './gate.ts';
import { host, mirror } from './sports-fixture.ts';

/** The last agent that each host received. */
const agents = new Map<string, string>();
let isMirrorClosed = false;
let gate: Gate;
beforeAll(async () => {
  gate = await startGate(({ host, agent }) => {
    agents.set(host, agent);
    return host === mirror && isMirrorClosed ? 403 : undefined;
  });
});
afterEach(() => {
  isMirrorClosed = false;
});
afterAll(() => gate.close());

async function withAgent<Result>(
  environment: Record<string, string>,
  use: (app: TestApp) => Promise<Result>,
): Promise<Result> {
  const app = await startTestApp({ upstreamOrigin: gate.origin, environment });
  try {
    return await use(app);
  } finally {
    await app.close();
  }
}

const teams = '/api/sports/basketball/pro-men/teams';

describe('the User-Agent of upstream requests', () => {
  it.each<[string, Record<string, string>, string]>([
    ['names the version and an address', {}, `almanac/${version} (+https://almanac.example)`],
    [
      'has the address of the operator',
      { USER_AGENT_ADDRESS: 'mailto:ops@lookup.example' },
      `almanac/${version} (+mailto:ops@lookup.example)`,
    ],
  ])('%s', async (_, environment, agent) => {
    await withAgent(environment, async (app) => {
      expect(await app.ask(teams)).toMatchObject({ status: 200 });
      expect(agents.get(host)).toBe(agent);
      await app.ask('/api/weather/current?city=Oslo');
      expect(agents.get('api.openweathermap.org')).toBe(agent);
    });
  });

  it('is that of a browser where the source declares it, and that of the operator for a group', async () => {
    const own = { SHORTVIDEO_AGENT: 'Mozilla/5.0 Chrome/160', SPORTS_AGENT: 'scores (ops@lookup.example)' };
    for (const [environment, browser, plain] of [
      [{}, /^Mozilla\/5\.0 \(Windows/, /^almanac/],
      [own, /^Mozilla\/5\.0 Chrome\/160$/, /^scores \(ops@lookup\.example\)$/],
    ] as const) {
      await withAgent(environment, async (app) => {
        await app.ask('/api/shortvideo/user?username=tiktok');
        expect(agents.get('www.tiktok.com')).toMatch(browser);
        await app.ask(teams);
        expect(agents.get(host)).toMatch(plain);
      });
    }
  });

  it.each<[string, Record<string, string>, readonly string[]]>([
    ['with a link is accepted by the first host of sports', {}, [host]],
    [
      'with a mail address alone is accepted by the second host alone',
      { USER_AGENT_ADDRESS: 'mailto:ops@lookup.example' },
      [host, mirror],
    ],
  ])('%s', async (_, environment, hosts) => {
    await withAgent(environment, async (app) => {
      gate.hosts.length = 0;
      expect(await app.ask(teams)).toMatchObject({ status: 200 });
      expect(gate.hosts).toEqual(hosts);
    });
  });

  it('that an upstream refuses is told as a refusal by the source, without a word of credentials', async () => {
    isMirrorClosed = true;
    await withAgent({ USER_AGENT_ADDRESS: 'mailto:ops@lookup.example' }, async (app) => {
      const { status, body } = await app.ask(teams);
      expect({ status, message: JSON.stringify(body) }).toEqual({
        status: 502,
        message: expect.stringContaining('The source for sports refused us.'),
      });
    });
  });
});
