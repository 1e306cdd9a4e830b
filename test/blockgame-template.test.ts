import { describe, expect, it } from 'vitest';
import { jpeg } from '../sandbox/kernel/images.ts';
import { type FaultSpec, startTestApp, type TestApp } from './app.ts';
import { blockgameApp } from './blockgame-fixture.ts';

const { app } = blockgameApp();

let assets = 0;

/** An asset id that no other test requests; its first digit selects the kind of asset in the sandbox. */
function assetOf(kind: number): string {
  assets += 1;
  return `${kind}000${String(assets).padStart(4, '0')}7`;
}

async function fetchTemplate(assetId: string, init: RequestInit = {}, of: TestApp = app) {
  const response = await fetch(`${of.baseUrl}/api/blockgame/template/${assetId}`, {
    ...init,
    headers: { authorization: `Bearer ${of.key}` },
  });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    length: response.headers.get('content-length'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

const words: readonly (readonly [RegExp, string])[] = [
  [/^assetdelivery\.roblox\.com\/v1\/asset\//, 'redirect'],
  [/^assetdelivery\.roblox\.com\/v2\/assetId/, 'direct'],
  [/^apis\.roblox\.com\/asset-delivery-api\/v1\/assetId/, 'open cloud'],
  [/^c0\.rbxcdn\.com/, 'file'],
  [/^economy\.roblox\.com\/v2\/assets/, 'economy'],
  [/^thumbnails\.roblox\.com\/v1\/assets/, 'catalog'],
  [/^tr\.rbxcdn\.com/, 'picture'],
];

/** The endpoints called since the last reading, in order, each followed by its asset if the request names one. */
async function tried(assetId = '', of: TestApp = app): Promise<string[]> {
  const calls = await of.calls();
  await of.clearCalls();
  return calls.map(({ host, path }) => {
    const word = words.find(([place]) => place.test(host + path))?.[1] ?? `${host}${path}`;
    return word === 'redirect' && !path.includes(assetId) ? 'redirect of another' : word;
  });
}

const delivery = { host: 'assetdelivery.roblox.com' };
const economy = { host: 'economy.roblox.com' };
const catalog = { host: 'thumbnails.roblox.com' };
const pictures = { host: 'tr.rbxcdn.com' };
const files = { host: 'c0.rbxcdn.com' };
const pngBeginning = '89504e470d0a1a0a';

describe('GET /api/blockgame/template/{assetId}', () => {
  it.each<[string, number, string, string[]]>([
    ['a PNG', 6, 'image/png', ['redirect', 'file']],
    ['a JPEG', 5, 'image/jpeg', ['redirect', 'file']],
    ['the texture of an XML file', 1, 'image/png', ['redirect', 'file', 'redirect of another', 'file']],
    ['the texture of a binary file', 2, 'image/png', ['redirect', 'file', 'redirect of another', 'file']],
    ['an icon', 3, 'image/png', ['redirect', 'direct', 'economy', 'redirect of another', 'file']],
    ['a picture of the catalog', 4, 'image/png', ['redirect', 'direct', 'economy', 'catalog', 'picture']],
  ])('responds 200 with %s', async (_, kind, type, order) => {
    const id = assetOf(kind);
    await app.clearCalls();
    const response = await fetchTemplate(id);
    expect(response).toMatchObject({ status: 200, type, length: String(response.bytes.length) });
    const beginning = type === 'image/png' ? pngBeginning : 'ffd8ff';
    expect(response.bytes.toString('hex')).toMatch(new RegExp(`^${beginning}`));
    expect(await tried(id)).toEqual(order);
  });

  it('responds 404 when the asset does not exist, after every fallback in order', async () => {
    await app.clearCalls();
    const response = await app.ask('/api/blockgame/template/600404');
    expect(response).toFail(404, 'No template image of the asset 600404 was found.');
    expect(await tried('600404')).toEqual(['redirect', 'direct', 'economy', 'catalog']);
  });

  const refusal = { errors: [{ code: 0, message: 'Asset type is not supported.' }] };

  const unusable = (fault: Omit<FaultSpec, 'host'>) => [delivery, economy].map((at) => ({ ...at, ...fault }));
  const leadingTo = (address: string) => [
    { ...delivery, path: '/v1/*', redirect: address },
    { ...delivery, body: { locations: [{ location: address }] } },
  ];

  it.each<[string, FaultSpec[]]>([
    ['fail', unusable({ status: 500 })],
    ['refuse', unusable({ status: 403 })],
    ['respond 429', unusable({ status: 429 })],
    ['break off', unusable({ reset: true })],
    ['hold errors under status 200', unusable({ body: refusal })],
    ['are pages', unusable({ body: '<html>' })],
    ['lead elsewhere', leadingTo('https://evil.example/x.png')],
    ['lead to this machine', leadingTo('https://127.0.0.1/x.png')],
    ['name no address', [{ ...delivery, path: '/v1/*', status: 404 }, leadingTo('none')[1]!]],
  ])('responds 200 from the catalog when the endpoints before it %s', async (_, faults) => {
    const id = assetOf(6);
    await app.fault(...faults);
    await app.clearCalls();
    expect(await fetchTemplate(id)).toMatchObject({ status: 200, type: 'image/png' });
    expect([...new Set(await tried(id))]).toEqual(['redirect', 'direct', 'economy', 'catalog', 'picture']);
  });

  it.each<[string, FaultSpec]>([
    ['a page', { ...pictures, body: '<html>' }],
    ['JSON', { ...pictures, body: refusal }],
    ['nothing', { ...pictures, body: '' }],
    ['a failure', { ...pictures, status: 500 }],
    ['not made yet', { ...catalog, body: { data: [{ targetId: 1, state: 'Pending', imageUrl: '' }] } }],
    ['not shown', { ...catalog, body: { data: [{ targetId: 1, state: 'Blocked', imageUrl: '' }] } }],
  ])('responds 404 and never 200 with JSON when the catalog picture is %s', async (_, fault) => {
    await app.fault({ ...delivery, status: 404 }, { ...economy, status: 404 }, fault);
    expect((await fetchTemplate(assetOf(6))).status).toBe(404);
  });

  it('responds 200 from direct delivery when the redirect fails', async () => {
    const id = assetOf(6);
    await app.fault({ ...delivery, path: '/v1/*', status: 500 });
    await app.clearCalls();
    expect((await fetchTemplate(id)).status).toBe(200);
    expect(await tried(id)).toEqual(['redirect', 'direct', 'file']);
  });

  it('responds 200 from the catalog when the texture of a file is unavailable or nested', async () => {
    const id = assetOf(1);
    // The first case has no fault: the asset is served as it is.
    await app.fault({ ...delivery, path: `/v1/asset/?id=${id}`, headers: {} }, { ...delivery, status: 403 });
    await app.clearCalls();
    expect((await fetchTemplate(id)).status).toBe(200);
    const order = ['redirect', 'file', 'redirect of another', 'direct', 'economy', 'catalog', 'picture'];
    expect(await tried(id)).toEqual(order);
  });

  it('responds to HEAD with the headers and no body', async () => {
    const id = assetOf(6);
    const got = await fetchTemplate(id);
    expect(await fetchTemplate(id, { method: 'HEAD' })).toEqual({ ...got, bytes: Buffer.alloc(0) });
  });

  it('aborts the response when the upstream file is truncated', async () => {
    await app.fault({ ...files, reset: 'midBody' });
    const outcome = await fetchTemplate(assetOf(6)).catch(() => undefined);
    expect([outcome?.status, outcome?.type]).not.toEqual([200, 'image/png']);
    await app.clearFaults();
    expect((await fetchTemplate(assetOf(6))).status).toBe(200);
  });

  it('keeps its breaker closed while many assets are refused', async () => {
    const refused = Array.from({ length: 30 }, () => assetOf(4));
    const responses = await Promise.all([...refused, assetOf(6)].map((id) => fetchTemplate(id)));
    expect(responses.map(({ status }) => status)).toEqual(Array(31).fill(200));
    await app.clearCalls();
    await fetchTemplate(assetOf(6));
    expect(await tried()).toEqual(['redirect', 'file']);
  });

  it.each<[string, FaultSpec['body']]>([
    ['other files', '<html>'],
    ['files that name no image', `<roblox>${'x'.repeat(200_000)}</roblox>`],
  ])('releases %s', async (_, body) => {
    await app.fault({ ...files, body, headers: { 'content-type': 'binary/octet-stream' } });
    // More than the concurrency limit of the source.
    for (let count = 0; count < 20; count += 1) expect((await fetchTemplate(assetOf(6))).status).toBe(200);
    await app.clearFaults();
    await app.clearCalls();
    await fetchTemplate(assetOf(6));
    expect(await tried()).toEqual(['redirect', 'file']);
  });

  it('calls Open Cloud with the configured key for an asset that is otherwise refused', async () => {
    await using keyed = await startTestApp({ environment: { BLOCKGAME_API_KEY: 'operators-own-key' } });
    const id = assetOf(4);
    expect(await fetchTemplate(id, {}, keyed)).toMatchObject({ status: 200, type: 'image/png' });
    expect(await tried(id, keyed)).toEqual(['redirect', 'open cloud', 'file']);
    await keyed.fault({ host: 'apis.roblox.com', status: 401 });
    expect((await fetchTemplate(assetOf(4), {}, keyed)).status).toBe(200);
    expect(await tried('', keyed)).toEqual(['redirect', 'open cloud', 'economy', 'catalog', 'picture']);
    expect(keyed.logs.join('')).not.toContain('operators-own-key');
  });
});

describe('{ blockgame { template } } in GraphQL', () => {
  const query =
    'query ($id: ID!) { blockgame { template(assetId: $id) { url contentType byteLength filename } } }';

  it('returns the address of a template', async () => {
    const id = assetOf(5);
    const { body } = await app.graphql(query, { id });
    expect(body.data.blockgame.template).toEqual({
      url: `/api/blockgame/template/${id}`,
      contentType: 'image/jpeg',
      byteLength: jpeg.length,
      filename: null,
    });
    expect((await app.ask(body.data.blockgame.template.url)).status).toBe(200);
  });

  it('releases the upstream body when only metadata is selected', async () => {
    // More than the concurrency limit of the source.
    for (let count = 0; count < 20; count += 1) {
      const { body } = await app.graphql(query, { id: assetOf(6) });
      expect(body.data.blockgame.template.byteLength).toBeGreaterThan(jpeg.length);
    }
  });

  it('reports the error message of the route', async () => {
    const { body } = await app.graphql(query, { id: '600404' });
    expect(body.errors[0]).toMatchObject({
      message: 'No template image of the asset 600404 was found.',
      extensions: { code: 'NOT_FOUND' },
    });
  });
});

describe('a template whose upstreams do not respond', () => {
  it('has the status of its group for a timeout after RESPONSE_SECONDS', async () => {
    await using app = await startTestApp({ environment: { RESPONSE_SECONDS: '1' } });
    const hosts = ['assetdelivery.roblox.com', 'apis.roblox.com', 'economy.roblox.com'];
    await app.fault(...hosts.map((host) => ({ host, delayMs: 60_000 })));
    expect(await app.ask(`/api/blockgame/template/${assetOf(1)}`)).toMatchObject({
      status: 500,
      body: { error: 'The response had not begun within 1 s.' },
    });
  });
});
