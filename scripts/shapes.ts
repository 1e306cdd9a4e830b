import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { doctorCommand } from '../cli/doctor.ts';
import { hours } from '../core/clock.ts';
import { type Group, groups } from '../core/groups.ts';
import { routeGroups } from '../rest/index.ts';
import type { Route } from '../rest/kernel/route.ts';
import { exampleAddress } from '../server/pages/home.ts';
import { sources } from '../sources/index.ts';
import { type PayloadShape, ShapeCollector } from '../sources/kernel/payload-shape.ts';
import type { NoteDecoded } from '../sources/kernel/statistics.ts';
import { during, startTestApp, type TestApp } from '../test/app.ts';
import { runContract } from '../test/contract/runner.ts';
import { environments, groupsOf } from '../test/environments.ts';
import { declaredReplays, haveRecordings, requestOf, startReplayServer } from '../test/replay/recordings.ts';

/**
 * Writes `sources/shapes.json`, the shapes that served payloads are compared with: those of the recordings, and those of
 * the sandbox. It needs the recordings, so it is not a part of `npm run generate`.
 */

/** A field that fewer objects than this had may be missing from others. */
const leastObjects = 5;
/** The sandbox's games and shops change with the day. */
const sandboxDays = 4;

const collected = new Map<string, Map<string, ShapeCollector>>();

const collect: NoteDecoded = ({ group }, endpoint, payload) => {
  const endpoints = collected.get(group) ?? new Map<string, ShapeCollector>();
  collected.set(group, endpoints);
  const collector = endpoints.get(endpoint) ?? new ShapeCollector();
  endpoints.set(endpoint, collector);
  collector.add(payload);
};

/** Each environment reaches endpoints that the others do not reach. */
async function collectSandbox(environment: Readonly<Record<string, string>>): Promise<void> {
  const app = await startTestApp({ environment, onDecoded: collect });
  const { baseUrl, key, clock } = app;
  const concerned = groupsOf(environment);
  const selected = routeGroups.filter(({ group }) => concerned.includes(group));
  try {
    for (let day = 0; day < sandboxDays; day += 1) {
      for (const { routes } of selected)
        for (const route of routes) await app.ask(exampleAddress(route)).catch(() => {});
      await collectWays(app, concerned);
      clock.skip(hours(25));
    }
    for (const { group, routes } of selected) await collectFallbacks(app, group, routes);
    // No request runs while the clock skips.
    const pause = async (ms: number) => clock.skip(ms);
    await runContract({ baseUrl, key, pause, groups: concerned, seed: 'shapes', concurrency: 1 });
  } finally {
    await app.close();
  }
}

/** Runs the doctor, which leaves out the ways that it reached, so that the others are asked. */
const collectWays = ({ config, clock }: TestApp, concerned: readonly Group[]) =>
  doctorCommand(['--groups', concerned.join(',')], {
    config,
    clock,
    onDecoded: collect,
    print: () => {},
    warn: console.error,
  });

/** Lookups fall back when a way refuses, some of them also when it has no such thing. Neither status is retried. */
const fallbackStatuses = [403, 404] as const;

/** Asks for the examples of a group while each of its upstreams fails, so that the others are asked. */
async function collectFallbacks(app: TestApp, group: Group, routes: readonly Route[]): Promise<void> {
  const origins = sources
    .filter((source) => source.group === group)
    .flatMap(({ spec }) => [...spec.origins, ...(spec.mirrors ?? [])]);
  for (const host of new Set(origins.map((origin) => origin.replace('https://', '')))) {
    for (const status of fallbackStatuses) {
      await during(app, [{ host, status }], () =>
        Promise.all(routes.map((route) => app.ask(exampleAddress(route)))),
      );
      app.clock.skip(hours(25));
    }
  }
}

async function collectRecordings(): Promise<void> {
  for (const { group, replays } of await declaredReplays()) {
    const server = await startReplayServer(group);
    for (const replay of replays) {
      const app = await startTestApp({
        upstreamOrigin: server.origin,
        onDecoded: collect,
        environment: replay.environment ?? {},
      });
      server.play(replay);
      await app.ask(replay.request, requestOf(replay));
      await app.close();
    }
    await server.close();
  }
}

/** One endpoint a line, in alphabetical order, so that a difference between two versions is short. */
function written(): string {
  const blocks = groups.map((group) => {
    const lines = [...(collected.get(group) ?? [])]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([endpoint, collector]): [string, PayloadShape] => [endpoint, collector.toShape(leastObjects)])
      .map(([endpoint, shape]) => `    ${JSON.stringify(endpoint)}: ${JSON.stringify(shape)}`);
    return `  ${JSON.stringify(group)}: {\n${lines.join(',\n')}\n  }`;
  });
  return `{\n${blocks.join(',\n')}\n}\n`;
}

if (haveRecordings) {
  await collectRecordings();
  for (const environment of Object.values(environments)) await collectSandbox(environment);
  writeFileSync(fileURLToPath(new URL('../sources/shapes.json', import.meta.url)), written());
} else {
  console.error('The recordings are not there: set RECORDINGS_DIR.');
  process.exitCode = 1;
}
