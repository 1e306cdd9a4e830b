import { Readable } from 'node:stream';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../core/faults.ts';
import type { OpenedBytes } from '../../../resolvers/kernel/lookup.ts';
import type { Key } from '../../../server/keys/keys.ts';
import { createKeyPlaces } from '../../../server/limits/key-places.ts';
import type { Ctx, State } from '../../../server/requests/middleware.ts';
import { respondBytes } from '../../../server/requests/respond.ts';
import { Freshness } from '../../../server/responses/freshness.ts';
import { UnreadResponses } from '../../../server/transfers/unread-responses.ts';
import { upstream } from '../../sources/http/transport-fixture.ts';

/** The address of an app that responds with these bytes, and with status 500 when they cannot be opened. */
function responding(open: () => Promise<OpenedBytes>): Promise<string> {
  const app = new Koa<State>();
  app.silent = true;
  app.use(async (ctx: Ctx) => {
    ctx.state.headers = [];
    ctx.state.key = { id: 'ak_test' } as Key;
    try {
      const bytes = { contentType: 'image/png', filename: null, byteLength: null, open };
      const { signal } = new AbortController();
      const downloads = createKeyPlaces(1, 'receive', 'file');
      await respondBytes(ctx, bytes, {
        signal,
        downloads,
        unread: new UnreadResponses(),
        freshness: new Freshness(),
        now: 0,
        giveBack: async () => {},
      });
    } catch (error) {
      ctx.status = 500;
      ctx.body = (error as Error).message;
    }
  });
  return upstream(app.callback());
}

describe('respondBytes', () => {
  it.each<[string, Error | undefined, string]>([
    ['failed', new Fault('upstreamFailed', 'The upstream broke off.'), 'The upstream broke off.'],
    ['was destroyed', undefined, 'The stream was destroyed before the response began.'],
  ])('rejects when the stream %s before the response begins', async (_, failure, message) => {
    const body = Readable.from([Buffer.from('bytes')]);
    body.on('error', () => {});
    body.destroy(failure);
    const response = await fetch(await responding(async () => ({ status: 200, body })));
    expect([response.status, await response.text()]).toEqual([500, message]);
    expect(response.headers.get('content-type')).not.toBe('image/png');
  });

  it.each<[string, OpenedBytes['body']]>([
    ['a stream', Readable.from([Buffer.from('by'), Buffer.from('tes')])],
    ['a buffer', Buffer.from('bytes')],
  ])('sends all bytes of %s', async (_, body) => {
    const response = await fetch(await responding(async () => ({ status: 200, byteLength: 5, body })));
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'image/png',
      'bytes',
    ]);
  });

  it('destroys the connection when the stream breaks off', async () => {
    const body = Readable.from(
      (async function* () {
        yield Buffer.from('by');
        throw new Error('broken');
      })(),
    );
    const response = await fetch(await responding(async () => ({ status: 200, body })));
    await expect(response.text()).rejects.toThrow();
  });
});
