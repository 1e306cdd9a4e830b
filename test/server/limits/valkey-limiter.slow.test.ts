import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openInstances, type TestInstances } from '../instances-fixture.ts';
import { startValkey, valkeyMissing } from '../stores-fixture.ts';

let instances: TestInstances;
beforeAll(async () => {
  instances = await openInstances();
});
afterAll(() => instances.close());

const skipped = valkeyMissing ? ` (skipped: ${valkeyMissing})` : '';

describe.skipIf(valkeyMissing)(`a store that appears after the start${skipped}`, () => {
  it('takes over the limits, with a metric and one log line for each change', async () => {
    const valkey = await startValkey();
    await valkey.kill();
    const { secret, headers, key } = await instances.issue();
    const instance = await instances.start({ environment: { VALKEY_URL: valkey.url } });
    const left = async () =>
      Number((await instance.ask('/api/me', secret, headers)).headers.get('x-ratelimit-remaining'));
    expect([await left(), await left()]).toEqual([99, 98]);
    expect(instance.logged('limits are this process’ own')).toMatchObject([{ reason: 'ECONNREFUSED' }]);
    expect(await instance.metric('almanac_limit_fallbacks_total')).toBe(2);

    await valkey.start();
    await vi.waitFor(async () => expect(await instance.metric('almanac_limiter_fallback')).toBe(0), {
      timeout: 10_000,
    });
    expect([await left(), await left()]).toEqual([99, 98]);
    expect(instance.logged('limits are shared')).toHaveLength(1);
    for (const kind of ['window', 'burst']) {
      const expiry = await valkey.command('PTTL', `almanac:${kind}:{key:${key.id}}`);
      expect(expiry).toBeGreaterThan(0);
      expect(expiry).toBeLessThanOrEqual(61_000);
    }
    await valkey.stop();
  });
});
