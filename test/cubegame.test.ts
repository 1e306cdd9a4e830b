import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodePng, encodePng, type Picture } from '../sources/kernel/png.ts';
import { type FaultSpec, freshName, startTestApp, type TestApp } from './app.ts';

const services = 'api.minecraftservices.com';
const elders = 'api.mojang.com';
const sessions = 'sessionserver.mojang.com';
const ashcon = 'api.ashcon.app';
const labynet = 'laby.net';
const textures = 'textures.minecraft.net';
const crafatar = 'crafatar.com';
const visage = 'visage.surgeplay.com';

const path = (route: string, asked: Readonly<Record<string, string>> = {}) =>
  `/api/cubegame/${route}?${new URLSearchParams(asked)}`;

let app: TestApp;
/** Draws everything itself, and knows no former names. */
let lone: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  lone = await startTestApp({ environment: { CUBEGAME_RENDERERS: 'local', CUBEGAME_HISTORY: 'official' } });
});
afterAll(() => Promise.all([app.close(), lone.close()]));

const text = expect.any(String);
const dashed = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const textureUrl = expect.stringMatching(/^https:\/\/textures\.minecraft\.net\/texture\/[0-9a-f]{64}$/);
const orNull = (matcher: { asymmetricMatch(value: unknown): boolean }) =>
  expect.toSatisfy((value: unknown) => value === null || matcher.asymmetricMatch(value));

const full = {
  username: text,
  uuid: dashed,
  username_history: expect.any(Array),
  skin: orNull(
    expect.objectContaining({ url: textureUrl, variant: expect.stringMatching(/^(classic|slim)$/) }),
  ),
  cape: orNull(expect.objectContaining({ url: textureUrl })),
};

const hostsOf = async (of = app) => (await of.calls()).map(({ host }) => host);

/** What is answered while these faults last; afterwards nobody is waited for any more. */
async function during<Result>(faults: readonly FaultSpec[], act: () => Promise<Result>, of = app): Promise<Result> {
  await of.fault(...faults);
  await of.clearCalls();
  try {
    return await act();
  } finally {
    await of.clearFaults();
    of.clock.skip(120_000);
  }
}

/** A UUID that no other test has asked for. */
const freshUuid = () =>
  `${freshName('')}`.replaceAll(/\D/g, '').padStart(12, '7').replace(/^/, 'ab'.repeat(10)).slice(-32);

async function picture(of: TestApp, address: string) {
  const headers = { authorization: `Bearer ${of.key}` };
  const response = await fetch(of.baseUrl + address, { headers });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, body };
}

const decoded = (file: Buffer): Picture => decodePng(file, { maxPixels: 2 ** 20 });
const sizeOf = ({ width, height }: Picture) => [width, height];

const trouble: readonly (readonly [string, Omit<FaultSpec, 'host'>])[] = [
  ['fails', { status: 500 }],
  ['turns us away', { status: 403 }],
  ['asks us to wait', { status: 429 }],
  ['is gone from its address', { status: 404, body: '<html>Not Found</html>' }],
  ['answers with a page', { body: '<html>Welcome</html>' }],
];

describe('GET /api/cubegame/uuid', () => {
  it('200 with the name as it is spelled, and the UUID with dashes', async () => {
    const { status, body } = await app.ask(path('uuid', { username: 'Skydeath' }));
    expect({ status, body }).toEqual({ status: 200, body: { username: 'Skydeath', uuid: dashed } });
    const { body: shouted } = await app.ask(path('uuid', { username: '@SKYDEATH' }));
    expect(shouted).toEqual(body);
  });

  it.each([
    [{}, 'username is required: name of the player, such as "Notch"; upper and lower case are the same.'],
    [
      { username: '' },
      'username is required: name of the player, such as "Notch"; upper and lower case are the same.',
    ],
    ...['a b', 'naïve', 'a/b', 'x'.repeat(26), '../etc'].map((username) => [
      { username },
      'username must be a name of at most 25 letters, digits and underscores.',
    ]),
  ] as [Record<string, string>, string][])('400 for %o, without asking upstream', async (asked, error) => {
    await app.clearCalls();
    const { status, body } = await app.ask(path('uuid', asked));
    expect({ status, body }).toEqual({ status: 400, body: { error } });
    expect(await app.calls()).toEqual([]);
  });

  it('400 when the source says that there can be no such name', async () => {
    const username = freshName('odd');
    const invalid = { path: '/', error: 'CONSTRAINT_VIOLATION', errorMessage: 'Invalid profile name' };
    await app.fault({ host: services, times: 1, status: 400, body: invalid });
    const { status, body } = await app.ask(path('uuid', { username }));
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'There can be no player of that name.' },
    });
  });

  it.each([
    ['with words', {}],
    ['without any', { host: services, times: 1, status: 204, body: '' }],
  ])('404 when nobody has the name, said %s', async (_, fault) => {
    if ('host' in fault) await app.fault(fault as FaultSpec);
    const username = freshName('notfound');
    const { status, body } = await app.ask(path('uuid', { username }));
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: `No player named "${username}" was found.` },
    });
  });

  it.each(trouble)('200 by way of the older address when the newer one %s', async (_, fault) => {
    const fresh = await startTestApp();
    await fresh.fault({ host: services, ...fault });
    const { status, body } = await fresh.ask(path('uuid', { username: 'Ada' }));
    const hosts = new Set(await hostsOf(fresh));
    await fresh.close();
    expect({ status, body }).toEqual({ status: 200, body: { username: 'Ada', uuid: dashed } });
    expect(hosts).toEqual(new Set([services, elders]));
  });

  it('200 or 404 by way of Ashcon when both of the game are away', async () => {
    const fresh = await startTestApp();
    await fresh.fault({ host: services, status: 503 }, { host: elders, status: 403 });
    const found = await fresh.ask(path('uuid', { username: 'Ada' }));
    const missing = await fresh.ask(path('uuid', { username: 'notfound_one' }));
    await fresh.close();
    expect([found.status, found.body]).toEqual([200, { username: 'Ada', uuid: dashed }]);
    expect([missing.status, missing.body]).toEqual([
      404,
      { error: 'No player named "notfound_one" was found.' },
    ]);
  });

  it('asks for a hundred names in ten requests, and unknown ones fail alone', async () => {
    const fresh = await startTestApp();
    const names = Array.from(
      { length: 100 },
      (_, index) => `${index % 10 === 0 ? 'notfound' : 'crowd'}_${index}`,
    );
    const answers = await Promise.all(names.map((username) => fresh.ask(path('uuid', { username }))));
    const calls = await fresh.calls();
    await fresh.close();
    expect(answers.map(({ status }) => status)).toEqual(
      names.map((_, index) => (index % 10 === 0 ? 404 : 200)),
    );
    for (const [index, { body }] of answers.entries()) {
      if (index % 10 !== 0) expect(body.username).toBe(names[index]);
    }
    expect(calls.length).toBeLessThanOrEqual(20);
    expect(calls.filter(({ method }) => method === 'POST').length).toBeGreaterThan(0);
  });
});

describe('GET /api/cubegame/full', () => {
  it('200 with the documented body', async () => {
    const { status, body } = await app.ask(path('full', { username: 'Skydeath' }));
    expect({ status, body }).toEqual({ status: 200, body: full });
    for (const [index, name] of body.username_history.entries()) {
      expect(name).toEqual({
        username: text,
        changed_at: index === 0 ? null : expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      });
    }
    expect(body.username_history.at(-1).username).toBe('Skydeath');
    const { body: identity } = await app.ask(path('uuid', { username: 'Skydeath' }));
    expect(body).toMatchObject(identity);
  });

  it('200 for players of every kind', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `kind_${index}`);
    const bodies = await Promise.all(
      names.map(async (username) => (await app.ask(path('full', { username }))).body),
    );
    for (const body of bodies) expect(body).toEqual(full);
    const seen = new Set(
      bodies.map(({ skin, cape }) => `${skin?.variant ?? 'none'} ${cape ? 'cape' : 'bare'}`),
    );
    expect(seen.size).toBeGreaterThan(3);
    expect(bodies.some(({ username_history }) => username_history.length > 1)).toBe(true);
  });

  it('200 with null and classic for what a profile leaves out', async () => {
    const { body: identity } = await app.ask(path('uuid', { username: freshName('plain') }));
    const profile = { id: identity.uuid.replaceAll('-', ''), name: 'Renamed' };
    const packed = (value: unknown) => ({
      name: 'textures',
      value: Buffer.from(JSON.stringify(value)).toString('base64'),
    });
    const skin = { url: 'http://textures.minecraft.net/texture/ab', metadata: {} };
    const bodies = [];
    for (const properties of [
      undefined,
      [],
      [packed({ textures: {} })],
      [packed({ textures: { SKIN: skin } })],
    ]) {
      await app.fault({ host: sessions, times: 1, body: { ...profile, properties } });
      bodies.push((await app.ask(path('full', { username: identity.username }))).body);
      app.clock.skip(24 * 3_600_000);
    }
    const plain = { ...identity, username: 'Renamed', skin: null, cape: null };
    const worn = { url: 'https://textures.minecraft.net/texture/ab', variant: 'classic' };
    expect(bodies).toMatchObject([plain, plain, plain, { ...plain, skin: worn }]);
  });

  it('404 when nobody has the name', async () => {
    const { status, body } = await app.ask(path('full', { username: 'notfound_at_all' }));
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: 'No player named "notfound_at_all" was found.' },
    });
  });

  it.each(trouble)(
    '200 with skin and cape by way of Ashcon when the sessions of the game %s',
    async (_, fault) => {
      const fresh = await startTestApp();
      const { body: usual } = await fresh.ask(path('full', { username: 'Ada' }));
      fresh.clock.skip(24 * 3_600_000);
      await fresh.fault({ host: sessions, ...fault });
      const { status, body } = await fresh.ask(path('full', { username: 'Ada' }));
      await fresh.close();
      expect({ status, body }).toEqual({ status: 200, body: usual });
    },
  );

  it('502 when nobody who knows is there', async () => {
    const fresh = await startTestApp();
    await fresh.fault(...[services, elders, ashcon].map((host) => ({ host, status: 500 })));
    const { status, body } = await fresh.ask(path('full', { username: 'Ada' }));
    await fresh.close();
    expect({ status, body }).toEqual({
      status: 502,
      body: { error: 'The source for cubegame answered with status 500.' },
    });
  });

  it('503 when all who know ask us to wait', async () => {
    const fresh = await startTestApp();
    const limited = { status: 429, headers: { 'retry-after': '9' } };
    await fresh.fault(...[services, elders, ashcon].map((host) => ({ host, ...limited })));
    const { status, headers } = await fresh.ask(path('uuid', { username: 'Ada' }));
    await fresh.close();
    expect([status, headers.get('retry-after')]).toEqual([503, '9']);
  });

  it('502 when a profile does not unpack, and Ashcon is away', async () => {
    const { body } = await app.ask(path('uuid', { username: freshName('packed') }));
    const properties = [{ name: 'textures', value: 'bm8ganNvbg==' }];
    await app.fault(
      { host: sessions, times: 1, body: { id: body.uuid, name: body.username, properties } },
      { host: ashcon, times: 2, status: 500 },
    );
    const { status } = await app.ask(path('full', { username: body.username }));
    expect(status).toBe(502);
  });
});

describe('the former names of a player', () => {
  const history = async (of: TestApp, username: string) =>
    (await of.ask(path('full', { username }))).body.username_history;
  const current = (username: string) => [{ username, changed_at: null }];

  it.each([
    ...trouble,
    ['does not know the player', { status: 404, body: { error: 'User not found' } }] as const,
  ])('are the current one alone when the archive %s', async (_, fault) => {
    const fresh = await startTestApp();
    await fresh.fault({ host: labynet, ...fault });
    const names = await history(fresh, 'Ada');
    await fresh.close();
    expect(names).toEqual(current('Ada'));
  });

  it('are the current one alone, without asking an archive, when the operator wants the official source', async () => {
    await lone.clearCalls();
    expect(await history(lone, 'Ada')).toEqual(current('Ada'));
    expect(await hostsOf(lone)).toEqual([services, sessions]);
  });

  it('come from Ashcon when the operator says so', async () => {
    const fresh = await startTestApp({ environment: { CUBEGAME_HISTORY: 'ashcon' } });
    const names = [{ username: 'Eve' }, { username: 'Ada', changed_at: '2016-02-04T10:00:00.000Z' }];
    const { body: uuid } = await fresh.ask(path('uuid', { username: 'Ada' }));
    const bundle = { ...uuid, username_history: names, textures: { slim: false } };
    await fresh.fault({ host: ashcon, body: bundle });
    const told = await history(fresh, 'Ada');
    const hosts = await hostsOf(fresh);
    await fresh.close();
    expect(told).toEqual([{ username: 'Eve', changed_at: null }, names[1]]);
    expect(hosts).not.toContain(labynet);
  });

  it('leave out names that are hidden', async () => {
    const fresh = await startTestApp();
    const names = [
      { username: 'Eve', changed_at: null },
      { username: null, changed_at: '2015-02-04T10:00:00+00:00' },
      { username: 'Ada', changed_at: '2016-02-04T10:00:00+00:00' },
    ];
    await fresh.fault({ host: labynet, body: { username_history: names } });
    const told = await history(fresh, 'Ada');
    await fresh.close();
    expect(told).toEqual([names[0], names[2]]);
  });

  it('refuse to start with another word', async () => {
    await expect(startTestApp({ environment: { CUBEGAME_HISTORY: 'namemc' } })).rejects.toThrow(
      'CUBEGAME_HISTORY must be one of labynet, ashcon, official.',
    );
  });
});

const uuid = '069a79f4-44e9-4726-a5be-fca90e38aaf5';

describe('GET /api/cubegame/avatar', () => {
  it('200 with 128 × 128 pixels from renderer_a, with the outer layer, unless asked otherwise', async () => {
    await app.clearCalls();
    const { status, headers, body } = await picture(app, path('avatar', { uuid }));
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(headers.get('content-length')).toBe(String(body.length));
    expect(sizeOf(decoded(body))).toEqual([128, 128]);
    expect(await app.calls()).toEqual([
      { method: 'GET', host: crafatar, path: `/avatars/${uuid.replaceAll('-', '')}?size=128&overlay=true` },
    ]);
  });

  it('is the same with or without dashes, and asked for once', async () => {
    const id = freshUuid();
    await app.clearCalls();
    const withDashes = id.toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const [one, other] = [
      await picture(app, path('avatar', { uuid: id })),
      await picture(app, path('avatar', { uuid: withDashes })),
    ];
    expect(one.status).toBe(200);
    expect(other.body.equals(one.body)).toBe(true);
    expect(await app.calls()).toHaveLength(1);
  });

  it.each([
    ['crafatar leaves the layer out', { overlay: 'false' }, crafatar, '/avatars/ID?size=128'],
    ['crafatar makes any size', { size: '13' }, crafatar, '/avatars/ID?size=13&overlay=true'],
    ['visage makes steps of eight', { service: 'renderer_b', size: '13' }, visage, '/face/16/ID.png'],
    ['visage makes the largest', { service: 'renderer_b', size: '512' }, visage, '/face/512/ID.png'],
  ])('%s', async (_, asked, host, address) => {
    const id = freshUuid();
    await app.clearCalls();
    const { status, body } = await picture(
      app,
      path('avatar', { uuid: id, ...(asked as Record<string, string>) }),
    );
    const size = Number((asked as { size?: string }).size ?? 128);
    expect([status, sizeOf(decoded(body))]).toEqual([200, [size, size]]);
    expect(await app.calls()).toEqual([{ method: 'GET', host, path: address.replace('ID', id) }]);
  });

  it('is drawn here when renderer_b shall leave the outer layer out', async () => {
    await app.clearCalls();
    const asked = { uuid: freshUuid(), overlay: 'false', service: 'renderer_b' };
    const { status, body } = await picture(app, path('avatar', asked));
    expect([status, sizeOf(decoded(body))]).toEqual([200, [128, 128]]);
    expect(await hostsOf()).toEqual([sessions, textures]);
  });

  const noUuid = 'uuid must be a UUID of 32 hexadecimal digits, with or without dashes.';
  const noSize = 'size must be a whole number from 1 to 512.';
  it.each([
    [{}, 'uuid is required: UUID of the player, with or without dashes.'],
    [{ uuid: ' ' }, 'uuid is required: UUID of the player, with or without dashes.'],
    [{ uuid: 'Notch' }, noUuid],
    [{ uuid: uuid.slice(1) }, noUuid],
    [{ uuid: `${uuid}0` }, noUuid],
    [{ uuid: uuid.replace('-', '') }, noUuid],
    [{ uuid: '../../../../../../../../etc/passwd' }, noUuid],
    [{ uuid, size: '0' }, noSize],
    [{ uuid, size: '513' }, noSize],
    [{ uuid, size: '64.5' }, noSize],
    [{ uuid, size: 'huge' }, noSize],
    [{ uuid, overlay: '1' }, 'overlay must be true or false.'],
    [{ uuid, service: 'renderer_c' }, 'service must be one of renderer_a, renderer_b.'],
  ])('400 for %o, without asking upstream', async (asked, error) => {
    await app.clearCalls();
    const { status, body } = await app.ask(path('avatar', asked as Record<string, string>));
    expect({ status, body }).toEqual({ status: 400, body: { error } });
    expect(await app.calls()).toEqual([]);
  });
});

describe('GET /api/cubegame/render', () => {
  it('200 with the head at scale 4 from renderer_a unless asked otherwise', async () => {
    await app.clearCalls();
    const { status, headers, body } = await picture(app, path('render', { uuid }));
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(sizeOf(decoded(body))[0]).toBe(80);
    expect(await app.calls()).toEqual([
      {
        method: 'GET',
        host: crafatar,
        path: `/renders/head/${uuid.replaceAll('-', '')}?scale=4&overlay=true`,
      },
    ]);
  });

  it.each([
    [{ type: 'body', scale: '10' }, crafatar, '/renders/body/ID?scale=10&overlay=true'],
    [{ type: 'full', scale: '2.6' }, crafatar, '/renders/body/ID?scale=3&overlay=true'],
    [{ service: 'renderer_b' }, visage, '/head/160/ID.png'],
    [{ service: 'renderer_b', type: 'body', scale: '1.1' }, visage, '/bust/48/ID.png'],
    [{ service: 'renderer_b', type: 'full', scale: '10' }, visage, '/full/400/ID.png'],
  ])('asks for %o in the words of the renderer', async (asked, host, address) => {
    const id = freshUuid();
    await app.clearCalls();
    const { status } = await picture(app, path('render', { uuid: id, ...(asked as Record<string, string>) }));
    expect(status).toBe(200);
    expect(await app.calls()).toEqual([{ method: 'GET', host, path: address.replace('ID', id) }]);
  });

  const noScale = 'scale must be a number from 1 to 10.';
  it.each([
    [{ type: 'head' }, 'uuid is required: UUID of the player, with or without dashes.'],
    [{ uuid: 'Notch' }, 'uuid must be a UUID of 32 hexadecimal digits, with or without dashes.'],
    [{ uuid, type: 'legs' }, 'type must be one of head, body, full.'],
    [{ uuid, scale: '0.9' }, noScale],
    [{ uuid, scale: '10.01' }, noScale],
    [{ uuid, scale: '1e9' }, noScale],
    [{ uuid, scale: 'NaN' }, noScale],
    [{ uuid, service: 'a' }, 'service must be one of renderer_a, renderer_b.'],
  ])('400 for %o, without asking upstream', async (asked, error) => {
    await app.clearCalls();
    const { status, body } = await app.ask(path('render', asked as Record<string, string>));
    expect({ status, body }).toEqual({ status: 400, body: { error } });
    expect(await app.calls()).toEqual([]);
  });
});

const pictures = {
  avatar: { size: '40' },
  render: { type: 'full', scale: '2' },
} as const;
const services2 = { renderer_a: crafatar, renderer_b: visage } as const;

describe.each(Object.entries(pictures))('a picture for %s', (route, asked) => {
  it.each(Object.entries(services2))('is drawn here when %s is down', async (service, host) => {
    const fresh = await startTestApp();
    const id = freshUuid();
    const expected = await picture(lone, path(route, { uuid: id, ...asked }));
    const faults = [
      { status: 500 },
      { status: 429 },
      { status: 404 },
      { body: '<html>Busy</html>' },
      { reset: true },
      { truncate: true },
      { headers: { location: 'https://elsewhere.example/a.png' }, status: 307 },
    ];
    for (const fault of faults) {
      await fresh.clearFaults();
      await fresh.fault({ host, ...fault });
      const drawn = await picture(fresh, path(route, { uuid: id, ...asked, service }));
      expect([fault, drawn.status, drawn.body.equals(expected.body)]).toEqual([fault, 200, true]);
      fresh.clock.skip(3_600_000);
    }
    await fresh.close();
  });

  it('is drawn here without asking a renderer when the operator wants none', async () => {
    await lone.clearCalls();
    const { status, body } = await picture(lone, path(route, { uuid: freshUuid(), ...asked }));
    expect([status, sizeOf(decoded(body))]).toEqual([200, route === 'avatar' ? [40, 40] : [42, 94]]);
    expect(await hostsOf(lone)).toEqual([sessions, textures]);
  });

  it('is drawn here from the skin that Ashcon tells when the game does not', async () => {
    const fresh = await startTestApp({ environment: { CUBEGAME_RENDERERS: 'local' } });
    const id = freshUuid();
    const expected = await picture(lone, path(route, { uuid: id, ...asked }));
    await fresh.fault({ host: sessions, status: 500 });
    const drawn = await picture(fresh, path(route, { uuid: id, ...asked }));
    await fresh.close();
    expect(drawn.body.equals(expected.body)).toBe(true);
  });

  it.each([
    ['00000000000040008000000000000000', '31f477eb1a7beee631c2ca64d06f8f68fa93a3386d04452ab27f43acdf1b60cb'],
    ['00000000000040008000000000000001', '46acd06e8483b176e8ea39fc12fe105eb3a2a4970f5100057e9d84d4b60bdfa7'],
  ])('of %s, who has no skin, shows what the game gives', async (id, hash) => {
    const fresh = await startTestApp({ environment: { CUBEGAME_RENDERERS: 'local' } });
    await fresh.fault({ host: sessions, body: { id, name: 'Plain', properties: [] } });
    const { status } = await picture(fresh, path(route, { uuid: id, ...asked }));
    const calls = await fresh.calls();
    await fresh.close();
    expect(status).toBe(200);
    expect(calls.at(-1)).toMatchObject({ host: textures, path: `/texture/${hash}` });
  });

  it('404 when there is no such player, and no renderer that draws everybody', async () => {
    const asked = { uuid: '12345678-1234-4234-8234-123456789404' };
    const { status, body } = await lone.ask(path(route, asked));
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: `No player with the uuid "${asked.uuid}" was found.` },
    });
    expect((await picture(app, path(route, asked))).status).toBe(200);
  });

  it.each([
    [502, 'is no picture', { body: '<html>Hello</html>' }],
    [502, 'is too large', 'large'],
    [404, 'is gone', { status: 404 }],
    [503, 'is kept back', { status: 429 }],
  ])('%i when the skin %s and nothing else can draw', async (status, _, fault) => {
    const fresh = await startTestApp({ environment: { CUBEGAME_RENDERERS: 'local' } });
    const body =
      fault === 'large'
        ? await encodePng({ width: 65, height: 64, pixels: new Uint8Array(65 * 64 * 4) })
        : undefined;
    if (body) await fresh.fault({ host: textures, path: '/texture/*', status: 500 });
    else await fresh.fault({ host: textures, ...(fault as object) });
    const answer = await fresh.ask(path(route, { uuid: freshUuid(), ...asked }));
    await fresh.close();
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error: text });
  });

  it('is the caller’s to mend when the renderer does not take it', async () => {
    const fresh = await startTestApp();
    await fresh.fault({ host: crafatar, status: 422, body: 'Invalid UUID' });
    const { status, body } = await fresh.ask(path(route, { uuid: freshUuid(), ...asked }));
    await fresh.close();
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'The renderer does not take these values.' },
    });
  });

  it('is described alike to HEAD', async () => {
    const address = path(route, { uuid, ...asked });
    const headers = { authorization: `Bearer ${app.key}` };
    const response = await fetch(app.baseUrl + address, { method: 'HEAD', headers });
    const { body } = await picture(app, address);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-length')).toBe(String(body.length));
  });
});

describe('cubegame in the graph', () => {
  it('links name → player → pictures', async () => {
    const { body } = await app.graphql(`{
      cubegame {
        identity(username: "Skydeath") {
          username
          uuid
          player { username uuid usernameHistory { username changedAt } skin { url variant } cape { url } }
          avatar(size: 32, overlay: false) { url contentType filename byteLength }
          render(type: FULL, scale: 2.5, service: RENDERER_B) { url }
        }
      }
    }`);
    expect(body.errors).toBeUndefined();
    const { player, avatar, render, ...identity } = body.data.cubegame.identity;
    expect(player).toMatchObject(identity);
    expect(avatar).toEqual({
      url: `/api/cubegame/avatar?uuid=${identity.uuid}&size=32&overlay=false&service=renderer_a`,
      contentType: 'image/png',
      filename: null,
      byteLength: null,
    });
    expect(render.url).toBe(
      `/api/cubegame/render?uuid=${identity.uuid}&type=full&scale=2.5&service=renderer_b`,
    );
    expect((await picture(app, avatar.url)).status).toBe(200);
    expect((await picture(app, render.url)).status).toBe(200);
  });

  it('says of the variant of a skin in capitals what the route says in small letters', async () => {
    const { body: rest } = await app.ask(path('full', { username: 'kind_1' }));
    const { body } = await app.graphql('{ cubegame { player(username: "kind_1") { skin { variant } } } }');
    expect(body.data.cubegame.player.skin?.variant.toLowerCase()).toBe(rest.skin?.variant);
  });

  it('asks for many names at once, with null for nobody', async () => {
    const usernames = [freshName('many'), 'notfound_x', freshName('many')];
    await app.clearCalls();
    const { body } = await app.graphql(
      'query ($usernames: [String!]!) { cubegame { identities(usernames: $usernames) { username avatar { url } } } }',
      { usernames },
    );
    expect(body.errors).toBeUndefined();
    expect(
      body.data.cubegame.identities.map((found: { username: string } | null) => found?.username),
    ).toEqual([usernames[0], undefined, usernames[2]]);
    expect(await app.calls()).toEqual([
      { method: 'POST', host: services, path: '/minecraft/profile/lookup/bulk/byname' },
    ]);
  });

  it('knows a player by UUID', async () => {
    const query = '{ cubegame { playerByUuid(uuid: "069A79F444E94726A5BEFCA90E38AAF5") { uuid username } } }';
    const { body } = await app.graphql(query);
    expect(body.data.cubegame.playerByUuid).toEqual({ uuid, username: text });
  });

  it('tells failures apart, and leaves what did not fail', async () => {
    const { body } = await app.graphql(`{
      cubegame {
        here: identity(username: "Skydeath") { username }
        nobody: identity(username: "notfound") { username }
        wrong: avatar(uuid: "x") { url }
      }
    }`);
    expect(body.data.cubegame).toEqual({ here: { username: 'Skydeath' }, nobody: null, wrong: null });
    const codes = body.errors.map((error: { path: string[]; extensions: { code: string } }) => [
      error.path.at(-1),
      error.extensions.code,
    ]);
    expect(codes.sort()).toEqual([
      ['nobody', 'NOT_FOUND'],
      ['wrong', 'INVALID'],
    ]);
  });
});
