import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hours } from '../core/clock.ts';
import { groups } from '../core/groups.ts';
import {
  ownRecordings,
  type RecordedRequest,
  readRecordedBody,
  readRecordings,
} from '../server/cli/recordings.ts';
import { startTestApp, type TestApp } from './app.ts';

/** Replays the recordings of the repository itself, which `npm run record` and people write. */
const all = groups.flatMap((group) =>
  readRecordings(ownRecordings, group).map((recorded) => ({ group, recorded, request: recorded.request })),
);

let current: (typeof all)[number] | undefined;
const server = createServer((request, response) => {
  const upstream = (request.url ?? '').slice(1).split('?')[0]!;
  const exchange = current?.recorded.exchanges.find((each) => each.upstream === upstream);
  if (!current || !exchange) {
    response.writeHead(501, { 'content-type': 'application/json' }).end('{"error":"not recorded"}');
    return;
  }
  response.writeHead(exchange.status, exchange.headers);
  response.end(readRecordedBody(ownRecordings, current.group, exchange.recording));
});

let app: TestApp;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  app = await startTestApp({ upstreamOrigin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterAll(async () => {
  await app.close();
  server.close();
  server.closeAllConnections();
});

describe('a recording of the repository', () => {
  it.each(all)('is answered as expected: $request', async (replayed) => {
    // Cached responses of earlier recordings have expired.
    app.clock.skip(hours(48));
    current = replayed;
    const { status, expected }: RecordedRequest = replayed.recorded;
    const answered = await app.ask(replayed.request);
    expect({ status: answered.status, body: answered.body }).toMatchObject({
      status,
      ...(expected === undefined ? {} : { body: expected }),
    });
  });
});
