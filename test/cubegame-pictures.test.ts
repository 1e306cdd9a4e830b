import { describe, expect, it } from 'vitest';
import { decodePng } from '../sources/cubegame-png.ts';
import type { Picture } from '../sources/kernel/png.ts';
import type { FaultSpec } from './app.ts';
import {
  alone,
  during,
  hostsOf,
  path,
  picture,
  sessions,
  textures,
  uuid,
  visage,
} from './cubegame-fixture.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';

const app = useTestApp();
const lone = useTestApp({ environment: alone });

/** A UUID that no other test requests. */
const freshUuid = () => freshName('').replaceAll('x', 'a').padStart(32, 'ab');

const decoded = (file: Buffer): Picture => decodePng(file, { maxPixels: 2 ** 20 });
const sizeOf = ({ width, height }: Picture) => [width, height];

describe('GET /api/cubegame/avatar', () => {
  it('responds 200 with 128 × 128 pixels from renderer_a with the outer layer by default', async () => {
    await app.clearCalls();
    const { status, headers, body } = await picture(app, path('avatar', { uuid }));
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(headers.get('content-length')).toBe(String(body.length));
    expect(sizeOf(decoded(body))).toEqual([128, 128]);
    expect(await hostsOf(app)).toEqual([sessions, textures]);
  });

  it('shares one upstream call between UUIDs with and without dashes', async () => {
    const id = freshUuid();
    await app.clearCalls();
    const withDashes = id.toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const [one, other] = [
      await picture(app, path('avatar', { uuid: id })),
      await picture(app, path('avatar', { uuid: withDashes })),
    ];
    expect(one.status).toBe(200);
    expect(other.body.equals(one.body)).toBe(true);
    expect(await hostsOf(app)).toEqual([sessions, textures]);
  });

  it('has an entity tag and the lifetime of the skin, and a 304 costs nothing', async () => {
    const address = app.baseUrl + path('avatar', { uuid: freshUuid() });
    const authorization = `Bearer ${app.key}`;
    const first = await fetch(address, { headers: { authorization } });
    const etag = first.headers.get('etag')!;
    expect([first.status, first.headers.get('cache-control')]).toEqual([
      200,
      expect.stringMatching(/^private, max-age=[1-9]/),
    ]);
    const again = await fetch(address, { headers: { authorization, 'if-none-match': etag } });
    const left = ({ headers }: Response) => headers.get('x-ratelimit-remaining');
    expect([again.status, again.headers.get('etag'), left(again)]).toEqual([304, etag, left(first)]);
  });

  it.each([
    ['visage makes steps of eight', '13', '/face/16/ID.png'],
    ['visage makes the largest', '512', '/face/512/ID.png'],
  ])('%s', async (_, size, address) => {
    const id = freshUuid();
    await app.clearCalls();
    const { status, body } = await picture(app, path('avatar', { uuid: id, size, service: 'renderer_b' }));
    expect([status, sizeOf(decoded(body))]).toEqual([200, [Number(size), Number(size)]]);
    expect(await app.calls()).toEqual([{ method: 'GET', host: visage, path: address.replace('ID', id) }]);
  });

  it('draws locally when renderer_b is requested without the outer layer', async () => {
    await app.clearCalls();
    const parameters = { uuid: freshUuid(), overlay: 'false', service: 'renderer_b' };
    const { status, body } = await picture(app, path('avatar', parameters));
    expect([status, sizeOf(decoded(body))]).toEqual([200, [128, 128]]);
    expect(await hostsOf(app)).toEqual([sessions, textures]);
  });
});

describe('GET /api/cubegame/render', () => {
  it('responds 200 with the head at scale 4 from renderer_a by default', async () => {
    const uuid = freshUuid();
    await app.clearCalls();
    const { status, headers, body } = await picture(app, path('render', { uuid }));
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(sizeOf(decoded(body))).toEqual([72, 84]);
    expect(await hostsOf(app)).toEqual([sessions, textures]);
  });

  it.each([
    [{}, '/head/160/ID.png'],
    [{ type: 'body', scale: '1.1' }, '/bust/48/ID.png'],
    [{ type: 'full', scale: '10' }, '/full/400/ID.png'],
  ])('maps %o to the parameters of renderer_b', async (parameters, address) => {
    const id = freshUuid();
    await app.clearCalls();
    const asked = { uuid: id, service: 'renderer_b', ...(parameters as Record<string, string>) };
    expect((await picture(app, path('render', asked))).status).toBe(200);
    expect(await app.calls()).toEqual([{ method: 'GET', host: visage, path: address.replace('ID', id) }]);
  });
});

const pictures = { avatar: { size: '40' }, render: { type: 'full', scale: '2' } } as const;

const brokenPictures: readonly Omit<FaultSpec, 'host'>[] = [
  { status: 500 },
  { status: 429 },
  { status: 404 },
  { body: '<html>Busy</html>' },
  { reset: true },
  { truncate: true },
  { headers: { location: 'https://elsewhere.example/a.png' }, status: 307 },
];

describe.each(Object.entries(pictures))('the picture of %s', (route, parameters) => {
  it('is drawn locally when renderer_b fails', async () => {
    const id = freshUuid();
    const expected = await picture(lone, path(route, { uuid: id, ...parameters }));
    for (const fault of brokenPictures) {
      const drawn = await during(app, [{ host: visage, ...fault }], () =>
        picture(app, path(route, { uuid: id, ...parameters, service: 'renderer_b' })),
      );
      expect([fault, drawn.status, drawn.body.equals(expected.body)]).toEqual([fault, 200, true]);
    }
  });

  it('is drawn by renderer_b when the skin cannot be read', async () => {
    const id = freshUuid();
    const faults = [{ host: textures, status: 500 }];
    const drawn = await during(app, faults, () => picture(app, path(route, { uuid: id, ...parameters })));
    const expected = await picture(app, path(route, { uuid: id, ...parameters, service: 'renderer_b' }));
    expect([drawn.status, drawn.body.equals(expected.body)]).toEqual([200, true]);
  });

  it('does not wait for a renderer that is slow to fail by default', async () => {
    await app.fault({ name: 'slow to fail 522' });
    await app.clearCalls();
    const ids = Array.from({ length: 30 }, freshUuid);
    const drawn = await Promise.all(ids.map((id) => picture(app, path(route, { uuid: id, ...parameters }))));
    const hosts = new Set(await hostsOf(app));
    await app.clearFaults();
    expect(drawn.every(({ status }) => status === 200)).toBe(true);
    expect([...hosts].sort()).toEqual([sessions, textures]);
  });

  it('is drawn locally without a renderer call when the setting disables renderers', async () => {
    await lone.clearCalls();
    const { status, body } = await picture(lone, path(route, { uuid: freshUuid(), ...parameters }));
    expect([status, sizeOf(decoded(body))]).toEqual([200, route === 'avatar' ? [40, 40] : [42, 94]]);
    expect(await hostsOf(lone)).toEqual([sessions, textures]);
  });

  it('is drawn locally from the skin of Ashcon when the game fails', async () => {
    const address = path(route, { uuid: freshUuid(), ...parameters });
    const expected = await picture(lone, address);
    lone.clock.skip(24 * 3_600_000);
    const drawn = await during(lone, [{ host: sessions, status: 500 }], () => picture(lone, address));
    expect(drawn.body.equals(expected.body)).toBe(true);
  });

  it.each([
    ['00000000000040008000000000000000', '31f477eb1a7beee631c2ca64d06f8f68fa93a3386d04452ab27f43acdf1b60cb'],
    ['00000000000040008000000000000001', '46acd06e8483b176e8ea39fc12fe105eb3a2a4970f5100057e9d84d4b60bdfa7'],
  ])('shows the default skin of the game for %s, who has none', async (id, hash) => {
    lone.clock.skip(48 * 3_600_000);
    const plain = { host: sessions, body: { id, name: 'Plain', properties: [] } };
    await during(lone, [plain], async () => {
      expect((await picture(lone, path(route, { uuid: id, ...parameters }))).status).toBe(200);
      expect((await lone.calls()).at(-1)).toMatchObject({ host: textures, path: `/texture/${hash}` });
    });
  });

  it('responds 404 for an unknown player without a renderer that draws any UUID', async () => {
    const parameters = { uuid: '12345678-1234-4234-8234-123456789404' };
    expect(await lone.ask(path(route, parameters))).toFail(
      404,
      `No player with the uuid "${parameters.uuid}" was found.`,
    );
    expect((await picture(app, path(route, parameters))).status).toBe(200);
  });

  it.each([
    [502, 'is no picture', { body: '<html>Hello</html>' }],
    [502, 'is truncated', { truncate: true }],
    [404, 'is gone', { status: 404 }],
    [503, 'is rate-limited', { status: 429 }],
  ])('responds %s when the skin %s and no renderer is available', async (status, _, fault) => {
    const address = path(route, { uuid: freshUuid(), ...parameters });
    const response = await during(lone, [{ host: textures, ...fault }], () => lone.ask(address));
    expect([response.status, response.body]).toEqual([status, { error: expect.any(String) }]);
  });

  it('responds 400 when the renderer rejects the parameters', async () => {
    const refusal = { host: visage, status: 422, body: 'Invalid UUID' };
    const address = path(route, { uuid: freshUuid(), ...parameters, service: 'renderer_b' });
    expect(await during(app, [refusal], () => app.ask(address))).toFail(
      400,
      'The renderer does not take these values.',
    );
  });

  it('has the same headers for HEAD', async () => {
    const address = path(route, { uuid, ...parameters });
    const headers = { authorization: `Bearer ${app.key}` };
    const response = await fetch(app.baseUrl + address, { method: 'HEAD', headers });
    const { body } = await picture(app, address);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-length')).toBe(String(body.length));
  });
});
