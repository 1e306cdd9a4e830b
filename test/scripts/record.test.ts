import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import type { Group } from '../../core/groups.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { type OtherRecording, recordCommand } from '../../scripts/record/record-command.ts';
import { readRecordings, writeRecording } from '../../scripts/record/recordings.ts';
import { redactBody } from '../../scripts/record/redact.ts';
import { demoSettings, readConfig } from '../../server/config/config.ts';
import { sources } from '../../sources/index.ts';
import type { KnownShapes } from '../../sources/kernel/drift.ts';
import type { PayloadShape } from '../../sources/kernel/payload-shape.ts';
import knownShapes from '../../sources/shapes.json' with { type: 'json' };
import { comparable } from '../replay/comparable.ts';
import { declaredReplays, haveRecordings } from '../replay/recordings.ts';
import { useStarted } from '../suite.ts';

const canary = 'canary-7f3a91';
const sandbox = useStarted(() => startSandbox());
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'almanac-record-'));
  return () => rmSync(directory, { recursive: true });
});

const record = (...args: string[]) => recordBeside([], ...args);

/** With recordings outside of the directory. */
async function recordBeside(others: readonly OtherRecording[], ...args: string[]) {
  const names = sources.flatMap(({ credential }) => credential.required);
  const config = readConfig({
    UPSTREAM_ORIGIN: sandbox.origin,
    DATA_DIR: directory,
    ...demoSettings,
    ...Object.fromEntries(names.map((name) => [name, `${canary}-${name.toLowerCase()}`])),
  });
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const recorded = () => others;
  const code = await recordCommand(args, {
    config,
    clock: systemClock,
    directory,
    recorded,
    print,
    warn: print,
  });
  return { code, text: lines.join('\n') };
}

const filesOf = (group: Group) =>
  readdirSync(join(directory, group)).map((name) => readFileSync(join(directory, group, name), 'utf8'));

async function fault(fault: object): Promise<void> {
  await fetch(`${sandbox.origin}/__faults`, { method: 'POST', body: JSON.stringify(fault) });
}

describe('record', () => {
  it.each<[Group, string, string[]]>([
    ['weather', '/api/weather/current?city=Oslo', ['api.openweathermap.org/data/2.5/weather']],
    [
      'livestream',
      '/api/livestream/user?login=twitchdev',
      ['id.twitch.tv/oauth2/token', 'api.twitch.tv/helix/users'],
    ],
    ['arenagame', '/api/arenagame/club/2PP00', ['api.brawlstars.com/v1/clubs/%232PP00']],
    ['coderepo', '/api/coderepo/user?username=octocat', ['api.github.com/users/octocat']],
  ])('writes the responses of %s without a secret', async (group, request, upstreams) => {
    expect((await record(group, request)).code).toBe(0);
    const [recorded, ...others] = readRecordings(directory, group);
    expect(others).toEqual([]);
    expect(recorded).toMatchObject({ request, status: 200 });
    expect(recorded!.exchanges.map(({ upstream }) => upstream)).toEqual(upstreams);
    expect(filesOf(group).join('\n')).not.toContain(canary);
    expect(filesOf(group)).toHaveLength(upstreams.length + 1);
  });

  it('removes a credential that the upstream repeats, tokens, signed parameters and addresses of people', async () => {
    const path = '/data/2.5/weather';
    const body = {
      cod: 200,
      message: `Your key ${canary}-weather_api_key is known.`,
      access_token: canary,
      picture: `https://cdn.example.com/a.jpg?width=7&X-Amz-Signature=${canary}&oh=${canary}`,
      nested: { 'Set-Cookie': [canary], owner: `${canary}@example.org` },
    };
    await fault({ host: 'api.openweathermap.org', path, body, times: 1 });
    await record('weather', '/api/weather/current?city=Oslo', '--keep-failure');
    const text = filesOf('weather').join('\n');
    expect(text).not.toContain(canary);
    expect(text).toContain('width=7');
  });

  it.each([
    ['a page', 'text/html', `<a href="/x?token=${canary}">"csrf_token":"${canary}"</a>`],
    ['JSON in a page', 'text/html', `<script>{\\"session_id\\":\\"${canary}\\"}</script>`],
    ['wide integers', 'application/json', `{"id":12345678901234567890,"sessionid":"${canary}"}`],
  ])('removes secrets of %s', (_, type, text) => {
    const redacted = redactBody(Buffer.from(text), type, []).toString();
    expect(redacted).not.toContain(canary);
    expect(redacted.includes('12345678901234567890')).toBe(text.includes('12345678901234567890'));
  });

  it('writes nothing of a request that fails but with --keep-failure, and says what is the matter', async () => {
    const request = '/api/weather/current?city=Oslo';
    const limit = { host: 'api.openweathermap.org', path: '/data/2.5/weather', status: 429, times: 1 };
    await fault(limit);
    const { code, text } = await record('weather', request);
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('asked us to wait') });
    expect(readRecordings(directory, 'weather')).toEqual([]);
    await fault({ ...limit, headers: { 'retry-after': '7', 'x-ratelimit-remaining': '0' } });
    expect((await record('weather', request, '--keep-failure')).code).toBe(0);
    expect(filesOf('weather').join('\n')).toMatch(/"retry-after":\s*"7"/);
    expect(filesOf('weather').join('\n')).toMatch(/"x-ratelimit-remaining":\s*"0"/);
  });

  it('replaces the recording of the same request', async () => {
    for (const _ of [1, 2]) await record('weather', '/api/weather/current?city=Oslo');
    expect(filesOf('weather')).toHaveLength(2);
  });

  it('keeps a reported recording of the same request, which a refresh does not ask for', async () => {
    const request = '/api/weather/current?city=Oslo';
    const reported = { request, reported: 'A city is unknown.', status: 404 };
    writeRecording(directory, 'weather', reported, []);
    await record('weather', request);
    expect(readRecordings(directory, 'weather')).toMatchObject([reported, { request, status: 200 }]);
    const { text } = await record('weather', '--refresh');
    expect(text).toContain('1 requests, 0 differ');
  });

  it.each([
    [['nothing', '/api/nothing/x'], 'is not one of'],
    [['weather'], 'or --refresh'],
    [['weather', '/api/news/x'], 'must begin with /api/weather/'],
    [['weather', '/api/weather/nowhere'], 'is no request of a route'],
    [['weather', '--wrong'], "Unknown option '--wrong'"],
  ])('refuses %j', async (args, message) => {
    const { code, text } = await record(...args);
    expect({ code, text }).toEqual({ code: 2, text: expect.stringContaining(message) });
  });
});

describe('record --refresh', () => {
  const request = '/api/weather/current?city=Oslo';
  const place = { host: 'api.openweathermap.org', path: '/data/2.5/weather' };

  it('finds no difference while the upstream responds as before', async () => {
    await record('weather', request);
    const { code, text } = await record('weather', '--refresh');
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('0 differ') });
  });

  it('prints new fields, and ends with 0 where there are no other differences', async () => {
    await record('weather', request);
    const [body] = filesOf('weather').filter((text) => text.startsWith('{'));
    await fault({ ...place, body: { ...JSON.parse(body!), base: null, aurora: canary }, times: 1 });
    const { code, text } = await record('weather', '--refresh');
    expect({ code, text }).toEqual({ code: 0, text: expect.stringMatching(/same .*\n {2}new aurora/) });
  });

  it('prints new, missing and changed fields, and ends with 1', async () => {
    await record('weather', request);
    const [body] = filesOf('weather').filter((text) => text.startsWith('{'));
    const { base: _, ...rest } = JSON.parse(body!) as Record<string, unknown>;
    await fault({ ...place, body: { ...rest, cod: '200', aurora: canary }, times: 1 });
    const { code, text } = await record('weather', '--refresh');
    expect(code).toBe(1);
    for (const line of ['new aurora', 'missing base', 'type cod']) expect(text).toContain(line);
    expect(text).not.toContain(canary);
  });

  it.each([
    ['the same shape', (body: object) => body, 0, 'same   '],
    ['no types', (body: object) => ({ ...body, base: null, weather: [] }), 0, 'same   '],
    ['another shape', (body: object) => ({ ...body, aurora: 1 }), 1, 'missing aurora'],
  ])('compares a recording without an index that has %s', async (_, change, code, line) => {
    await record('weather', request);
    const [body] = filesOf('weather').filter((text) => text.startsWith('{'));
    rmSync(join(directory, 'weather'), { recursive: true });
    const other: OtherRecording = {
      request,
      isUpstream: (upstream) => upstream === place.host + place.path,
      body: () => Buffer.from(JSON.stringify(change(JSON.parse(body!) as object))),
    };
    const found = await recordBeside([other], 'weather', '--refresh');
    expect(found).toEqual({ code, text: expect.stringContaining(line) });
  });

  it.skipIf(!haveRecordings)('asks for each recorded request of the real upstream', async () => {
    const others = comparable(await declaredReplays(), 'weather');
    const { text } = await recordBeside(others, 'weather', '--refresh');
    expect(others.length).toBeGreaterThan(0);
    for (const { request } of others) expect(text).toContain(request);
    expect(text).not.toContain('did not respond');
  });
});

describe('the known shapes', () => {
  it('take an object for a map only where most of its names are data', () => {
    const mapsIn = (shape: PayloadShape, place: string): string[] => {
      if (typeof shape === 'string') return [];
      const { fields = {}, values, elements } = shape;
      return [
        ...(values === undefined ? [] : [place, ...mapsIn(values, `${place}.*`)]),
        ...(elements === undefined ? [] : mapsIn(elements, `${place}[]`)),
        ...Object.entries(fields).flatMap(([name, field]) =>
          mapsIn(field, `${place}.${name.replace('?', '')}`),
        ),
      ];
    };
    const maps = Object.entries(knownShapes as unknown as KnownShapes).flatMap(([group, endpoints]) =>
      Object.entries(endpoints ?? {}).flatMap(([endpoint, shape]) => mapsIn(shape, `${group}/${endpoint}`)),
    );
    // A payload as a whole is a map only where it has nothing but counts or bytes.
    expect(maps.filter((place) => !/[.[]/.test(place))).toEqual([
      'cubegame/skin',
      'cubegame/visagePicture',
      'pinboard/image',
    ]);
    expect(maps.length).toBeLessThan(40);
  });
});
