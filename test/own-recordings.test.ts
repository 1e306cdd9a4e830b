import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groups } from '../core/groups.ts';
import {
  ownRecordings,
  type RecordedRequest,
  readRecordedBody,
  readRecordings,
} from '../scripts/record/recordings.ts';
import { type ReplayApps, replayApps } from './replay/apps.ts';

/** Replays the recordings of the repository itself, which `npm run record` and people write. */
const all = groups.flatMap((group) =>
  readRecordings(ownRecordings, group).map((recorded) => ({
    group,
    recorded,
    name: recorded.reported ?? recorded.request,
  })),
);

let current: (typeof all)[number] | undefined;
/** The upstream requests for the current recording, as `host/path`. */
let called = new Set<string>();
const server = createServer((request, response) => {
  const upstream = (request.url ?? '').slice(1).split('?')[0]!;
  called.add(upstream);
  const exchange = current?.recorded.exchanges.find((each) => each.upstream === upstream);
  if (!current || !exchange) {
    response.writeHead(501, { 'content-type': 'application/json' }).end('{"error":"not recorded"}');
    return;
  }
  response.writeHead(exchange.status, exchange.headers);
  response.end(readRecordedBody(ownRecordings, current.group, exchange.recording));
});

let apps: ReplayApps;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  apps = replayApps(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await apps.close();
  server.close();
  server.closeAllConnections();
});

describe('a recording of the repository', () => {
  it.each(all.map((each) => [each.name, each] as const))(
    'is answered as expected: %s',
    async (_, replayed) => {
      const { request, environment, status, contentType, expected, exchanges }: RecordedRequest =
        replayed.recorded;
      const app = await apps.with(environment);
      current = replayed;
      called = new Set();
      const answered = await app.ask(request);
      expect({
        status: answered.status,
        contentType: answered.headers.get('content-type'),
        body: answered.body,
      }).toMatchObject({
        status,
        ...(contentType === undefined ? {} : { contentType }),
        ...(expected === undefined ? {} : { body: expected }),
      });
      expect([...called].sort()).toEqual(exchanges.map(({ upstream }) => upstream).sort());
    },
  );
});
