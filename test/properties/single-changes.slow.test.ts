import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { isRecord } from '../../core/json.ts';
import type { AnyEndpoint } from '../../sources/kernel/source.ts';
import { replayApps } from '../replay/apps.ts';
import { declaredReplays, haveRecordings, requestOf, startReplayServer } from '../replay/recordings.ts';

/**
 * Single changes of recorded payloads, at the decoders: each value in turn is left out, or has another type. What then fails as
 * a whole is counted over all endpoints.
 */

type Payloads = Map<string, unknown>;

/** The first recorded payload of each endpoint, by group and endpoint. */
async function recordedPayloads(): Promise<Payloads> {
  const found: Payloads = new Map();
  for (const { group, replays } of await declaredReplays()) {
    const server = await startReplayServer(group);
    const apps = replayApps(server.origin, ({ group }, endpoint, payload) => {
      const key = `${group}/${endpoint}`;
      if (!found.has(key)) found.set(key, structuredClone(payload));
    });
    for (const replay of replays) {
      if (typeof replay.expected === 'number' && replay.expected >= 400) continue;
      server.play(replay);
      await (await apps.with(replay.environment)).ask(replay.request, requestOf(replay));
    }
    await apps.close();
    await server.close();
  }
  return found;
}

async function endpoints(): Promise<ReadonlyMap<string, AnyEndpoint>> {
  const files = readdirSync(new URL('../../sources', import.meta.url)).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(files.map((name) => import(`../../sources/${name}`) as Promise<object>));
  const all = modules.flatMap((module) =>
    Object.values(module).flatMap((value) => (isRecord(value) ? [value, ...Object.values(value)] : [])),
  );
  const found = all.filter(
    (value): value is AnyEndpoint & Record<string, unknown> => isRecord(value) && isRecord(value.plan),
  );
  return new Map(found.map((endpoint) => [`${endpoint.source.group}/${endpoint.name}`, endpoint]));
}

/** Every place of a payload, of lists the first three elements; whole lists would make the shares smaller. */
function* placesIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (Array.isArray(value)) {
    for (const index of value.slice(0, 3).keys()) yield* placesIn(value[index], [...path, String(index)]);
  } else if (isRecord(value))
    for (const [name, member] of Object.entries(value)) yield* placesIn(member, [...path, name]);
}

const other = (value: unknown): unknown =>
  typeof value === 'string' ? { odd: 1 } : typeof value === 'object' ? 7 : 'odd';

function changed(payload: unknown, path: readonly string[], isLost: boolean): unknown {
  const copy = structuredClone(payload) as Record<string, unknown>;
  let holder = copy;
  for (const step of path.slice(0, -1)) holder = holder[step] as Record<string, unknown>;
  const last = path.at(-1)!;
  if (!isLost) holder[last] = other(holder[last]);
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  return copy;
}

describe.skipIf(!haveRecordings)('single changes of recorded payloads', async () => {
  const payloads = haveRecordings ? await recordedPayloads() : new Map();
  const known = await endpoints();
  const left = new Set<string>();
  afterAll(() => console.log([...left].sort().join('\n')));

  it.each([
    ['losses', true, 4],
    ['changes of type', false, 8],
  ] as const)('%s rarely fail a whole response', { timeout: 240_000 }, (what, isLost, most) => {
    let count = 0;
    let failing = 0;
    for (const [key, payload] of payloads) {
      const { plan } = known.get(key) ?? {};
      if (!plan || plan.kind === 'local' || typeof payload === 'string' || Buffer.isBuffer(payload)) continue;
      if (!plan.spec.decode.safeParse(payload).success) continue;
      for (const path of placesIn(payload)) {
        count += 1;
        if (plan.spec.decode.safeParse(changed(payload, path, isLost)).success) continue;
        failing += 1;
        left.add(`${what} ${key} ${path.map((step) => (/^\d+$/.test(step) ? '*' : step)).join('.')}`);
      }
    }
    const share = (100 * failing) / count;
    console.log(`${what}: ${failing} of ${count} fail a whole response, ${share.toFixed(1)} %`);
    expect(count).toBeGreaterThan(1_000);
    expect(share).toBeLessThanOrEqual(most);
  });
});
