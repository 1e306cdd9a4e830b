import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { seconds } from '../../../core/clock.ts';
import { manualClock } from '../../support/manual-clock.ts';
import {
  collected,
  deferred,
  failureOf,
  open,
  scripted,
  send,
  transportTo,
  upstream,
  within,
} from './transport-fixture.ts';

/** The time limit of a connection without a deadline. */
const connectMs = 5_000;

describe('an upstream request', () => {
  const stages: [string, () => Promise<string>, boolean][] = [
    ['before its head', () => upstream(() => {}), true],
    [
      'in its body',
      () =>
        upstream(
          (_request, response) => void response.writeHead(200, { 'content-length': '9' }).write('half'),
        ),
      false,
    ],
    [
      'by dripping',
      () =>
        upstream((_request, response) => {
          const drip = setInterval(() => response.write('x'), 10);
          response.on('close', () => clearInterval(drip));
        }),
      false,
    ],
    [
      'in the middle of gzip',
      () =>
        upstream((_request, response) => {
          response
            .writeHead(200, { 'content-encoding': 'gzip' })
            .write(gzipSync(randomBytes(400)).subarray(0, 200));
        }),
      false,
    ],
  ];

  it.each(stages)('times out when its deadline expires %s', async (_what, serve, beforeAnswer) => {
    const transport = transportTo(await serve());
    const signal = within(100);
    const fault = await failureOf(send(transport, { signal }));
    expect(fault).toMatchObject({ kind: 'upstreamTimeout', message: 'The upstream did not answer in time.' });
    expect(fault.trait).toBe(beforeAnswer ? 'beforeResponse' : undefined);
  });

  it.each(stages)('is aborted %s with the reason of the caller', async (_what, serve) => {
    const transport = transportTo(await serve());
    const caller = new AbortController();
    const reason = new Error('any');
    setTimeout(() => caller.abort(reason), 50);
    await expect(send(transport, { signal: caller.signal })).rejects.toBe(reason);
  });

  it('closes its connection when it is aborted', async () => {
    const closed = deferred();
    const arrived = deferred();
    const origin = await upstream((_request, response) => {
      response.on('close', closed.resolve);
      arrived.resolve();
    });
    const caller = new AbortController();
    const pending = send(transportTo(origin), { signal: caller.signal });
    pending.catch(() => {});
    await arrived.promise;
    caller.abort(new Error('gone'));
    await closed.promise;
  });

  it('times out while its connection is being opened', async () => {
    const lookup: LookupFunction = () => {};
    const signal = within(50);
    const startedAt = performance.now();
    const pending = send(transportTo(undefined, { lookup }), { signal });
    expect(await failureOf(pending)).toMatchObject({ kind: 'upstreamTimeout' });
    expect(performance.now() - startedAt).toBeLessThan(connectMs);
  });

  it('times out while it waits for a free connection, which is then not used', async () => {
    const { origin, requests } = await scripted({
      '/api.example.com/slow': (_request, response) => setTimeout(() => response.end('done'), 150),
    });
    const transport = transportTo(origin, { connectionsPerOrigin: 1 });
    const slow = send(transport, { url: 'https://api.example.com/slow' });
    const waiting = send(transport, { url: 'https://api.example.com/waiting', signal: within(50) });
    expect(await failureOf(waiting)).toMatchObject({ kind: 'upstreamTimeout' });
    expect((await slow).body.toString()).toBe('done');
    await delay(20);
    expect(requests.map(({ path }) => path)).toEqual(['/api.example.com/slow']);
  });

  it('sends nothing when the signal is already aborted', async () => {
    const { origin, requests } = await scripted({});
    const reason = new Error('changed my mind');
    const pending = send(transportTo(origin), { signal: AbortSignal.abort(reason) });
    await expect(pending).rejects.toBe(reason);
    await delay(20);
    expect(requests).toEqual([]);
  });

  it('times out after 15 seconds of silence, independent of its deadline', async () => {
    const clock = manualClock();
    const arrived = deferred();
    const origin = await upstream(() => arrived.resolve());
    const pending = send(transportTo(origin, { clock }));
    const failure = failureOf(pending);
    await arrived.promise;
    await clock.advance(seconds(14));
    expect(await Promise.race([failure, delay(30).then(() => 'waiting')])).toBe('waiting');
    await clock.advance(seconds(1));
    expect(await failure).toMatchObject({ kind: 'upstreamTimeout' });
  });

  it('for a download has no deadline, but times out when it is silent', async () => {
    const clock = manualClock();
    const responses: ServerResponse[] = [];
    const origin = await upstream((_request, response) => {
      responses.push(response);
      response.writeHead(200, { 'content-length': '100' }).write('a');
    });
    const { body } = await open(transportTo(origin, { clock }));
    const failure = failureOf(collected(body));
    for (let piece = 0; piece < 3; piece += 1) {
      await delay(20);
      await clock.advance(seconds(14));
      responses[0]?.write('a');
    }
    expect(body.destroyed).toBe(false);
    await delay(20);
    await clock.advance(seconds(15));
    expect(await failure).toMatchObject({ kind: 'upstreamTimeout' });
  });
});
