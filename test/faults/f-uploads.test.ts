import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { waveFile } from '../../songid/example.ts';
import { fault } from './harness/case.ts';
import { type CallOptions, connectRaw, type Reply } from './harness/client.ts';
import { until, useFaults } from './harness/service.ts';

const path = '/api/songid/identify';
const maxBytes = 10_485_760;
const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../fixtures/songid/${name}`, import.meta.url)));

interface Part {
  readonly field?: string;
  readonly name?: string | undefined;
  readonly bytes: Uint8Array | string;
}

/** A form as bytes, written by hand so that it can be wrong. */
function form(...parts: readonly Part[]): Buffer {
  const written = parts.flatMap(({ field = 'file', name, bytes }) => [
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="${field}"${name === undefined ? '' : `; filename="${name}"`}\r\n\r\n`,
    ),
    Buffer.from(bytes as Uint8Array),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, Buffer.from('--b--\r\n')]);
}

const sound = (bytes: number): Buffer => {
  const wave = waveFile(
    new Int16Array(8_000).map((_, index) => 9_000 * Math.sin(index / 9)),
    8_000,
  );
  return Buffer.concat([wave, Buffer.alloc(bytes - wave.length)]);
};

describe('F uploads', () => {
  const { dataDir, keys, serve } = useFaults();
  const service = serve();

  const send = (body: Uint8Array | string, options: CallOptions = {}): Promise<Reply> =>
    service.call(path, {
      method: 'POST',
      key: keys.key,
      body,
      ...options,
      headers: {
        'Content-Type': 'multipart/form-data; boundary=b',
        ...(options.headers as Record<string, string>),
      },
    });

  async function expectRefused(reply: Promise<Reply>, message: RegExp): Promise<void> {
    const { status, body } = await reply;
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(['error']);
    expect(body.error).toMatch(message);
  }

  /** Head of a request, over a bare connection. */
  const head = (more: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${keys.key}\r\n` +
    `Content-Type: multipart/form-data; boundary=b\r\n${more}\r\n\r\n`;
  const partHead = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n';

  fault('F1 a file of exactly 10 MB, and of one byte more', async () => {
    const largest = await send(form({ name: 'a.wav', bytes: sound(maxBytes) }));
    expect(largest, largest.text).toMatchObject({ status: 200 });
    await expectRefused(send(form({ name: 'a.wav', bytes: sound(maxBytes + 1) })), /10 MB/);
  });

  fault('F2 a Content-Length of 500 MB', async () => {
    const connection = connectRaw(service.url);
    connection.socket.write(head('Content-Length: 524288000'));
    expect(await connection.read((text) => text.includes('}'), 5_000)).toMatch(/^HTTP\/1\.1 400 /);
    connection.socket.write(Buffer.alloc(1_048_576));
    await until(() => connection.isClosed, 'the connection closes', 15_000);
  });

  fault('F3 chunks without end', async () => {
    const connection = connectRaw(service.url);
    connection.socket.write(head('Transfer-Encoding: chunked'));
    connection.socket.write(`${partHead.length.toString(16)}\r\n${partHead}\r\n`);
    let sent = 0;
    while (!connection.isClosed && sent < 40 * 1_048_576) {
      const wasTaken = connection.socket.write(`100000\r\n${'\0'.repeat(1_048_576)}\r\n`, 'latin1');
      sent += 1_048_576;
      if (!wasTaken)
        await Promise.race([pause(300), new Promise((resolve) => connection.socket.once('drain', resolve))]);
    }
    expect(await connection.read((text) => text.includes('}'), 15_000)).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*10 MB/,
    );
    connection.socket.destroy();
  });

  fault('F4 names with other, two, no and capital extensions', async () => {
    const bytes = sound(40_000);
    for (const name of ['a.exe', 'a.mp3.exe', 'a', 'a.', '.mp3x', 'mp3']) {
      await expectRefused(send(form({ name, bytes })), /must end in one of|required/);
    }
    expect((await send(form({ name: 'A.WAV', bytes }))).status).toBe(200);
  });

  fault('F5 a program, an archive and a page named as sound', async () => {
    const before = readdirSync(dataDir);
    const contents = [
      readFileSync(process.execPath).subarray(0, 65_536),
      Buffer.from('PK\x03\x04'.repeat(500)),
      '<html><script>1</script>',
    ];
    for (const bytes of contents) {
      const { status, body } = await send(form({ name: 'a.mp3', bytes }));
      expect([200, 400]).toContain(status);
      if (status === 200) expect(body.matched).toBe(false);
    }
    expect(readdirSync(dataDir)).toEqual(before);
  });

  fault('F6 an empty file', () => expectRefused(send(form({ name: 'a.wav', bytes: '' })), /empty/));

  fault('F7 no file, another field, two files, a JSON body', async () => {
    const bytes = sound(40_000);
    await expectRefused(send('--b--\r\n'), /required/);
    await expectRefused(send(form({ bytes: 'text' })), /required/);
    await expectRefused(send(form({ field: 'sound', name: 'a.wav', bytes })), /one file/);
    await expectRefused(send(form({ name: 'a.wav', bytes }, { name: 'b.wav', bytes })), /one file/);
    await expectRefused(
      send('{"file":"a.wav"}', { headers: { 'Content-Type': 'application/json' } }),
      /required/,
    );
    await expectRefused(
      send(form({ name: 'a.wav', bytes }), { headers: { 'Content-Type': 'text/plain' } }),
      /required/,
    );
  });

  fault('F8 2,000 parts, names of 500 levels, a field name of 1 MB', async () => {
    const { cpuMs: before } = await service.control('usage');
    await expectRefused(
      send(form(...Array.from({ length: 2_000 }, () => ({ field: 'a', bytes: 'x' })))),
      /form|file/,
    );
    await expectRefused(send(form({ field: `a${'[b]'.repeat(500)}`, bytes: 'x' })), /form|file/);
    await expectRefused(send(form({ field: 'a'.repeat(1_048_576), bytes: 'x' })), /form|file/);
    expect((await service.control('usage')).cpuMs - before).toBeLessThan(1_500);
  });

  fault('F9 forms that end early, have no boundary or an empty name, 200 times', async () => {
    const bytes = sound(40_000);
    const whole = form({ name: 'a.wav', bytes });
    const descriptors = service.descriptors();
    const files = readdirSync(tmpdir()).length;
    for (let count = 0; count < 50; count += 1) {
      await expectRefused(send(whole.subarray(0, 20_000)), /malformed/);
      await expectRefused(send(whole, { headers: { 'Content-Type': 'multipart/form-data' } }), /./);
      await expectRefused(send(form({ name: '', bytes })), /./);
      const half = connectRaw(service.url);
      half.socket.write(head(`Content-Length: ${whole.length}`));
      half.socket.end(whole.subarray(0, 9_000));
      expect(await half.read()).toMatch(/^$|^HTTP\/1\.1 400/);
    }
    await until(() => service.descriptors() <= descriptors + 5, 'descriptors are closed');
    expect(Math.abs(readdirSync(tmpdir()).length - files)).toBeLessThan(50);
    expect((await send(whole)).status).toBe(200);
  });

  fault('F10 an upload of one byte a second', { timeoutMs: 90_000, isLong: true }, async () => {
    const connection = connectRaw(service.url);
    connection.socket.write(head('Content-Length: 1000000') + partHead);
    const startedAt = Date.now();
    while (!connection.isClosed && Date.now() - startedAt < 50_000) {
      connection.socket.write('x');
      await pause(1_000);
      if ((await connection.read(() => true)) !== '') break;
    }
    expect(Date.now() - startedAt).toBeLessThan(35_000);
    expect(await connection.read((text) => text.includes('}'), 5_000)).toMatch(/^$|^HTTP\/1\.1 408 /);
    connection.socket.destroy();
    expect((await send(form({ name: 'a.wav', bytes: sound(40_000) }))).status).toBe(200);
  });

  fault('F11 50 uploads of 10 MB in parallel by one key', { timeoutMs: 120_000, isLong: true }, async () => {
    const body = form({ name: 'a.wav', bytes: sound(maxBytes) });
    let highest = 0;
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        highest = Math.max(highest, (await service.control('usage')).rss);
        await pause(100);
      }
    })();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => send(body).catch((error: NodeJS.ErrnoException) => error)),
    );
    isOver = true;
    await watching;
    const answered = replies.filter((reply): reply is Reply => !(reply instanceof Error));
    expect(answered.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const { status, headers } of answered) {
      expect([200, 429, 503]).toContain(status);
      if (status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    // The connection of an upload that is refused early may be reset while its body is on the way.
    for (const reply of replies)
      if (reply instanceof Error)
        expect(['ECONNRESET', 'EPIPE']).toContain((reply as NodeJS.ErrnoException).code);
    expect(highest / 1_048_576).toBeLessThan(600);
  });

  fault('F12 names with paths, NUL, quotes and 4 kB', async () => {
    const bytes = sound(40_000);
    for (const name of [
      '../../canary-name.wav',
      `${'n'.repeat(4_096)}.wav`,
      'canary-name\\".wav',
      'C:\\canary-name.wav',
      '%00canary-name.wav',
    ]) {
      expect((await send(form({ name, bytes }))).status, name).toBe(200);
    }
    expect([200, 400]).toContain((await send(form({ name: 'a\0canary-name.wav', bytes }))).status);
    expect(service.output).not.toMatch(/canary-name|nnnnn/);
  });

  /** Sends files that claim to be more than they are; memory and time are bounded, and errors are not ours. */
  async function expectBounded(bombs: Readonly<Record<string, Buffer>>): Promise<void> {
    const { rss: before } = await service.control('usage');
    for (const [name, bytes] of Object.entries(bombs)) {
      const startedAt = Date.now();
      const { status, body } = await send(form({ name, bytes }));
      if (status === 200) expect(body.matched, name).toBe(false);
      else if (status === 500) expect(body.error, name).toMatch(/decoded|in time|seconds/);
      else expect(status, name).toBe(400);
      expect(Date.now() - startedAt, name).toBeLessThan(28_000);
    }
    expect(((await service.control('usage')).rss - before) / 1_048_576).toBeLessThan(400);
  }

  fault('F13 files that decode to far more than they are', async () => {
    const declared = Buffer.from(sound(60_000));
    declared.writeUInt32LE(0xffff_fff0, 40);
    await expectBounded({
      'declared.wav': declared,
      'endless.flac': Buffer.concat([fixture('plain.flac'), Buffer.alloc(1_048_576, 0xff)]),
      'zeros.mp3': Buffer.concat([fixture('plain.mp3'), Buffer.alloc(1_048_576)]),
    });
  });

  const isLong = { isLong: true };
  fault(
    'F13 files that decode to far more than they are (a length that takes the whole time to decode)',
    isLong,
    () => expectBounded({ 'endless.mp4': fixture('endless.mp4') }),
  );
});
