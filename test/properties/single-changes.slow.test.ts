import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../core/json.ts';
import type { AnyEndpoint } from '../../sources/kernel/source.ts';
import { replayApps } from '../replay/apps.ts';
import { declaredReplays, haveRecordings, requestOf, startReplayServer } from '../replay/recordings.ts';

/**
 * Single changes of recorded payloads, at the decoders: each value in turn is left out, or has another type. What then fails as
 * a whole is counted over all endpoints, and listed in `single-changes.txt` (written again by `vitest -u`).
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

/** What endpoints add to a body: times, and what its status tells. */
const ours = /^(answered_at|fetchedAt|sentAt|areDisabled)$/;

/** Every place of a payload, of lists the first three elements; whole lists would make the shares smaller. */
function* placesIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0 && !ours.test(path.at(-1)!)) yield path;
  if (Array.isArray(value)) {
    for (const index of value.slice(0, 3).keys()) yield* placesIn(value[index], [...path, String(index)]);
  } else if (isRecord(value))
    for (const [name, member] of Object.entries(value)) yield* placesIn(member, [...path, name]);
}

const other = (value: unknown): unknown =>
  typeof value === 'string' ? { odd: 1 } : typeof value === 'object' ? 7 : 'odd';

const valueAt = (payload: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((holder, step) => (holder as Record<string, unknown>)[step], payload);

/** Whether `holds` is true of a payload with a change, which is undone. */
function whileChanged(payload: unknown, path: readonly string[], isLost: boolean, holds: () => boolean) {
  const holder = valueAt(payload, path.slice(0, -1)) as Record<string, unknown>;
  const last = path.at(-1)!;
  const value = holder[last];
  if (!isLost) holder[last] = other(value);
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  const held = holds();
  if (isLost && Array.isArray(holder)) holder.splice(Number(last), 0, value);
  else holder[last] = value;
  return held;
}

/** The last steps of places that tell what a response is about, or are an object or a list that such a value is in. */
const identity =
  /^(.*(id|id_str|name|login|tag|hash|uri|slug|code|type|tokens?|username|uuid|title|status|response|key)|sec_uid|pk|\*)$/i;

/** The list: of each endpoint the places that are identity or hold the rest of the payload, and then the others. */
function listOf(left: ReadonlyMap<string, boolean>): string {
  const lines = new Map<string, { identity: Set<string>; rest: Set<string> }>();
  for (const [change, isHolder] of [...left].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [what, endpoint, place] = change.split(' ') as [string, string, string];
    const key = `${what} ${endpoint}`;
    const line = lines.get(key) ?? { identity: new Set(), rest: new Set() };
    lines.set(key, line);
    line[isHolder || identity.test(place.split('.').at(-1)!) ? 'identity' : 'rest'].add(place);
  }
  const joined = (places: ReadonlySet<string>) => [...places].join(' ') || '-';
  return [...lines]
    .map(([key, { identity, rest }]) => `${key}: ${joined(identity)} | ${joined(rest)}\n`)
    .join('');
}

describe.skipIf(!haveRecordings)('single changes of recorded payloads', async () => {
  const payloads = haveRecordings ? await recordedPayloads() : new Map();
  const known = await endpoints();
  /** By change, endpoint and place; whether the value is an object or a list. */
  const left = new Map<string, boolean>();

  it.each([
    ['lost', true, 1.7, 4.2],
    ['retyped', false, 2.3, 5.5],
  ] as const)(
    '%s values rarely fail a whole response',
    { timeout: 240_000 },
    (what, isLost, most, ofFirst) => {
      const all = { most, count: 0, failing: 0 };
      /** Of lists, the first element alone. */
      const first = { most: ofFirst, count: 0, failing: 0 };
      for (const [key, payload] of payloads) {
        const { plan } = known.get(key) ?? {};
        if (!plan || plan.kind === 'local' || typeof payload === 'string' || Buffer.isBuffer(payload))
          continue;
        const { decode } = plan.spec;
        const whole = decode.safeParse(payload);
        if (!whole.success) continue;
        // An item that is asked for by its key and left out is a failure of its caller.
        const holds = () => {
          const { success, data } = decode.safeParse(payload);
          return success && (plan.kind !== 'batched' || data.length >= whole.data.length);
        };
        for (const path of placesIn(payload)) {
          const counts = path.some((step) => /^[12]$/.test(step)) ? [all] : [all, first];
          for (const each of counts) each.count += 1;
          if (whileChanged(payload, path, isLost, holds)) continue;
          for (const each of counts) each.failing += 1;
          const place = path.map((step) => (/^\d+$/.test(step) ? '*' : step.replaceAll(' ', '_'))).join('.');
          left.set(`${what} ${key} ${place}`, typeof valueAt(payload, path) === 'object');
        }
      }
      for (const { most, count, failing } of [all, first]) {
        const share = (100 * failing) / count;
        console.log(`${what}: ${failing} of ${count} fail a whole response, ${share.toFixed(1)} %`);
        expect(count).toBeGreaterThan(1_000);
        expect(share).toBeLessThanOrEqual(most);
      }
    },
  );

  it('fail at the places of the list alone', async () => {
    await expect(listOf(left)).toMatchFileSnapshot('single-changes.txt');
  });
});
