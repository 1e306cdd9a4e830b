import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StatusReport } from '../server/status/status-report.ts';
import { mismatches } from './contract/shapes.ts';
import { type ReplayApps, replayApps } from './replay/apps.ts';
import { documentedBody } from './replay/documented-body.ts';
import {
  declaredReplays,
  haveRecordings,
  pathOf,
  readValue,
  requestOf,
  startReplayServer,
} from './replay/recordings.ts';
import { useStarted } from './suite.ts';

const declared = await declaredReplays();

if (!haveRecordings) {
  it.skip('no recorded response was replayed: RECORDINGS_DIR is not there', () => {});
}

describe.skipIf(!haveRecordings).each(declared)(
  'recorded responses of $group',
  ({ group, replays, unused = {} }) => {
    const server = useStarted(() => startReplayServer(group));
    let apps: ReplayApps;
    /** Recordings that do not decode differ from the known shapes, so they are replayed to other apps. */
    let appsOfUndecodable: ReplayApps;
    beforeAll(async () => {
      apps = replayApps(server.origin);
      appsOfUndecodable = replayApps(server.origin);
    });
    afterAll(async () => {
      await Promise.all([apps.close(), appsOfUndecodable.close()]);
    });

    it('are all replayed or listed as unused', () => {
      const known = new Set([
        ...replays.flatMap(({ recording, also = {} }) => [recording, ...Object.values(also)]),
        ...Object.keys(unused),
      ]);
      const listed = (folder: string) =>
        (existsSync(pathOf(group, folder)) ? readdirSync(pathOf(group, folder), { withFileTypes: true }) : [])
          .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
          .map(({ name }) => folder + name);
      const isKeyless = [...known].some((name) => name.startsWith('keyless/'));
      const files = [...listed(''), ...(isKeyless ? listed('keyless/') : [])];
      expect(files.filter((name) => !known.has(name))).toEqual([]);
    });

    it.each(replays.map((replay) => [replay.recording, replay.request, replay] as const))(
      'decode to the expected response: %s for %s',
      async (recording, request, replay) => {
        const app = await (replay.expected === 502 ? appsOfUndecodable : apps).with(replay.environment);
        server.play(replay);
        const { status, body } = await app.ask(request, requestOf(replay));
        const { expected } = replay;
        if (typeof expected === 'number') {
          expect({ status, body }).toMatchObject({ status: expected });
          if (expected >= 400) expect(body).toMatchObject({ error: expect.any(String) });
        } else {
          const whole = { status: 200, body: expected(readValue(group, recording)) };
          if (replay.isPart) expect({ status, body }).toMatchObject(whole);
          else expect({ status, body }).toEqual(whole);
        }
        const documented = documentedBody(request);
        if (status === 200 && documented) expect(mismatches(documented, body)).toEqual([]);
      },
    );

    it('do not differ from the known shapes', async () => {
      const reports = await Promise.all(apps.all().map((app) => app.ask('/status')));
      const found = reports.flatMap(({ body }) =>
        (body as StatusReport).sources.flatMap(({ drift }) => drift),
      );
      expect(found).toEqual([]);
    });
  },
);
