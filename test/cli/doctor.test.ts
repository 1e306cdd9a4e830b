import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { doctorCommand } from '../../cli/doctor.ts';
import type { Finding } from '../../cli/doctor-group.ts';
import { systemClock } from '../../core/clock.ts';
import { routeGroups } from '../../rest/index.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { readConfig } from '../../server/config/config.ts';
import { sources } from '../../sources/index.ts';
import { useStarted } from '../suite.ts';
import { usualCatalogueItems } from '../support/catalogue.ts';

const sandbox = useStarted(() => startSandbox({ catalogueItems: usualCatalogueItems }));

const credentials = sources.flatMap(({ credential }) => credential.required);
const secrets = Object.fromEntries(credentials.map((name) => [name, `secret-of-${name.toLowerCase()}`]));
const operating = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
const configured = { ...secrets, KEYLESS: 'off' };

async function doctor(args: string[], environment: Readonly<Record<string, string>> = configured) {
  const out: string[] = [];
  const err: string[] = [];
  const config = readConfig({ UPSTREAM_ORIGIN: sandbox.origin, ...environment });
  const io = { config, clock: systemClock, print: (line: string) => out.push(line) };
  const code = await doctorCommand(args, { ...io, warn: (line: string) => err.push(line) });
  return { code, out, err };
}

async function findings(args: string[], environment?: Readonly<Record<string, string>>) {
  const { code, out, err } = await doctor([...args, '--json'], environment);
  expect({ err, lines: out.length }).toEqual({ err: [], lines: 1 });
  const report = JSON.parse(out[0]!) as { ok: boolean; degraded: boolean; sources: Finding[] };
  const [, documented = ''] = /prints one line for monitoring with ([^.]+)\./.exec(operating) ?? [];
  expect(Object.keys(report)).toEqual([...documented.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(report.ok).toBe(code !== 1);
  if (report.ok) expect(report.degraded).toBe(code === 3);
  return { code, found: report.sources };
}

async function withFault<Result>(spec: object, run: () => Promise<Result>): Promise<Result> {
  const faults = `${sandbox.origin}/__faults`;
  const headers = { 'content-type': 'application/json' };
  await fetch(faults, { method: 'POST', headers, body: JSON.stringify([spec]) });
  try {
    return await run();
  } finally {
    await fetch(faults, { method: 'DELETE' });
  }
}

const host = 'api.openweathermap.org';
/** Of a group with one source. */
const cardgameHost = 'api.clashroyale.com';

describe('npm run doctor', () => {
  it('requests an example of every group, and the sandbox serves all of them', async () => {
    const { code, found } = await findings([], secrets);
    expect(found.filter(({ state }) => state !== 'answering')).toEqual([]);
    expect(found.map(({ group }) => group)).toEqual(routeGroups.map(({ group }) => group));
    expect(found.flatMap(({ ways }) => ways).filter(({ fault }) => fault)).toEqual([]);
    expect(found.flatMap(({ drift }) => drift)).toEqual([]);
    expect(code).toBe(0);
  });

  it('requests each source once, with an empty cache', async () => {
    for (const _ of ['once', 'twice']) {
      await fetch(`${sandbox.origin}/__calls`, { method: 'DELETE' });
      await doctor(['--groups', 'cardgame']);
      const calls = (await (await fetch(`${sandbox.origin}/__calls`)).json()) as { host: string }[];
      expect(calls.map((call) => call.host)).toEqual([cardgameHost]);
    }
  });

  it('prints the variable that a group lacks, which is no failure', async () => {
    const { code, found } = await findings(['--groups', 'cardgame,coderepo'], {});
    expect(found).toMatchObject([
      { group: 'cardgame', state: 'unconfigured', missing: ['CARDGAME_TOKEN'] },
      { group: 'coderepo', state: 'answering', missing: [], fault: null },
    ]);
    expect(code).toBe(0);
  });

  it('prints where a missing credential comes from, and what it costs', async () => {
    const { out } = await doctor(['--groups', 'weather,livestream'], {});
    expect(out).toContainEqual(
      expect.stringMatching(/^ {2}WEATHER_API_KEY: \S+ issues it at https:\/\/\S+: .+\.$/),
    );
    expect(out).toContainEqual(
      expect.stringMatching(/^ {2}LIVESTREAM_\w+ and LIVESTREAM_\w+: .+ issues them at https:\/\/\S+: .+\.$/),
    );
  });

  it.each([
    ['fails', { status: 500 }, { kind: 'upstreamFailed' }],
    ['refuses our credential', { status: 401 }, { kind: 'upstreamFailed' }],
    [
      'has changed',
      { status: 200, body: { main: { temp: 'warm' } } },
      { kind: 'upstreamChanged', message: expect.stringMatching(/\(at dt\)/) },
    ],
  ])('reports a source that %s, and exits with 1', async (_, fault, reported) => {
    const run = () => findings(['--groups', 'weather,coderepo']);
    const { code, found } = await withFault({ host, ...fault }, run);
    expect(found).toMatchObject([
      { group: 'coderepo', state: 'answering' },
      { group: 'weather', state: 'failing', asked: '/api/weather/current?city=Oslo', fault: reported },
    ]);
    expect(code).toBe(1);
  });

  it('tells a key that is bound to another address from a wrong one', async () => {
    const message = 'Invalid authorization: API key does not allow access from IP 192.0.2.7';
    for (const [reason, reported] of [
      ['accessDenied.invalidIp', /from other addresses only\. \(.*192\.0\.2\.7\)$/],
      ['accessDenied', /did not accept our credentials\.$/],
    ] as const) {
      const refusal = { host: cardgameHost, status: 403, body: { reason, message } };
      const { found } = await withFault(refusal, () => findings(['--groups', 'cardgame']));
      expect(found[0]).toMatchObject({
        state: 'failing',
        fault: { message: expect.stringMatching(reported) },
      });
    }
  });

  it('reports a changed endpoint although a fallback served the request', async () => {
    const changed = { host: 'www.tiktok.com', path: '/@tiktok', body: '<html></html>' };
    const { code, out } = await withFault(changed, () => doctor(['--groups', 'shortvideo']));
    expect(code).toBe(3);
    expect(out).toContainEqual(
      expect.stringMatching(/^ {2}pages, https:\/\/www\.tiktok\.com: CHANGED \(upstreamChanged\): "user" /),
    );
    expect(out[1]).toMatch(/^shortvideo +answers in \d+ ms by another way: "user" CHANGED /);
  });

  it('asks the first host of a source and its mirror, and tells which answers', async () => {
    const espn = 'site.api.espn.com';
    const waysOf = async () => {
      const { code, found } = await findings(['--groups', 'sports']);
      return { code, state: found[0]!.state, ways: found[0]!.ways };
    };
    const origins = [`https://${espn}`, 'https://site.web.api.espn.com'];
    const answering = origins.map((origin) => ({ part: null, origin, state: 'answering', fault: null }));
    expect(await waysOf()).toEqual({ code: 0, state: 'answering', ways: answering });
    const fault = { kind: 'upstreamFailed', message: 'The source for sports refused us.' };
    expect(await withFault({ host: espn, status: 403 }, waysOf)).toEqual({
      code: 3,
      state: 'answering',
      ways: [{ ...answering[0], state: 'failing', fault }, answering[1]],
    });
  });

  it.each([
    ['with its credential', secrets, 'answering'],
    ['without its credential', {}, 'unconfigured'],
  ])('asks each keyless source of a group %s', async (_, environment, official) => {
    const { code, found } = await findings(['--groups', 'weather'], environment);
    expect(found[0]!.state).toBe('answering');
    expect(found[0]!.ways.map(({ part, state }) => [part, state])).toEqual([
      [null, official],
      ['gazetteer', 'answering'],
      ['open-meteo', 'answering'],
      ['met-norway', 'answering'],
    ]);
    expect(code).toBe(0);
  });

  it.each([
    ['another shape', { wind: { speed: 'secret' }, aurora: 'secret' }],
    ['a shape that decodes no more', { main: { temp: 'secret' }, aurora: 'secret' }],
  ])('prints the fields that differ in %s, without their values', async (_, change) => {
    const key = 'appid=secret-of-weather_api_key';
    const headers = { 'user-agent': 'almanac (+https://almanac.example)' };
    const usual = await fetch(`${sandbox.origin}/${host}/data/2.5/weather?q=Oslo&units=metric&${key}`, {
      headers,
    });
    const body = { ...((await usual.json()) as object), ...change };
    const { out } = await withFault({ host, body }, () => doctor(['--groups', 'weather']));
    expect(out).toContain('  "current": aurora is new');
    expect(out).toContainEqual(
      expect.stringMatching(/^ {2}"current": (?:wind\.speed|main\.temp) has another type$/),
    );
    expect(out.join('\n')).not.toMatch(/secret/);
  });

  it('prints a line as each source responds, and never a credential', async () => {
    const { code, out } = await withFault({ host: cardgameHost, status: 401 }, () =>
      doctor(['--groups', 'coderepo,cardgame']),
    );
    expect(code).toBe(1);
    expect(out[0]).toBe('Asking 2 groups, each way of them.');
    expect(out.slice(1, -1).sort()).toEqual([
      expect.stringMatching(/^cardgame +FAILS after \d+ ms \(upstreamFailed\): .+ {3}\/api\/cardgame\/.+$/),
      expect.stringMatching(/^coderepo +answers in \d+ ms {3}\/api\/coderepo\/user\?username=octocat$/),
    ]);
    expect(out.at(-1)).toBe('1 answer, 1 fail, 0 without a credential.');
    expect(out.join('\n')).not.toContain('secret-of');
  });

  it.each([
    [['--groups', 'weather,nope'], /^doctor: --groups: "nope" is not one of arenagame, /],
    [['--groups', ''], /^doctor: --groups: "" is not one of /],
    [['--hurry'], /^doctor: Unknown option '--hurry'; --help shows the options$/],
    [['weather'], /^doctor: "weather" is one word too many$/],
  ])('refuses the arguments %j', async (args, message) => {
    const { code, out, err } = await doctor(args);
    expect({ code, out }).toEqual({ code: 2, out: [] });
    expect(err).toEqual([expect.stringMatching(message)]);
  });

  it('prints its options with --help', async () => {
    const { code, out } = await doctor(['--help']);
    expect(code).toBe(0);
    expect(out.join('\n')).toContain('--groups LIST');
  });
});
