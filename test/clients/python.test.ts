import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';

const run = promisify(execFile);
const specification = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));

const generator = 'openapi-python-client';
const isInstalled = (process.env.PATH ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, generator)));
const reason = isInstalled ? '' : ` (skipped: ${generator} is not on the path)`;

/** Module and arguments of ten calls, each of another group, with the path that they stand for. */
const calls = [
  ['weather.weather_current', { city: 'Oslo' }, '/api/weather/current?city=Oslo'],
  ['weather.weather_forecast', { city: 'Oslo', count: 2 }, '/api/weather/forecast?city=Oslo&count=2'],
  ['coderepo.coderepo_user', { username: 'octocat' }, '/api/coderepo/user?username=octocat'],
  ['arenagame.arenagame_fighters', {}, '/api/arenagame/fighters'],
  ['blockgame.blockgame_games', { username: 'builderman' }, '/api/blockgame/builderman/games'],
  ['livestream.livestream_user', { login: 'twitchdev' }, '/api/livestream/user?login=twitchdev'],
  ['music.music_artist_search', { name: 'Metallica' }, '/api/music/artist/search?name=Metallica'],
  ['titledb.titledb_title', { title: 'Metropolis' }, '/api/titledb/title?title=Metropolis'],
  ['cubegame.cubegame_full', { username: 'Notch' }, '/api/cubegame/full?username=Notch'],
  ['clips.clips_categories', {}, '/api/clips/categories'],
] as const;

const program = `
import importlib, json, os, sys
from almanac_client import AuthenticatedClient

client = AuthenticatedClient(base_url=os.environ["ALMANAC_URL"], token=os.environ["KEY"])
answers = []
for name, arguments in json.load(sys.stdin):
    response = importlib.import_module("almanac_client.api." + name).sync_detailed(client=client, **arguments)
    answers.append([int(response.status_code), json.loads(response.content), type(response.parsed).__name__])
print(json.dumps(answers))
`;

describe.skipIf(!isInstalled)(`a Python client of docs/openapi.json${reason}`, () => {
  let app: TestApp;
  const folder = mkdtempSync(join(tmpdir(), 'almanac-python-'));
  beforeAll(async () => {
    app = await startTestApp();
    const output = join(folder, 'almanac-client');
    await run(generator, ['generate', '--path', specification, '--output-path', output]);
  }, 120_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await app?.close();
  });

  it('asks ten routes', async () => {
    const env = { PATH: process.env.PATH, ALMANAC_URL: app.baseUrl, KEY: app.key };
    const child = run('python3', ['-c', program], { cwd: join(folder, 'almanac-client'), env });
    child.child.stdin!.end(JSON.stringify(calls.map(([name, given]) => [name, given])));
    const answers = JSON.parse((await child).stdout) as [number, unknown, string][];
    const expected = await Promise.all(calls.map(async ([, , path]) => (await app.ask(path)).body));
    expect(answers.map(([status, body]) => [status, body])).toEqual(expected.map((body) => [200, body]));
    expect(answers.map(([, , type]) => type)).not.toContain('NoneType');
  });
});
