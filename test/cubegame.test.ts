import { describe, expect, it } from 'vitest';
import { type FaultSpec, startTestApp, type TestApp } from './app.ts';
import {
  alone,
  ashcon,
  during,
  elders,
  hostsOf,
  labynet,
  path,
  picture,
  services,
  sessions,
  uuid,
} from './cubegame-fixture.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';

const app = useTestApp();
const lone = useTestApp({ environment: alone });

const text = expect.any(String);
const dashed = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const trouble: readonly (readonly [string, Omit<FaultSpec, 'host'>])[] = [
  ['fails', { status: 500 }],
  ['responds 403', { status: 403 }],
  ['responds 429', { status: 429 }],
  ['is gone from its address', { status: 404, body: '<html>Not Found</html>' }],
  [
    'no longer knows the address',
    {
      status: 404,
      body: {
        error: 'Not Found',
        errorMessage: 'The server has not found anything matching the request URI',
      },
    },
  ],
  [
    'has the error body of its framework',
    { status: 404, body: { timestamp: '2026-10-01T00:00:00Z', status: 404, error: 'Not Found', path: '/' } },
  ],
  ['responds with HTML', { body: '<html>Welcome</html>' }],
];

describe('GET /api/cubegame/uuid', () => {
  it('responds 200 with the name in its original case and the UUID with dashes', async () => {
    const { status, body } = await app.ask(path('uuid', { username: 'Skydeath' }));
    expect({ status, body }).toEqual({ status: 200, body: { username: 'Skydeath', uuid: dashed } });
    const { body: shouted } = await app.ask(path('uuid', { username: '@SKYDEATH' }));
    expect(shouted).toEqual(body);
  });

  it('responds 400 when the upstream rejects the name', async () => {
    const username = freshName('odd');
    const invalid = { path: '/', error: 'CONSTRAINT_VIOLATION', errorMessage: 'Invalid profile name' };
    await app.fault({ host: services, times: 1, status: 400, body: invalid });
    expect(await app.ask(path('uuid', { username }))).toFail(400, 'There can be no player of that name.');
  });

  it.each([
    ['with words', {}],
    ['without any', { host: services, times: 1, status: 204, body: '' }],
  ])('responds 404 when no player has the name, reported %s', async (_, fault) => {
    if ('host' in fault) await app.fault(fault as FaultSpec);
    const username = freshName('notfound');
    expect(await app.ask(path('uuid', { username }))).toFail(404, `No player named "${username}" was found.`);
  });

  it.each(trouble)('responds 200 from the older endpoint when the newer one %s', async (_, fault) => {
    const username = freshName('Older');
    await during(app, [{ host: services, ...fault }], async () => {
      expect(await app.ask(path('uuid', { username }))).toRespond(200, { username, uuid: dashed });
      expect(new Set(await hostsOf(app))).toEqual(new Set([services, elders]));
    });
  });

  it('responds 200 from Ashcon when both endpoints of the game fail, and never 404', async () => {
    const username = freshName('Away');
    const faults = [
      { host: services, status: 503 },
      { host: elders, status: 403 },
      { host: sessions, status: 500 },
    ];
    await during(app, faults, async () => {
      expect(await app.ask(path('uuid', { username }))).toRespond(200, { username, uuid: dashed });
      expect(await app.ask(path('uuid', { username: freshName('notfound') }))).toFail(502, /status 503/);
      const unknown = '{ cubegame { playerByUuid(uuid: "00000000000000000000000000000404") { username } } }';
      const { body } = await app.graphql(unknown);
      expect(body.errors[0].extensions.code).toBe('UPSTREAM_FAILED');
    });
  });

  it('batches a hundred names, of which only unknown ones fail', async () => {
    const crowd = freshName('');
    const names = Array.from(
      { length: 100 },
      (_, index) => `${index % 10 === 0 ? 'notfound' : 'In'}_${crowd}_${index}`,
    );
    await app.clearCalls();
    const responses = await Promise.all(names.map((username) => app.ask(path('uuid', { username }))));
    const calls = await app.calls();
    expect(responses.map(({ status, body }) => [status, body.username])).toEqual(
      names.map((username, index) => (index % 10 === 0 ? [404, undefined] : [200, username])),
    );
    expect(calls.length).toBeLessThanOrEqual(20);
    expect(calls.some(({ method }) => method === 'POST')).toBe(true);
  });
});

describe('GET /api/cubegame/full', () => {
  it('responds 200 with the documented body', async () => {
    const response = await app.ask(path('full', { username: 'Skydeath' }));
    expect(response).toFit();
    const { body } = response;
    expect(body.username_history[0].changed_at).toBeNull();
    expect(body.username_history.at(-1).username).toBe('Skydeath');
    const { body: identity } = await app.ask(path('uuid', { username: 'Skydeath' }));
    expect(body).toMatchObject(identity);
  });

  it('responds 200 for players of every kind', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `kind_${index}`);
    const responses = await Promise.all(names.map((username) => app.ask(path('full', { username }))));
    for (const response of responses) expect(response).toFit();
    const bodies = responses.map(({ body }) => body);
    const seen = new Set(bodies.map(({ skin, cape }) => `${skin.variant} ${cape ? 'cape' : 'bare'}`));
    expect(seen.size).toBe(4);
    expect(bodies.some(({ username_history }) => username_history.length > 1)).toBe(true);
  });

  it('responds 200 with the default skin and the classic model when a profile has no texture', async () => {
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
    const plain = {
      ...identity,
      username: 'Renamed',
      skin: { url: expect.stringMatching(/^https:\/\/textures\.minecraft\.net\//) },
      cape: null,
    };
    const worn = { url: 'https://textures.minecraft.net/texture/ab', variant: 'classic' };
    expect(bodies).toMatchObject([plain, plain, plain, { ...plain, skin: worn }]);
  });

  it.each(trouble)('responds 200 with skin and cape from Ashcon when the game %s', async (_, fault) => {
    const route = path('full', { username: freshName('Worn') });
    const { body: usual } = await app.ask(route);
    app.clock.skip(24 * 3_600_000);
    await during(app, [{ host: sessions, ...fault }], async () => {
      expect(await app.ask(route)).toRespond(200, usual);
      expect(await hostsOf(app)).toContain(ashcon);
    });
  });

  it('responds 502 when every upstream fails', async () => {
    const faults = [services, elders, ashcon].map((host) => ({ host, status: 500 }));
    await during(app, faults, async () => {
      expect(await app.ask(path('full', { username: freshName('Lost') }))).toFail(
        502,
        'The source for cubegame answered with status 500.',
      );
    });
  });

  it('responds 503 when every upstream rate-limits', async () => {
    const limited = { status: 429, headers: { 'retry-after': '9' } };
    const faults = [services, elders, ashcon].map((host) => ({ host, ...limited }));
    const lookUp = () => app.ask(path('uuid', { username: freshName('Late') }));
    const { status, headers } = await during(app, faults, lookUp);
    expect([status, headers.get('retry-after')]).toEqual([503, '9']);
  });

  it('responds 502 when a profile cannot be decoded and Ashcon fails', async () => {
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

describe('GET /api/cubegame/full: former names', () => {
  const history = async (of: TestApp, username: string) =>
    (await of.ask(path('full', { username }))).body.username_history;
  const current = (username: string) => [{ username, changed_at: null }];

  const unknown = ['does not know the player', { status: 404, body: { error: 'User not found' } }] as const;
  it.each([...trouble, unknown])('contain only the current name when the archive %s', async (_, fault) => {
    const username = freshName('Now');
    const names = await during(app, [{ host: labynet, ...fault }], () => history(app, username));
    expect(names).toEqual(current(username));
  });

  it('contain only the current name, without an archive call, when the setting selects the official source', async () => {
    await lone.clearCalls();
    expect(await history(lone, 'Ada')).toEqual(current('Ada'));
    expect(await hostsOf(lone)).toEqual([services, sessions]);
  });

  it('come from Ashcon when the setting selects it', async () => {
    await using fresh = await startTestApp({ environment: { CUBEGAME_HISTORY: 'ashcon' } });
    const names = [{ username: 'Eve' }, { username: 'Ada', changed_at: '2016-02-04T10:00:00.000Z' }];
    const { body: uuid } = await fresh.ask(path('uuid', { username: 'Ada' }));
    const bundle = { ...uuid, username_history: names, textures: { slim: false } };
    await fresh.fault({ host: ashcon, body: bundle });
    const former = await history(fresh, 'Ada');
    const hosts = await hostsOf(fresh);
    expect(former).toEqual([{ username: 'Eve', changed_at: null }, names[1]]);
    expect(hosts).not.toContain(labynet);
  });

  it.each([
    ['name', 'name_history', '\uff0d'],
    ['username', 'username_history', null],
  ])('omit hidden names, by %s in %s', async (key, list, hidden) => {
    const names = [
      { [key]: 'Eve', changed_at: null },
      { [key]: hidden, changed_at: '2015-02-04T10:00:00+00:00' },
      { [key]: 'Ada', changed_at: '2016-02-04T10:00:00+00:00' },
    ];
    const archive = { host: labynet, body: { [list]: names } };
    const former = await during(app, [archive], () => history(app, freshName('Hidden')));
    expect(former).toEqual([
      { username: 'Eve', changed_at: null },
      { username: 'Ada', changed_at: '2016-02-04T10:00:00+00:00' },
    ]);
  });

  it('reject an unknown value of the setting at startup', async () => {
    await expect(startTestApp({ environment: { CUBEGAME_HISTORY: 'namemc' } })).rejects.toThrow(
      'CUBEGAME_HISTORY must be one of labynet, ashcon, official.',
    );
  });
});

describe('{ cubegame } in GraphQL', () => {
  it('links name → player → pictures', async () => {
    const { body } = await app.graphql(`{
      cubegame {
        identity(username: "Skydeath") {
          username
          uuid
          player { username uuid nameHistory { username changedAt } skin { url variant } cape { url } }
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

  it('returns the skin variant in upper case as an enum value', async () => {
    const { body: rest } = await app.ask(path('full', { username: 'kind_1' }));
    const { body } = await app.graphql('{ cubegame { player(username: "kind_1") { skin { variant } } } }');
    expect(body.data.cubegame.player.skin.variant.toLowerCase()).toBe(rest.skin.variant);
  });

  it('resolves many names in one batch, with null for an unknown one', async () => {
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

  it('finds a player by UUID', async () => {
    const query = '{ cubegame { playerByUuid(uuid: "069A79F444E94726A5BEFCA90E38AAF5") { uuid username } } }';
    const { body } = await app.graphql(query);
    expect(body.data.cubegame.playerByUuid).toEqual({ uuid, username: text });
  });
});
