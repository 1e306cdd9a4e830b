import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from '../../app.ts';
import { answersOf, head, wireTo } from '../../sources/http-fixture.ts';

const apps: TestApp[] = [];
async function start(options: TestAppOptions): Promise<TestApp> {
  const app = await startTestApp(options);
  apps.push(app);
  return app;
}
afterAll(() => Promise.all(apps.map((app) => app.close())));

const ended = (app: TestApp) =>
  app.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'connection ended');
const remaining = async (app: TestApp) =>
  Number((await app.ask('/api/me')).headers.get('x-ratelimit-remaining'));

describe('a connection without a request', () => {
  it('is closed after ten seconds, as one whose head is not complete', async () => {
    const app = await start({});
    const [silent, slow] = [await wireTo(app.baseUrl), await wireTo(app.baseUrl)];
    slow.send('GET /healthz HTTP/1.1\r\nHost: almanac\r\n');
    const startedAt = performance.now();
    const received = await Promise.all([silent.closed(), slow.closed()]);
    expect(received.map((text) => text.slice(0, 12))).toEqual(Array(2).fill('HTTP/1.1 408'));
    const tookMs = performance.now() - startedAt;
    expect(tookMs).toBeGreaterThan(9_000);
    // Node looks every second; by default it looks every thirty.
    expect(tookMs).toBeLessThan(20_000);
  });
});

describe('a body that does not arrive', () => {
  it('is a 408 after its time, and is charged one lookup', async () => {
    const app = await start({ bounds: { bodyMs: 1_000 } });
    const before = await remaining(app);
    const types = ['application/json', 'application/graphql-response+json'];
    for (const accept of types) {
      const wire = await wireTo(app.baseUrl);
      const lines = [
        ...['POST /graphql HTTP/1.1', 'Host: almanac', `Authorization: Bearer ${app.key}`],
        ...[`Accept: ${accept}`, 'Content-Type: application/json', 'Content-Length: 60000'],
      ];
      wire.send(head(...lines) + '{'.padEnd(59_999));
      const [response] = answersOf(await wire.closed());
      expect(response).toMatchObject({ status: 408, head: expect.stringMatching(/connection: close/i) });
      expect(JSON.parse(response!.body)).toEqual({
        errors: [
          {
            message: 'The body did not arrive within 1 s.',
            extensions: { code: 'BAD_REQUEST', retryable: false, requestId: expect.any(String) },
          },
        ],
        extensions: { cost: expect.objectContaining({ requested: 1 }) },
      });
    }
    expect(await remaining(app)).toBe(before - types.length - 1);
  });
});

describe('a response that is not read', () => {
  const documents = head('GET /openapi.json HTTP/1.1', 'Host: almanac').repeat(40);

  it('ends its connection after its time', async () => {
    const app = await start({ bounds: { readMs: 1_000 } });
    const wires = [await wireTo(app.baseUrl), await wireTo(app.baseUrl)];
    for (const wire of wires) {
      wire.socket.pause();
      wire.send(documents);
    }
    await expect.poll(() => ended(app), { timeout: 20_000 }).toHaveLength(2);
    for (const line of ended(app)) expect(line).toMatchObject({ reason: 'unread', address: '127.0.0.1' });
    for (const wire of wires) wire.socket.destroy();
    expect((await app.ask('/healthz')).status).toBe(200);
  });

  it('is complete for a client that reads above the least rate', async () => {
    const app = await start({ bounds: { readMs: 1_000, minBytesPerSecond: 100_000 } });
    const wire = await wireTo(app.baseUrl);
    let bytes = 0;
    let isReading = true;
    wire.socket.on('data', (part) => {
      bytes += part.length;
      if (!isReading) return;
      wire.socket.pause();
      setTimeout(() => wire.socket.resume(), 5);
    });
    wire.send(documents.slice(0, documents.length / 8));
    await pause(3_000);
    isReading = false;
    wire.socket.resume();
    const one = (await app.ask('/openapi.json')).text.length;
    await expect.poll(() => bytes, { timeout: 20_000 }).toBeGreaterThan(one * 5);
    expect(ended(app)).toEqual([]);
    wire.socket.destroy();
  });
});

describe('connections of one address', () => {
  async function open(app: TestApp, localAddress: string): Promise<Socket> {
    const { hostname, port } = new URL(app.baseUrl);
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  }
  async function statusOn(socket: Socket): Promise<string> {
    let text = '';
    socket.on('data', (part) => {
      text += part;
    });
    socket.write(head('GET /healthz HTTP/1.1', 'Host: almanac'));
    await expect.poll(() => text).toContain('}');
    return text;
  }

  it('beyond CONNECTIONS_PER_ADDRESS get 429, and none from another address', async () => {
    const app = await start({ environment: { CONNECTIONS_PER_ADDRESS: '3', TRUSTED_PROXIES: '' } });
    const held = [];
    for (let count = 0; count < 3; count += 1) held.push(await open(app, '127.0.0.9'));
    const refused = await statusOn(await open(app, '127.0.0.9'));
    const [response] = answersOf(refused);
    expect(response).toMatchObject({
      status: 429,
      head: expect.stringMatching(/retry-after: 1\r\nx-ratelimit-scope: address/),
    });
    expect(JSON.parse(response!.body)).toEqual({
      success: false,
      error: {
        code: 429,
        message: 'Rate limit exceeded',
        details: 'One address may have 3 connections open.',
      },
    });
    expect(ended(app)).toMatchObject([{ reason: 'address', address: '127.0.0.9' }]);
    expect(await statusOn(await open(app, '127.0.0.8'))).toContain('HTTP/1.1 200');
    held[0]!.destroy();
    await expect.poll(async () => statusOn(await open(app, '127.0.0.9'))).toContain('HTTP/1.1 200');
    for (const socket of held) socket.destroy();
  });

  it('have no such bound when it is a trusted proxy', async () => {
    const app = await start({
      environment: { CONNECTIONS_PER_ADDRESS: '1', TRUSTED_PROXIES: '127.0.0.0/8' },
    });
    const sockets = [];
    for (let count = 0; count < 4; count += 1) sockets.push(await open(app, '127.0.0.9'));
    for (const socket of sockets) expect(await statusOn(socket)).toContain('HTTP/1.1 200');
    for (const socket of sockets) socket.destroy();
  });
});
