import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../resolvers/kernel/permissions.ts';
import { routeGroups } from '../../rest/index.ts';
import { namesOfEnvelope } from '../../rest/kernel/route.ts';
import { exampleAddress } from '../../server/pages/home.ts';
import { useTestApp } from '../suite.ts';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));
/** The folder that the examples of paths name, in an address. */
const exampleFolder = /(?:%2F|\/)srv(?:%2F|\/)media/;

const app = useTestApp({ environment: { SONGID_MEDIA_DIR: examples }, catalogueItems: 400 });
/** Of a key that may ask for songs by path, too. */
let headers: Readonly<Record<string, string>>;
beforeAll(async () => {
  headers = await app.issue({ groups: permissions });
});

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body with one member of the value in its envelope. */
function only(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => only(item, path));
  const [name, ...below] = path;
  if (!isObject(value) || name === undefined) return value;
  return name in value ? { [name]: only(value[name], below) } : {};
}

/** The paths of the members of a value, those of its lists' elements included. */
function pathsOf(value: unknown, depth = 0): string[][] {
  if (Array.isArray(value)) return pathsOf(value[0], depth);
  if (!isObject(value) || depth === 3) return [];
  return Object.entries(value).flatMap(([name, part]) => [
    [name],
    ...pathsOf(part, depth + 1).map((below) => [name, ...below]),
  ]);
}

const jsonRoutes = routeGroups.flatMap(({ group, envelope, routes }) =>
  routes
    .filter(({ upload }) => upload === undefined)
    .map((route) => ({ group, route, envelope: route.envelope ?? envelope })),
);

describe('fields', () => {
  it.each(jsonRoutes.map((each) => [each.route.path, each] as const))(
    '%s answers the chosen members alone',
    async (_, { route, envelope }) => {
      const address = exampleAddress(route).replace(exampleFolder, examples);
      const choosing = (fields: string) =>
        app.ask(`${address}${address.includes('?') ? '&' : '?'}fields=${encodeURIComponent(fields)}`, {
          headers,
        });
      const whole = await app.ask(address, { headers });
      expect(whole.status).toBe(200);
      if (whole.body === undefined) {
        // Bytes have no members, so that the parameter is unknown like every other.
        expect((await choosing('name')).status).toBe(200);
        return;
      }
      const wrapper = namesOfEnvelope(envelope)?.wrapper;
      const value = wrapper === undefined ? whole.body : whole.body[wrapper];
      const paths = pathsOf(value);
      // The last member, and one that lies deep.
      const deepest = [...paths].sort((a, b) => b.length - a.length)[0];
      for (const path of new Set([paths.at(-1), deepest])) {
        if (path === undefined) continue;
        const expected = only(value, path);
        const answered = await choosing(path.join('.'));
        const isWhole = /is a map|no members to choose/.test(answered.text);
        if (isWhole) continue;
        expect([path, answered.status, answered.text.slice(0, 300)]).toEqual([path, 200, expect.any(String)]);
        expect(wrapper === undefined ? answered.body : answered.body[wrapper]).toEqual(expected);
      }
      const unknown = await choosing('no_such_member');
      expect(unknown.status).toBe(400);
      expect(unknown.text).toMatch(/fields: (there is no|this route’s body has no members)/);
    },
  );

  const all = '/api/videosite/all?channel_id=UC_x5XG1OV2P6uZZ5FSM9Ttw&max_videos=5';
  it.each([
    ['/api/blockgame/builderman?', 9],
    ['/api/blockgame/builderman?fields=name,description', 2],
    ['/api/blockgame/builderman?fields=presence', 3],
    ['/api/blockgame/builderman?fields=rap,value', 4],
    ['/api/blockgame/builderman/friends?fields=count', 2],
    ['/api/blockgame/builderman/badges?fields=name', 2],
    ['/api/blockgame/builderman/badges?', 3],
    ['/api/cubegame/full?username=Notch', 3],
    ['/api/cubegame/full?username=Notch&fields=uuid', 1],
    ['/api/cubegame/full?username=Notch&fields=skin', 2],
    ['/api/music/artist/top-tracks?id=0gxyHStUsqpMadRV0Di1Qt&fields=tracks.name', 2],
    ['/api/music/search?song=One%20More%20Time&artist=Daft%20Punk&fields=track', 2],
    [`${all}`, 4],
    [`${all}&fields=channel`, 1],
    [`${all}&fields=videos,search_results`, 3],
  ])('calls the sources of the chosen members alone: %s', async (address, calls) => {
    app.clock.skip(7 * 86_400_000);
    await app.clearCalls();
    expect((await app.ask(address)).status).toBe(200);
    expect(await app.calls()).toHaveLength(calls);
  });

  const choose = (fields: string) => app.ask(`/api/coderepo/user?username=octocat&${fields}`);

  it.each([
    ['several, in any order', 'fields=name,login', ['login', 'name']],
    ['by several parameters', 'fields=name&fields=login', ['login', 'name']],
    ['with spaces', 'fields=name,%20login', ['login', 'name']],
    ['named twice', 'fields=name,name', ['name']],
    ['from the envelope on', 'fields=data.login', ['login']],
    ['with the rest of the envelope', 'fields=success,data.login', ['login']],
    ['partly from the envelope on', 'fields=data.login,name,data.name', ['login', 'name']],
    ['the envelope itself', 'fields=data,', undefined],
  ])('takes members %s', async (_, query, expected) => {
    const { status, body } = await choose(query);
    if (expected === undefined) expect(status).toBe(400);
    else expect([status, body.success, Object.keys(body.data).sort()]).toEqual([200, true, expected]);
  });

  it.each([
    ['pagination', 200],
    ['pagination.cursor', 200],
    ['pagination.page', 400],
    ['pagination.cursor.text', 400],
    ['cursor', 400],
  ])('responds to %s of a page with %i', async (fields, expected) => {
    const { status, body } = await app.ask(`/api/livestream/streams/top?fields=${fields}`);
    expect(status).toBe(expected);
    if (status === 200) expect(body).toEqual({ pagination: { cursor: expect.any(String) } });
  });

  it('gives a member that is named alone whole, also where members of it are named', async () => {
    const { body } = await app.ask('/api/weather/current?city=Oslo&fields=coord.lat,coord,main.temp');
    expect(body).toEqual({
      coord: { lat: expect.any(Number), lon: expect.any(Number) },
      main: { temp: expect.any(Number) },
    });
  });

  it.each([
    ['fields=', /^fields must be names separated by commas/],
    ['fields=a..b', /^fields must be names separated by commas/],
    [`fields=${'a'.repeat(2_001)}`, /2000 characters at most/],
    ['fields=logn', /^fields: there is no "logn"; there are .*login.* Did you mean login\?$/],
    ['fields=success', /^fields: name members of data too, such as data\.\w+\.$/],
    ['fields=success,data.logn', /^fields: there is no "logn"; .* Did you mean login\?$/],
    ['fields=login.length', /^fields: login has no members to choose from\.$/],
    ['fields=__proto__', /^fields: there is no "__proto__"/],
  ])('refuses %s, and asks no upstream', async (query, message) => {
    await app.clearCalls();
    const { status, body } = await app.ask(`/api/coderepo/user?username=never-asked&${query}`);
    expect([status, body.error]).toEqual([400, expect.stringMatching(message)]);
    expect(await app.calls()).toEqual([]);
  });

  it('asks the upstream once for all choices, and keeps each of them apart', async () => {
    await app.clearCalls();
    const ask = (fields: string) => app.ask(`/api/weather/current?city=Lima&fields=${fields}`);
    for (let times = 0; times < 3; times += 1) {
      expect((await ask('name')).body).toEqual({ name: 'Lima' });
      expect(Object.keys((await ask('name,cod')).body)).toEqual(['cod', 'name']);
    }
    expect(await app.calls()).toHaveLength(1);
  });
});
