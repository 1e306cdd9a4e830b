import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../core/faults.ts';
import type { OpenedBytes } from '../../../resolvers/kernel/lookup.ts';
import { sendBytes } from '../../../server/http/write-response.ts';
import { upstream } from '../../sources/http/transport-fixture.ts';

/** The address of an app that sends these bytes, and tells a failure before them with status 500. */
function sending(open: () => Promise<OpenedBytes>): Promise<string> {
  return upstream(async (request, response) => {
    try {
      await sendBytes(
        { request, response, headers: [], take() {} },
        { contentType: 'image/png', filename: null, byteLength: null, open },
      );
    } catch (error) {
      response.writeHead(500).end((error as Error).message);
    }
  });
}

describe('bytes', () => {
  it.each<[string, Error | undefined, string]>([
    ['broke off', new Fault('upstreamFailed', 'The upstream broke off.'), 'The upstream broke off.'],
    ['were let go of', undefined, 'The bytes were let go of before they were sent.'],
  ])('that %s before they were sent are a failure, and no endless wait', async (_, failure, message) => {
    const body = Readable.from([Buffer.from('bytes')]);
    body.on('error', () => {});
    body.destroy(failure);
    const address = await sending(async () => ({ status: 200, body }));
    const response = await fetch(address);
    expect([response.status, await response.text()]).toEqual([500, message]);
    expect(response.headers.get('content-type')).not.toBe('image/png');
  });

  it.each<[string, OpenedBytes['body']]>([
    ['flow', Readable.from([Buffer.from('by'), Buffer.from('tes')])],
    ['are there', Buffer.from('bytes')],
  ])('that %s are sent whole', async (_, body) => {
    const response = await fetch(await sending(async () => ({ status: 200, byteLength: 5, body })));
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'image/png',
      'bytes',
    ]);
  });
});
