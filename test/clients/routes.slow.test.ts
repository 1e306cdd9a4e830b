import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Almanac,
  AlmanacError,
  createClient,
  type ResponseInfo,
} from '../../clients/typescript/src/index.ts';
import { addressOf, subjectOf, withValue } from '../contract/checks.ts';
import { contract } from '../contract/index.ts';
import {
  type ContractGroup,
  type ContractRoute,
  isBytes,
  type Parameter,
  type Values,
} from '../contract/routes.ts';
import { tones } from '../contract/uploads.ts';
import { Dice } from '../contract/values.ts';
import { useTestApp } from '../suite.ts';

const app = useTestApp();
let client: Almanac;
let info: ResponseInfo | undefined;
beforeAll(async () => {
  const onResponse = (each: ResponseInfo) => {
    info = each;
  };
  client = createClient({ url: app.baseUrl, key: app.key, onResponse });
});

/** The methods of the client without the types of the routes: the paths here are data. */
interface AnyRoute {
  get(path: string, parameters: object): Promise<unknown>;
  file(path: string, parameters: object): Promise<Response>;
  upload(path: string, files: object): Promise<unknown>;
}
const anyRoute = () => client as unknown as AnyRoute;

/** A value of the contract as a program has it. */
function typed({ type, isList }: Parameter, text: string): unknown {
  if (isList) return text.split(',');
  if (type === 'boolean') return text === 'true';
  return type === 'string' ? text : Number(text);
}

/** Without the keys whose values differ from one call to the next. */
const stable = (value: unknown, { volatile }: ContractRoute): unknown =>
  JSON.parse(JSON.stringify(value), (key, part) => (volatile.includes(key) ? undefined : part));

interface Given {
  readonly path: string;
  readonly values: Record<string, unknown>;
}

function givenOf(route: ContractRoute, texts: Values): Given {
  const values = Object.entries(texts).map(([name, text]) => [name, typed(route.parameters[name]!, text)]);
  return { path: addressOf(route, texts), values: Object.fromEntries(values) };
}

const givenTo = (group: ContractGroup, route: ContractRoute): Given =>
  givenOf(route, subjectOf(group, route, new Dice(`client ${route.path}`)).valid);

/** A call for each parameter that may be left out, with it. */
function callsWithMore(group: ContractGroup, route: ContractRoute): readonly (readonly [string, Given])[] {
  const dice = new Dice(`client, more ${route.path}`);
  const subject = subjectOf(group, route, dice);
  return Object.values(route.parameters)
    .filter(({ isRequired }) => isRequired === false)
    .map((parameter) => {
      const texts = withValue(subject, parameter, parameter.generate(dice));
      return [parameter.name, givenOf(route, texts)] as const;
    });
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const plain = (path: string, init: RequestInit = {}) =>
  fetch(app.baseUrl + path, { ...init, headers: { authorization: `Bearer ${app.key}` } });

it('has all routes of the contract to ask for', () => {
  expect(contract.flatMap(({ routes }) => routes)).toHaveLength(128);
});

describe.each(contract)('the client, asked for $group', (group) => {
  const isJson = (route: ContractRoute) => !isBytes(route.body) && !route.upload;

  it.each(group.routes.filter(isJson))('has the body of $method $path', async (route) => {
    const { path, values } = givenTo(group, route);
    const expected = await plain(path);
    const body = await expected.json();
    if (!expected.ok) {
      const failure = await anyRoute()
        .get(route.path, values)
        .catch((error: unknown) => error);
      expect(route.whenOff).toContain(expected.status);
      expect(failure).toBeInstanceOf(AlmanacError);
      expect(failure).toMatchObject({ status: expected.status, body });
      return;
    }
    expect(stable(await anyRoute().get(route.path, values), route)).toEqual(stable(body, route));
    expect(info).toMatchObject({ status: 200, requestId: expect.any(String) });
  });

  const withMore = group.routes
    .filter((route) => isJson(route) && route.whenOff.length === 0)
    .flatMap((route) =>
      callsWithMore(group, route).map(([name, given]) => ({ path: route.path, name, given, route })),
    );
  it.each(withMore)('has the body of $path with $name', async ({ given: { path, values }, route }) => {
    const expected = await plain(path);
    expect(expected.status).toBe(200);
    const body = await anyRoute().get(route.path, values);
    expect(stable(body, route)).toEqual(stable(await expected.json(), route));
  });

  it.each(group.routes.filter(({ body }) => isBytes(body)))(
    'has the file of $method $path',
    async (route) => {
      const { path, values } = givenTo(group, route);
      const expected = await plain(path);
      const received = await anyRoute().file(route.path, values);
      expect(received.headers.get('content-type')).toBe(expected.headers.get('content-type'));
      const bytes = await bytesOf(received);
      expect(bytes.length).toBeGreaterThan(0);
      expect(bytes.equals(await bytesOf(expected))).toBe(true);
    },
  );

  it.each(group.routes.filter(({ upload }) => upload))('sends a file to $method $path', async (route) => {
    const { field } = route.upload!;
    const file = new File([new Uint8Array(tones(new Dice('client')))], 'clip.wav');
    const form = new FormData();
    form.append(field, file);
    const expected = await plain(route.path, { method: 'POST', body: form });
    expect(expected.status).toBe(200);
    expect(await anyRoute().upload(route.path, { [field]: file })).toEqual(await expected.json());
  });
});

describe('the client', () => {
  it('takes a key that was read with its line break', async () => {
    const read = createClient({ url: app.baseUrl, key: `${app.key}\n` });
    expect(await read.get('/api/weather/current', { city: 'Oslo', fields: 'name' })).toEqual({
      name: 'Oslo',
    });
  });

  it('refuses a fault that no header can carry', async () => {
    const asked = client.get('/api/weather/current', { city: 'Oslo' }, { sandboxFault: 'bad\nheader' });
    await expect(asked).rejects.toThrow(/`sandboxFault` must be a line of ASCII/);
  });

  it('has the chosen members of a body with an envelope', async () => {
    const chosen = await client.get('/api/coderepo/user', {
      username: 'octocat',
      fields: 'success,data.login',
    });
    const expected: { success: boolean; data: { login: string } } = {
      success: true,
      data: { login: 'octocat' },
    };
    expect(chosen).toEqual(expected);
    const login: string = chosen.data.login;
    expect(login).toBe('octocat');
  });

  it('has the chosen members of a body', async () => {
    const { name, main } = await client.get('/api/weather/current', {
      city: 'Oslo',
      fields: 'name, main.temp',
    });
    expect({ name, main }).toEqual({ name: 'Oslo', main: { temp: expect.any(Number) } });
    // @ts-expect-error It was not chosen.
    expect(main.pressure).toBeUndefined();
  });

  it('finds the object of an address', async () => {
    const found = await client.get('/api/lookup', { url: 'https://github.com/octocat' });
    expect(found).toMatchObject({ group: 'coderepo', type: 'CoderepoUser', data: { login: 'octocat' } });
  });

  it('tells what the headers of a response say', async () => {
    await client.get('/api/weather/current', { city: 'Lima' });
    expect(info).toEqual({
      status: 200,
      requestId: expect.stringMatching(/^[\w-]{8,64}$/),
      rateLimit: { limit: 1_000_000, remaining: expect.any(Number), resetAt: expect.any(Date) },
      cache: 'MISS',
    });
    expect(Math.abs(info!.rateLimit!.resetAt.getTime() - Date.now())).toBeLessThan(65_000);
  });

  it.each([
    ['text with signs', { city: 'A&B=C? #1/é' }, '/api/weather/current?city=A%26B%3DC%3F+%231%2F%C3%A9'],
    ['a value that is not given', { city: 'Oslo', fields: undefined }, '/api/weather/current?city=Oslo'],
  ])('writes %s', async (_, parameters, address) => {
    const asked: string[] = [];
    const observed = createClient({
      url: `${app.baseUrl}/`,
      key: app.key,
      fetch: (url, init) => {
        asked.push(url);
        return fetch(url, init);
      },
    });
    await observed.get('/api/weather/current', parameters as { city: string });
    expect(asked).toEqual([app.baseUrl + address]);
  });

  it.each(['', '.', '..', undefined])('refuses %j in a path', async (username) => {
    const asked = client.get('/api/blockgame/{username}/games', { username } as { username: string });
    await expect(asked).rejects.toThrow(/username must be/);
  });

  it.each([
    [{ url: undefined, key: 'k' }, /needs `url`/],
    [{ url: 'almanac.example', key: 'k' }, /needs `url`/],
    [{ url: 'http://127.0.0.1:4000', key: '' }, /needs `key`/],
    [{ url: 'http://127.0.0.1:4000', key: undefined }, /needs `key`/],
    [{ url: 'http://127.0.0.1:4000', key: 'schl\u00fcssel' }, /has characters that no key has\.$/],
    [{ url: 'http://127.0.0.1:4000', key: 'a b' }, /has characters that no key has\.$/],
    [{ url: 'http://127.0.0.1:4000', key: ' \n' }, /needs `key`/],
  ])('is not made with %j', (options, message) => {
    expect(() => createClient(options)).toThrow(message);
  });
});
