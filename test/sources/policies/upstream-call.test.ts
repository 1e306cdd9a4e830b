import { describe, expect, it, vi } from 'vitest';
import { seconds } from '../../../core/clock.ts';
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
import { brokenOff, inTurn, type Play, playedUpstream, says, silence, sourceOf } from '../sources-fixture.ts';

const options: CallOptions = {
  endpoint: 'now',
  units: 1,
  maxBytes: undefined,
  wideIntegers: false,
  classify: undefined,
};
const fine = says(200, { value: 'fine' });
const gone = new Error('The caller went away.');

/** How an answer is asked for. */
type Form = 'whole' | 'as bytes';

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
    if (form === 'whole') await ask(call);
    else await collected((await source.open({ path: '/now', ...call }, options, never())).body);
  };
  /** Lets the upstream receive so many requests before the time goes on. */
  const hits = (count: number) => vi.waitFor(() => expect(fixture.received).toHaveLength(count));
  return { ...fixture, source, exchanged, ask, askFor, hits };
}

describe('attempts', () => {
  it('are as many and as far apart as the source says, each within its own time', async () => {
    // Contract 8: three attempts of 8 s each, 1.5 s apart.
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
      source: 'weather',
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
    ['a POST that only asks', says(500, {}), { method: 'POST', body: '{}', isSafe: true }],
  ])('are made again after %s', async (_, trouble, call) => {
    const { ask, hits, clock, received, exchanged } = await opened(inTurn(trouble, fine));
    const answer = ask(call);
    await hits(1);
    await vi.waitFor(() => expect(exchanged).toHaveLength(1));
    await clock.advance(150);
    expect((await answer).json()).toEqual({ value: 'fine' });
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
  ])('are not made again after %s', async (_, play, call, kind) => {
    const { ask, received, source } = await opened(play);
    const fault = await failureOf(ask(call));
    expect(fault).toMatchObject({ kind, source: 'weather' });
    expect(received).toHaveLength(1);
    expect(source.breaker.state).toBe('closed');
  });

  it('end when the deadline of all of them is over', async () => {
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

  it('that are slow are not repeated unless the source gives each of them a time', async () => {
    const { ask, hits, clock, received } = await opened(silence);
    const fault = failureOf(ask());
    await hits(1);
    await clock.advance(seconds(8));
    expect((await fault).kind).toBe('upstreamTimeout');
    await clock.advance(seconds(8));
    expect(received).toHaveLength(1);
  });

  it('add at most a fifth to the traffic of a source that keeps failing', async () => {
    const { ask, clock, received } = await opened(says(500, {}));
    let isOver = false;
    const asking = (async () => {
      // Ten of them stay below what opens the breaker; each round goes through a closed one.
      for (let round = 0; round < 15; round += 1) await failureOf(ask());
      isOver = true;
    })();
    while (!isOver) {
      await clock.advance(150);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await asking;
    // Ten are saved up at the start, and each call adds a fifth of one.
    expect(received).toHaveLength(15 + 12);
  });
});

describe('a caller who gives up', () => {
  it('aborts the request upstream, is told its own reason, and says nothing of the upstream’s health', async () => {
    const { ask, hits, received, source } = await opened(silence);
    const caller = new AbortController();
    const answer = ask({}, caller.signal);
    await hits(1);
    caller.abort(gone);
    await expect(answer).rejects.toBe(gone);
    await vi.waitFor(() => expect(received[0]!.isAborted).toBe(true));
    expect(source.breaker.state).toBe('closed');
    expect(received).toHaveLength(1);
  });

  it('while a pause between attempts lasts ends it', async () => {
    const { ask, received, exchanged } = await opened(says(500, {}));
    const caller = new AbortController();
    const answer = ask({}, caller.signal);
    await vi.waitFor(() => expect(exchanged).toHaveLength(1));
    caller.abort(gone);
    await expect(answer).rejects.toBe(gone);
    expect(received).toHaveLength(1);
  });

  it('gives its place back', async () => {
    const { ask, hits } = await opened(inTurn(silence, fine), { budget: { concurrent: 1 } });
    const caller = new AbortController();
    const given = ask({}, caller.signal).catch(String);
    await hits(1);
    const waiting = ask();
    caller.abort(gone);
    await given;
    expect((await waiting).status).toBe(200);
  });
});

describe('faults', () => {
  it('of the transport name the group and not the upstream', async () => {
    const { ask, clock, exchanged } = await opened(brokenOff);
    const fault = failureOf(ask());
    await vi.waitFor(() => expect(exchanged).toHaveLength(1));
    await clock.advance(150);
    expect(await fault).toMatchObject({
      kind: 'upstreamFailed',
      source: 'weather',
      message: 'The source for weather broke off.',
    });
  });

  it('of a judge keep the facts that a documented body tells', async () => {
    const judge = () =>
      new Fault('upstreamFailed', 'It said 10204.', { facts: { statusCode: 10_204 }, retryAfter: 3 });
    const { ask } = await opened(fine);
    expect(await failureOf(ask({}, never(), { classify: judge }))).toMatchObject({
      message: 'It said 10204.',
      source: 'weather',
      facts: { statusCode: 10_204 },
      retryAfter: 3,
    });
  });

  it.each<[string, CallOptions['classify'], SourceSpec['classify'], number, string]>([
    [
      'the endpoint first',
      () => new Fault('private', 'Private.'),
      () => new Fault('notFound', 'No.'),
      200,
      'private',
    ],
    ['the source next', () => undefined, () => new Fault('notFound', 'No.'), 200, 'notFound'],
    ['the status last', () => undefined, () => undefined, 400, 'upstreamFailed'],
    ['not the status, once it is accepted', () => 'accepted', undefined, 404, 'none'],
  ])('are judged by %s', async (_, judge, sourceJudge, status, kind) => {
    const { ask } = await opened(says(status, {}), sourceJudge ? { classify: sourceJudge } : {});
    const outcome = await ask({}, never(), { classify: judge }).then(
      () => 'none',
      (fault: Fault) => fault.kind,
    );
    expect(outcome).toBe(kind);
  });

  it.each<[string | undefined, number]>([
    ['120', 60],
    ['7', 7],
    ['0', 1],
    ['0.2', 1],
    ['-5', 1],
    [undefined, 30],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 30],
  ])('of a 429 with Retry-After %s keep everyone away for %i s', async (retryAfter, wait) => {
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    const { ask, received, clock } = await opened(inTurn(says(429, {}, headers), fine));
    expect(await failureOf(ask())).toMatchObject({ kind: 'upstreamLimited', retryAfter: wait });
    await clock.advance(seconds(wait) - 1);
    expect((await failureOf(ask())).kind).toBe('upstreamLimited');
    expect(received).toHaveLength(1);
    await clock.advance(1);
    expect((await ask()).status).toBe(200);
  });

  it('that say how long they will last keep everything away for so long', async () => {
    const refusal = new Fault('upstreamFailed', 'The account is on hold.', {
      source: 'weather',
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

  it('of a used-up quota keep only what costs as much away, and correct what is counted', async () => {
    const { ask, received, source, exchanged } = await opened(inTurn(says(403, {}), fine), {
      budget: { quota: { units: 100, windowMs: seconds(30) } },
      classify: ({ status }) => (status === 403 ? quotaUsedUp('weather') : undefined),
    });
    const dear = () => failureOf(ask({}, never(), { units: 10 }));
    expect(await dear()).toMatchObject({ kind: 'upstreamLimited', retryAfter: 30 });
    expect(exchanged).toMatchObject([{ status: 403, fault: { kind: 'upstreamLimited' } }]);
    expect(source.budget.unitsLeft).toBe(9);
    expect((await dear()).kind).toBe('upstreamLimited');
    expect(received).toHaveLength(1);
    expect((await ask()).status).toBe(200);
    expect(source.budget.pausedUntil).toBeUndefined();
  });

  it('of an address that is not the source’s own reach nobody', async () => {
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

  it('of too large a body are failures', async () => {
    const { ask } = await opened(says(200, 'x'.repeat(2000)));
    expect((await failureOf(ask({}, never(), { maxBytes: 1000 }))).kind).toBe('upstreamFailed');
  });
});

describe('the breaker of a source', () => {
  it('opens after twenty failures; then nothing is asked, and a probe closes it again', async () => {
    const isWell = { yet: false };
    const { ask, received, source, clock } = await opened(
      (...play) => (isWell.yet ? fine : says(500, {}))(...play),
      { retry: { attempts: 1, pauseMs: 0 } },
    );
    await Promise.all(Array.from({ length: 20 }, () => failureOf(ask())));
    expect(source.breaker.state).toBe('open');
    const fault = await failureOf(ask());
    expect(fault).toMatchObject({ kind: 'upstreamLimited', source: 'weather', retryAfter: 5 });
    expect(received).toHaveLength(20);
    isWell.yet = true;
    await clock.advance(seconds(5));
    expect((await ask()).status).toBe(200);
    expect(source.breaker.state).toBe('closed');
  });

  it('takes a clear no for a sign of life', async () => {
    const { ask, source } = await opened(says(404, {}));
    await Promise.all(Array.from({ length: 60 }, () => failureOf(ask())));
    expect(source.breaker.state).toBe('closed');
  });
});

describe('credentials', () => {
  /** A token that is fetched when it is needed, and again when it was refused. */
  const token: Credential = {
    required: [],
    optional: [],
    open(_secrets, { fetchJson }) {
      let current: Promise<string> | undefined;
      return {
        async sign(call) {
          current ??= fetchJson({ method: 'POST', path: '/token', body: '{}' }).then(
            (answer) => (answer as { token: string }).token,
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
    ['a token that has run out is renewed once, and the call made again', 'whole', 2, 'accepted'],
    ['a token that has run out is renewed once, and the call made again', 'as bytes', 2, 'accepted'],
    ['a new token that is refused as well is a failure, and not a third try', 'whole', 3, 'refused'],
    ['a new token that is refused as well is a failure, and not a third try', 'as bytes', 3, 'refused'],
  ])('%s, asked %s', async (_, form, firstGood, outcome) => {
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

  it('lets go of a refusal without an end before the call is made again', async () => {
    const { askFor, received } = await opened(
      ({ path, headers }, response) => {
        if (path.endsWith('/token')) response.end(JSON.stringify({ token: String(received.length) }));
        else if (headers.authorization === 'Bearer 1') response.writeHead(401).write('{');
        else response.end('{}');
      },
      { credential: token, budget: { concurrent: 1 } },
    );
    await askFor('as bytes');
    await vi.waitFor(() =>
      expect(received.map(({ isAborted }) => isAborted)).toEqual([false, true, false, false]),
    );
  });

  it.each<[string, Form, string, Credential]>([
    ['a token', 'whole', 'authorization', bearer('KEY')],
    ['a key of its own header', 'whole', 'x-api-key', headerKey('x-api-key', 'KEY')],
    ['a key of its own header', 'as bytes', 'x-api-key', headerKey('x-api-key', 'KEY')],
  ])(
    '%s stays with its host when that leads to another one, asked %s',
    async (_, form, header, credential) => {
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
    },
  );
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

  it('give status, headers and bytes as they come', async () => {
    const { openBody } = await open((_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '5' }).end('bytes');
    });
    const download = await openBody();
    expect([download.status, download.header('content-type')]).toEqual([200, 'video/mp4']);
    expect((await collected(download.body)).toString()).toBe('bytes');
  });

  it('hold their place until the body closes', async () => {
    const { openBody, received } = await open(endless, { budget: { concurrent: 1 } });
    const first = await openBody();
    const second = openBody();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(received).toHaveLength(1);
    first.body.destroy();
    (await second).body.destroy();
    expect(received).toHaveLength(2);
  });

  it.each<[string, Play, string]>([
    ['does not exist', says(404, {}), 'notFound'],
    ['refuses', says(403, {}), 'upstreamFailed'],
    ['asks us to wait', says(429, {}), 'upstreamLimited'],
  ])('fail before they begin when the upstream %s, and hold no place', async (_, play, kind) => {
    const { openBody } = await open(inTurn(play, endless), { budget: { concurrent: 1 } });
    expect((await failureOf(openBody())).kind).toBe(kind);
    if (kind !== 'upstreamLimited') (await openBody()).body.destroy();
  });

  it('are aborted upstream when the caller gives up in the middle, and give their place back', async () => {
    const { openBody, received } = await open(endless, { budget: { concurrent: 1 } });
    const caller = new AbortController();
    const { body } = await openBody(caller.signal);
    caller.abort(gone);
    await vi.waitFor(() => expect(received[0]!.isAborted).toBe(true));
    expect(body.destroyed).toBe(true);
    (await openBody()).body.destroy();
  });

  it('that fail while nobody reads them harm nobody, and tell their failure to who comes later', async () => {
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

  it('say that they were given up, and not that they are over', async () => {
    const { openBody } = await open(endless);
    const caller = new AbortController();
    const { body } = await openBody(caller.signal);
    caller.abort(gone);
    await expect(collected(body)).rejects.toBe(gone);
  });

  it('fail in the middle when the upstream breaks off', async () => {
    const { openBody } = await open((_request, response) => {
      response.writeHead(200, { 'content-length': String(10 * part.length) });
      response.write(part, () => response.socket?.destroy());
    });
    const { body } = await openBody();
    await expect(collected(body)).rejects.toThrow('The upstream broke off.');
  });
});
