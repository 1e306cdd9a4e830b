import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Nginx, nginxMissing, startNginx } from '../../scripts/local-servers.ts';
import { openInstances, type TestInstance, type TestInstances } from './instances-fixture.ts';
import { freePort } from './stores-fixture.ts';

const skipped = nginxMissing ? ` (skipped: ${nginxMissing})` : '';

describe.skipIf(nginxMissing)(`a rolling restart behind nginx${skipped}`, () => {
  const ports: number[] = [];
  let instances: TestInstances;
  let running: TestInstance[];
  let nginx: Nginx;
  const start = (port: number) => instances.start({ environment: { PORT: String(port) } });

  beforeAll(async () => {
    instances = await openInstances();
    ports.push(await freePort(), await freePort());
    running = await Promise.all(ports.map(start));
    nginx = await startNginx(ports);
  });
  afterAll(async () => {
    await nginx?.stop();
    await instances?.close();
  });

  it('loses no call, even of a method that no proxy repeats', async () => {
    const generous = { name: 'Load', perMinute: 1_000_000, perSecond: 100_000 };
    const { secret } = await instances.keys.issue({ ...generous, address: '127.0.0.1' });
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    await pause(1_000);
    const agent = new Agent({ keepAlive: true });
    const statuses = new Map<number | string, number>();
    let isOver = false;

    async function post(): Promise<number> {
      const outgoing = request(`${nginx.url}/graphql`, { method: 'POST', agent, headers });
      outgoing.end('{"query":"{ __typename }"}');
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return response.statusCode!;
    }
    async function load(): Promise<void> {
      while (!isOver) {
        const status = await post().catch((error: { code: string }) => error.code);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await pause(Math.random() * 20);
      }
    }
    const callers = Array.from({ length: 8 }, load);
    for (let round = 0; round < 2; round += 1) {
      for (const [index, port] of ports.entries()) {
        await pause(300);
        expect(await running[index]!.close(10_000, 1_000)).toBe(true);
        running[index] = await start(port);
      }
    }
    isOver = true;
    await Promise.all(callers);
    agent.destroy();
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThan(100);
  });
});
