import { describe, expect, it, vi } from 'vitest';
import { hours, seconds } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import {
  bearer,
  type Credential,
  headerKey,
  type UpstreamCall,
} from '../../../sources/kernel/credentials.ts';
import { quotaUsedUp } from '../../../sources/kernel/http/classify-response.ts';
import {
  type CallOptions,
  type Exchanged,
  openSource,
} from '../../../sources/kernel/policies/upstream-call.ts';
import type { SourceSpec } from '../../../sources/kernel/source.ts';
import { collected, failureOf, never, transportTo } from '../http/transport-fixture.ts';
import {
  brokenOff,
  inTurn,
  options,
  type Play,
  playedUpstream,
  says,
  silence,
  sourceOf,
} from '../sources-fixture.ts';

const fine = says(200, { value: 'fine' });
const gone = new Error('The caller went away.');

/** Whether a response is read at once or as a stream. */
type Form = 'buffered' | 'streamed';

async function opened(play: Play, spec: Partial<SourceSpec> = {}, secrets: Record<string, string> = {}) {
  const fixture = await playedUpstream(play);
  const exchanged: Exchanged[] = [];
  const source = openSource(sourceOf(spec), {
    clock: fixture.clock,
    secrets,
    transport: transportTo(fixture.origin, { clock: fixture.clock }),
    observe: (exchange) => exchanged.push(exchange),
  });
  const ask = (call: Partial<UpstreamCall> = {}, signal = never(), more: Partial<CallOptions> = {}) =>
    source.send({ path: '/now', ...call }, { ...options, ...more }, signal);
  const askFor = async (form: Form, call: Partial<UpstreamCall> = {}) => {
    if (form === 'buffered') await ask(call);
    else await collected((await source.open({ path: '/now', ...call }, options, never())).body);
  };
  /** Waits until the upstream has received this number of requests. */
  const hits = (count: number) => vi.waitFor(() => expect(fixture.received).toHaveLength(count));
  return { ...fixture, source, exchanged, ask, askFor, hits };
}

describe('attempts', () => {
  it('have the number, the pause and the deadline that the source declares', async () => {
    // Three attempts of 8 s each, 1.5 s apart.
    const retry = { attempts: 3, attemptMs: seconds(8), pauseMs: 1_500 };
    const { ask, hits, clock, received } = await opened(silence, { deadlineMs: seconds(30), retry });
    const startedAt = clock.now();
    const fault = failureOf(ask());
    await hits(1);
    await clock.advance(seconds(8));
    await clock.advance(1_500);
    await hits(2);
    await clock.advance(seconds(8));
    await clock.advance(1_499);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(received).toHaveLength(2);
    await clock.advance(1);
    await hits(3);
    await clock.advance(seconds(8));
    expect(await fault).toMatchObject({
      kind: 'upstreamTimeout',
      group: 'weather',
      message: 'The source for weather did not answer in time.',
    });
    expect(clock.now() - startedAt).toBe(seconds(27));
    expect(received.map(({ at }) => at - startedAt)).toEqual([0, 9_500, 19_000]);
    await vi.waitFor(() => expect(received.every(({ isAborted }) => isAborted)).toBe(true));
  });

  it.each<[string, Play, Partial<UpstreamCall>]>([
    ['a status of 500', says(500, {}), {}],
    ['a status of 503', says(503, {}), {}],
    ['a broken connection', brokenOff, {}],
    ['a POST with isSafe', says(500, {}), { method: 'POST', body: '{}', isSafe: true }],
  ])('are repeated after %s', async (_, failing, call) => {
    const { ask, hits, clock, received, exchanged } = await opened(inTurn(failing, fine));
    const response = ask(call);
    await hits(1);
    await vi.waitFor(() => expect(exchanged).toHaveLength(1));
    await clock.advance(150);
    expect((await response).json()).toEqual({ value: 'fine' });
    expect(received).toHaveLength(2);
  });

  it.each<[string, Play, Partial<UpstreamCall>, string]>([
    ['a POST', says(500, {}), { method: 'POST', body: '{}' }, 'upstreamFailed'],
    ['404', says(404, {}), {}, 'notFound'],
    ['410', says(410, {}), {}, 'notFound'],
    ['400', says(400, {}), {}, 'upstreamFailed'],
    ['401', says(401, {}), {}, 'upstreamFailed'],
    ['403', says(403, {}), {}, 'upstreamFailed'],
    ['429', says(429, {}), {}, 'upstreamLimited'],
    ['418', says(418, {}), {}, 'upstreamFailed'],
  ])('are not repeated after %s', async (_, play, call, kind) => {
    const { ask, received, source } = await opened(play);
    const fault = await failureOf(ask(call));
    expect(fault).toMatchObject({ kind, group: 'weather' });
    expect(received).toHaveLength(1);
    expect(source.breaker.state).toBe('closed');
  });

  it('end at the deadline of the source', async () => {
    const retry = { attempts: 5, attemptMs: seconds(4), pauseMs: 100 };
    const { ask, hits, clock, received } = await opened(silence, { deadlineMs: seconds(6), retry });
    const fault = failureOf(ask());
    await hits(1);
    await clock.advance(seconds(4));
    await clock.advance(100);
    await hits(2);
    await clock.advance(1_900);
    expect((await fault).kind).toBe('upstreamTimeout');
    await clock.advance(seconds(60));
    expect(received).toHaveLength(2);
  });

  it('that time out are not repeated unless the source declares attemptMs', async () => {
    const { ask, hits, clock, received } = await opened(silence);
    const fault = failureOf(ask());
    await hits(1);
    await clock.advance(seconds(8));
    expect((await fault).kind).toBe('upstreamTimeout');
    await clock.advance(seconds(8));
    expect(received).toHaveLength(1);
  });

  it('add at most a fifth to the requests to a failing source', async () => {
    const { ask, clock, received } = await opened(says(500, {}));
    let isOver = false;
    const asking = (async () => {
      // Fewer than twenty failures leave the breaker closed in every round.
      for (let round = 0; round < 15; round += 1) await failureOf(ask());
      isOver = true;
    })();
    while (!isOver) {
      await clock.advance(150);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await asking;
    // The retry budget begins with ten attempts, and each call adds a fifth of one.
    expect(received).toHaveLength(15 + 12);
  });
});

describe('a caller who aborts', () => {
  it('aborts the upstream call with its own reason, which does not count for the breaker', async () => {
    const { ask, hits, received, source } = await opened(silence);
    const caller = new AbortController();
    const response = ask({}, caller.signal);
    await hits(1);
    caller.abort(gone);
    await expect(response).rejects.toBe(gone);
    await vi.waitFor(() => expect(received[0]!.isAborted).toBe(true));
    expect(source.breaker.state).toBe('closed');
    expect(received).toHaveLength(1);
  });

  it('during the pause between attempts prevents further attempts', async () => {
    const { ask, received, exchanged } = await opened(says(500, {}));
    const caller = new AbortController();
    const response = ask({}, caller.signal);
    await vi.waitFor(() => expect(exchanged).toHaveLength(1));
    caller.abort(gone);
    await expect(response).rejects.toBe(gone);
    expect(received).toHaveLength(1);
  });

  it('releases the concurrency of its call', async () => {
    const { ask, hits } = await opened(inTurn(silence, fine), { limits: { concurrent: 1 } });
    const caller = new AbortController();
    const aborted = ask({}, caller.signal).catch(String);
    await hits(1);
    const waiting = ask();
    caller.abort(gone);
    await aborted;
    expect((await waiting).status).toBe(200);
  });
});

describe('faults', () => {
  it('of a response classifier preserve the facts of the documented body', async () => {
    const classifier = () =>
      new Fault('upstreamFailed', 'It said 10204.', { facts: { statusCode: 10_204 }, retryAfter: 3 });
    const { ask } = await opened(fine);
    expect(await failureOf(ask({}, never(), { classify: classifier }))).toMatchObject({
      message: 'It said 10204.',
      group: 'weather',
      facts: { statusCode: 10_204 },
      retryAfter: 3,
    });
  });

  it.each<[string, CallOptions['classify'], SourceSpec['classify'], number, string]>([
    [
      'the classifier of the endpoint first',
      () => new Fault('private', 'Private.'),
      () => new Fault('notFound', 'No.'),
      200,
      'private',
    ],
    ['that of the source next', () => undefined, () => new Fault('notFound', 'No.'), 200, 'notFound'],
    ['the status last', () => undefined, () => undefined, 400, 'upstreamFailed'],
    ['no status when the endpoint accepts the response', () => 'accepted', undefined, 404, 'none'],
  ])('are classified by %s', async (_, classifier, sourceClassifier, status, kind) => {
    const { ask } = await opened(says(status, {}), sourceClassifier ? { classify: sourceClassifier } : {});
    const outcome = await ask({}, never(), { classify: classifier }).then(
      () => 'none',
      (fault: Fault) => fault.kind,
    );
    expect(outcome).toBe(kind);
  });

  it.each([
    [404, true, 'notFound'],
    [404, false, 'upstreamFailed'],
    [410, true, 'notFound'],
    [410, false, 'upstreamFailed'],
  ])('of a status of %i, of a thing that may be absent: %s, are %s', async (status, mayBeAbsent, kind) => {
    const { ask } = await opened(says(status, {}));
    expect((await failureOf(ask({}, never(), { mayBeAbsent }))).kind).toBe(kind);
  });

  it.each([
    ['JSON', true, 'upstreamFailed'],
    ['a page or bytes', false, 'notFound'],
  ])('of a status of 404 with a page, of a request for %s', async (_, readsJson, kind) => {
    const { ask } = await opened((_request, response) => void response.writeHead(404).end('\n<html></html>'));
    expect((await failureOf(ask({}, never(), { readsJson }))).kind).toBe(kind);
  });

  it.each<[string | undefined, number]>([
    ['120', 120],
    ['80000', 80_000],
    ['604800', 86_400],
    ['7', 7],
    ['0', 1],
    ['0.2', 1],
    ['-5', 1],
    [undefined, 30],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 480],
    ['soon', 30],
  ])('of a 429 with Retry-After %s pause all calls for %i s', async (retryAfter, wait) => {
    const date = 'Wed, 21 Oct 2026 07:20:00 GMT';
    const headers = retryAfter === undefined ? { date } : { date, 'retry-after': retryAfter };
    const { ask, received, clock } = await opened(inTurn(says(429, {}, headers), fine));
    expect(await failureOf(ask())).toMatchObject({ kind: 'upstreamLimited', retryAfter: wait });
    await clock.advance(seconds(wait) - 1);
    expect((await failureOf(ask())).kind).toBe('upstreamLimited');
    expect(received).toHaveLength(1);
    await clock.advance(1);
    expect((await ask()).status).toBe(200);
  });

  it('with retryAfter pause all calls for that time', async () => {
    const refusal = new Fault('upstreamFailed', 'The account is on hold.', {
      group: 'weather',
      retryAfter: 120,
    });
    const { ask, received, clock } = await opened(inTurn(says(400, {}), fine), {
      classify: ({ status }) => (status === 400 ? refusal : undefined),
    });
    expect(await failureOf(ask())).toMatchObject({ kind: 'upstreamFailed', retryAfter: 120 });
    await clock.advance(seconds(119));
    expect(await failureOf(ask())).toMatchObject({ kind: 'upstreamLimited', retryAfter: 1 });
    expect(received).toHaveLength(1);
    await clock.advance(seconds(1));
    expect((await ask()).status).toBe(200);
  });

  it('of a quota that is used up refuse calls for an hour at most, without a pause', async () => {
    const { ask, received, source, exchanged, clock } = await opened(inTurn(says(403, {}), fine), {
      limits: { quota: { units: 100, windowMs: hours(2) } },
      classify: ({ status }) => (status === 403 ? quotaUsedUp('weather') : undefined),
    });
    expect(await failureOf(ask())).toMatchObject({ kind: 'upstreamLimited', retryAfter: 7_200 });
    expect(exchanged).toMatchObject([{ status: 403, fault: { kind: 'upstreamLimited' } }]);
    expect(source.limiter.quota?.unitsLeft).toBe(0);
    expect((await failureOf(ask())).kind).toBe('upstreamLimited');
    expect(received).toHaveLength(1);
    await clock.advance(hours(1));
    expect((await ask()).status).toBe(200);
    expect(source.limiter.pausedUntil).toBeUndefined();
  });

  it('of a URL outside the origins of the source cause no request', async () => {
    const { ask, received } = await opened(fine);
    for (const call of [
      { origin: 'https://evil.example' },
      { path: '@evil.example/' },
      { path: '.evil.example/' },
      { path: ':8080/' },
      { origin: 'http://api.example.com' },
    ]) {
      expect((await failureOf(ask(call))).kind).toBe('upstreamFailed');
    }
    expect(received).toEqual([]);
  });
});

describe('the breaker of a source', () => {
  it('does not count notFound as a failure', async () => {
    const { ask, source } = await opened(says(404, {}));
    await Promise.all(Array.from({ length: 60 }, () => failureOf(ask())));
    expect(source.breaker.state).toBe('closed');
  });
});

describe('credentials', () => {
  /** A token that is fetched for the first call, and again after it was refused. */
  const token: Credential = {
    required: [],
    optional: [],
    open(_secrets, { fetchJson }) {
      let current: Promise<string> | undefined;
      return {
        async sign(call) {
          current ??= fetchJson({ method: 'POST', path: '/token', body: '{}' }).then(
            (response) => (response as { token: string }).token,
          );
          return { ...call, headers: { ...call.headers, authorization: `Bearer ${await current}` } };
        },
        renew() {
          current = undefined;
          return true;
        },
      };
    },
  };

  it.each<[string, Form, number, string]>([
    ['renew an expired token once, and repeat the call', 'buffered', 2, 'accepted'],
    ['renew an expired token once, and repeat the call', 'streamed', 2, 'accepted'],
    ['do not renew a token again when the new one is refused', 'buffered', 3, 'refused'],
    ['do not renew a token again when the new one is refused', 'streamed', 3, 'refused'],
  ])('%s (%s)', async (_, form, firstGood, outcome) => {
    let tokens = 0;
    const { askFor, received } = await opened(
      ({ path, headers }, response) => {
        if (path.endsWith('/token')) {
          tokens += 1;
          response.end(JSON.stringify({ token: `token-${tokens}` }));
        } else {
          const number = Number(headers.authorization?.split('-')[1]);
          response.writeHead(number >= firstGood ? 200 : 401).end('{}');
        }
      },
      { credential: token },
    );
    const result = await askFor(form).then(
      () => 'accepted',
      (fault: Fault) => {
        expect(fault.message).toBe('The source for weather did not accept our credentials.');
        return 'refused';
      },
    );
    expect(result).toBe(outcome);
    expect(received.map(({ path }) => path.split('/').at(-1))).toEqual(['token', 'now', 'token', 'now']);
  });

  it('close the connection of an incomplete refusal before the call is repeated', async () => {
    const { askFor, received } = await opened(
      ({ path, headers }, response) => {
        if (path.endsWith('/token')) response.end(JSON.stringify({ token: String(received.length) }));
        else if (headers.authorization === 'Bearer 1') response.writeHead(401).write('{');
        else response.end('{}');
      },
      { credential: token, limits: { concurrent: 1 } },
    );
    await askFor('streamed');
    await vi.waitFor(() =>
      expect(received.map(({ isAborted }) => isAborted)).toEqual([false, true, false, false]),
    );
  });

  it.each<[string, Form, string, Credential]>([
    ['remove a token', 'buffered', 'authorization', bearer('KEY')],
    ['remove a key in its own header', 'buffered', 'x-api-key', headerKey('x-api-key', 'KEY')],
    ['remove a key in its own header', 'streamed', 'x-api-key', headerKey('x-api-key', 'KEY')],
  ])('%s from a redirect to another host (%s)', async (_, form, header, credential) => {
    const { askFor, received } = await opened(
      ({ path }, response) => {
        if (path.startsWith('/api.example.com')) {
          response.writeHead(302, { location: 'https://cdn.example.com/now' }).end();
        } else response.end('{}');
      },
      { credential, origins: ['https://api.example.com', 'https://cdn.example.com'] },
      { KEY: 's3cret' },
    );
    await askFor(form, { headers: { 'x-plain': 'plain' } });
    expect(received.map(({ headers }) => headers[header]?.includes('s3cret') ?? false)).toEqual([
      true,
      false,
    ]);
    expect(received.map(({ headers }) => headers['x-plain'])).toEqual(['plain', 'plain']);
  });
});

describe('downloads', () => {
  const part = Buffer.alloc(64 * 1024, 'x');
  const endless: Play = (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' });
    response.write(part);
  };
  const open = async (play: Play, spec: Partial<SourceSpec> = {}) => {
    const { source, ...rest } = await opened(play, spec);
    return {
      ...rest,
      source,
      openBody: (signal = never()) => source.open({ path: '/video' }, options, signal),
    };
  };

  it('release their concurrency when the body closes', async () => {
    const { openBody, received } = await open(endless, { limits: { concurrent: 1 } });
    const first = await openBody();
    const second = openBody();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(received).toHaveLength(1);
    first.body.destroy();
    (await second).body.destroy();
    expect(received).toHaveLength(2);
  });

  it.each<[string, Play, string]>([
    ['responds with 404', says(404, {}), 'notFound'],
    ['responds with 403', says(403, {}), 'upstreamFailed'],
    ['responds with 429', says(429, {}), 'upstreamLimited'],
  ])('fail and release their concurrency when the upstream %s', async (_, play, kind) => {
    const { openBody } = await open(inTurn(play, endless), { limits: { concurrent: 1 } });
    expect((await failureOf(openBody())).kind).toBe(kind);
    if (kind !== 'upstreamLimited') (await openBody()).body.destroy();
  });

  it('are aborted upstream when the caller aborts, and release their concurrency', async () => {
    const { openBody, received } = await open(endless, { limits: { concurrent: 1 } });
    const caller = new AbortController();
    const { body } = await openBody(caller.signal);
    caller.abort(gone);
    await vi.waitFor(() => expect(received[0]!.isAborted).toBe(true));
    expect(body.destroyed).toBe(true);
    (await openBody()).body.destroy();
  });

  it('that fail before they are read report the failure to a later reader', async () => {
    const { openBody } = await open((_request, response) => {
      response.writeHead(200, { 'content-length': String(10 * part.length) });
      response.write(part, () => response.socket?.destroy());
    });
    const { body } = await openBody();
    body.read(0);
    await vi.waitFor(() => {
      body.read(part.length);
      expect(body.destroyed).toBe(true);
    });
    expect(body.errored).toMatchObject({ message: 'The upstream broke off.' });
  });
});
