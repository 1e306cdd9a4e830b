import { describe, expect, it } from 'vitest';
import { isGroup } from '../../core/groups.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { generalFaults } from '../../sandbox/kernel/general-faults.ts';
import { upstreams } from '../../sandbox/upstreams.ts';
import { sources } from '../../sources/index.ts';
import { useStarted } from '../suite.ts';

const sandbox = useStarted(startSandbox);

const control = (init?: RequestInit) => fetch(`${sandbox.origin}/__faults`, init);
const set = (fault: unknown) => control({ method: 'POST', body: JSON.stringify(fault) });
const listed = async () => (await (await control()).json()) as { set: unknown[]; named: unknown[] };
const clear = () => control({ method: 'DELETE' });

const named = upstreams.flatMap(({ faults = [] }) => faults);

describe('the named faults of the sandbox', () => {
  it('are listed with name and description, and with group and host unless they are of any', async () => {
    const shown = (await listed()).named as readonly Record<string, string>[];
    expect(shown.map(({ name }) => name)).toEqual([...generalFaults, ...named].map(({ name }) => name));
    for (const { name, group, host, description } of shown) {
      expect(description).toMatch(/^[A-Z].*\.$/);
      if (generalFaults.some((fault) => fault.name === name)) {
        expect([group, host]).toEqual([undefined, undefined]);
        continue;
      }
      expect(isGroup(group!)).toBe(true);
      const hosts = sources.filter((source) => source.group === group).flatMap((source) => source.hosts);
      expect(hosts, name).toContain(host);
    }
  });

  it.each([
    ...['business account 400', 'agent refused', 'endpoint gone', 'empty tombstone', 'feedback required'],
    ...['expired session', 'html page', 'slow to fail 522', 'throttled presence'],
  ])('hold "%s"', (name) => {
    expect(named.map((fault) => fault.name)).toContain(name);
  });

  it('are set by name, for a host, a path and a number of requests', async () => {
    const changed = { host: 'www.instagram.com', path: '/x', times: 2 };
    const response = await set([{ name: 'expired session' }, { name: 'expired session', ...changed }]);
    expect(response.status).toBe(200);
    const redirect = 'https://www.instagram.com/';
    expect((await listed()).set).toEqual([
      { name: 'expired session', host: 'i.instagram.com', redirect },
      { name: 'expired session', redirect, ...changed },
    ]);
    await clear();
  });

  it('of no host are set for one', async () => {
    expect(await (await set({ name: 'error' })).json()).toEqual({
      error: 'host: is needed, since error is of no host',
    });
    expect((await set({ name: 'error', host: 'api.github.com', times: 1 })).status).toBe(200);
    const ask = async () => (await fetch(`${sandbox.origin}/api.github.com/users/ada`)).status;
    expect([await ask(), await ask()]).toEqual([500, 200]);
  });

  it('are named by a request for itself, which then has no other', async () => {
    await set({ host: 'api.github.com', status: 503 });
    const ask = async (headers: Record<string, string> = {}, host = 'api.github.com/users/ada') =>
      (await fetch(`${sandbox.origin}/${host}`, { headers })).status;
    expect(await ask({ 'x-sandbox-fault': 'error' })).toBe(500);
    expect(await ask({ 'x-sandbox-fault': 'throttled presence' })).toBe(200);
    expect(await ask()).toBe(503);
    await clear();
    expect(await ask()).toBe(200);
  });

  it.each([
    ['q=Oslo', 404],
    ['lat=59.91&lon=10.75', 200],
  ])('may depend on the request: %s gets %i', async (query, status) => {
    await set({ name: 'names unknown' });
    const url = `${sandbox.origin}/api.openweathermap.org/data/2.5/weather?appid=a&${query}`;
    expect((await fetch(url)).status).toBe(status);
    await clear();
  });
});
