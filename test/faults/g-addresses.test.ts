import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect } from 'vitest';
import { exampleRecording } from '../../songid/example.ts';
import { useStarted } from '../suite.ts';
import { words } from '../support/words.ts';
import { fault } from './harness/case.ts';
import { ask } from './harness/client.ts';
import { generous, startService, useFaults } from './harness/service.ts';

/** Routes that take an address, with their GraphQL fields and a host that they accept. */
const routes: readonly (readonly [route: string, field: string, host: string])[] = [
  ['shortvideo/video', 'shortvideo { video', 'www.tiktok.com'],
  ['shortvideo/download', 'shortvideo { download', 'www.tiktok.com'],
  ['pinboard/download', 'pinboard { download', 'i.pinimg.com'],
  ['pinboard/similar', 'pinboard { similar', 'i.pinimg.com'],
  ['photosocial/post', 'photosocial { post', 'www.instagram.com'],
  ['photosocial/comments', 'photosocial { comments', 'www.instagram.com'],
  ['microblog/post', 'microblog { post', 'x.com'],
];

const local = words('127.0.0.1 [::1] 0 127.1 0x7f.1 2130706433 localhost localhost. [::ffff:7f00:1]');
const metadata = words('169.254.169.254 [fd00:ec2::254] metadata.google.internal metadata instance-data');
const special =
  words(`10.0.0.1 172.16.0.1 192.168.0.1 100.64.0.1 198.18.0.1 192.0.0.1 203.0.113.1 224.0.0.1 [fc00::1]
  [64:ff9b::7f00:1] [2002:7f00:1::] [2001::1] [::ffff:10.0.0.1] [fe80::1] 255.255.255.255`);
const schemes =
  words(`file:///etc/passwd ftp://HOST/a gopher://HOST/a data:text/html,a javascript:alert(1) //HOST/a
  HOST/a`);
const lookalikes = [
  ...words(`https://HOST@evil.example/ https://evil.example/#HOST https://HOST.evil.example/ https://evil.example/HOST
    https://ＨOST/ https://xn--HOST-abc/ https://user:pw@HOST/a https://HOST%2eevil.example/ https://HOST。evil.example/
    https://evil.example?HOST`),
  ...['https://HOST\\evil.example/', 'https://evil.example\\@HOST/', 'https://HOST\t.evil.example/'],
  ...['https:\\\\HOST/', 'https://HOST/a\\b', 'https://HOST\u00ad/a', `https://HOST/${'a'.repeat(2_048)}`],
  ...words('https://HOST./a https:///HOST/a https:/HOST/a https:// https://./'),
];
const ports = words(`https://HOST:22/a https://HOST:6379/a https://HOST:8443/a https://HOST:99999/a
  https://HOST:80/a https://HOST:/a https://HOST:443443/a`);

const picture = 'https://i.pinimg.com/originals/aa/bb/cc/aabbccddeeff00112233445566778800.jpg';

describe('G addresses and files', () => {
  const { dataDir, upstream, keys, serve } = useFaults({
    all: { address: '127.0.0.1', ...generous },
    files: { address: '127.0.0.2', groups: ['songid', 'songid:files'], ...generous },
  });
  const media = join(dataDir, 'media');
  mkdirSync(media);
  const service = serve({ SONGID_MEDIA_DIR: media });
  beforeEach(() => upstream.reset());
  let connections = 0;
  const canary = useStarted(async () => {
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  });

  const port = () => (canary.address() as { port: number }).port;
  const rest = (route: string, url: string) =>
    service.call(`/api/${route}?url=${encodeURIComponent(url)}`, { key: keys.all });

  /** The addresses that a case refuses, for one route. */
  const onHosts = (hosts: readonly string[]) => () =>
    hosts.flatMap((host) => [`http://${host}:${port()}/a`, `https://${host}/a.jpg`]);
  const onTemplates = (templates: readonly string[]) => (host: string) =>
    templates.map((template) => template.replaceAll('HOST', host));
  const refused: Readonly<Record<string, (host: string) => readonly string[]>> = {
    'G1 addresses of this machine in every spelling': onHosts(local),
    'G2 metadata services': onHosts(metadata),
    'G3 private, shared, test, tunnel and mapped ranges': onHosts(special),
    'G6 other schemes': onTemplates(schemes),
    'G7 look-alikes of an allowed host': onTemplates(lookalikes),
    'G8 an allowed host with another port': onTemplates(ports),
  };

  for (const [name, addressesFor] of Object.entries(refused)) {
    fault(name, async () => {
      for (const [route, , host] of routes) {
        for (const url of addressesFor(host)) {
          const { status, body } = await rest(route, url);
          expect(status, `${route} ${url}`).toBe(400);
          expect(body.error, `${route} ${url}`).toMatch(/^url must be /);
        }
      }
      expect(upstream.hits).toEqual([]);
      expect(connections).toBe(0);
    });
  }

  fault(
    'G4 an allowed name that resolves to a private address',
    { timeoutMs: 180_000, isLong: true },
    async () => {
      for (const address of ['127.0.0.1', '10.0.0.1', '::1', 'fd00::1', '169.254.169.254']) {
        const live = await startService({ dataDir, environment: { FAULTS_DNS: address } });
        const { status, body } = await live.call('/api/weather/current?city=Oslo', { key: keys.all });
        expect([status, body], address).toEqual([502, { error: expect.stringMatching(/public address/) }]);
        expect(JSON.stringify(body)).not.toContain(address);
        await live.stop();
      }
      expect(connections).toBe(0);
    },
  );

  fault('G5 a redirect from an allowed host to this machine, or to another public host', async () => {
    const targets = [
      `http://127.0.0.1:${port()}/a.jpg`,
      `https://localhost:${port()}/`,
      'https://example.com/a.jpg',
      'https://10.0.0.1/a.jpg',
      `//127.0.0.1:${port()}/`,
    ];
    for (const [index, target] of targets.entries()) {
      await upstream.reset();
      await upstream.fault({ host: 'i.pinimg.com', redirect: target });
      const { status, text } = await rest('pinboard/download', picture.replace('8800', `88${10 + index}`));
      expect(status, target).toBe(400);
      expect(text).not.toContain('127.0.0.1');
      expect(new Set(upstream.hits.map(({ host }) => host))).toEqual(new Set(['i.pinimg.com']));
    }
    await upstream.reset();
    await upstream.fault({ host: 'i.pinimg.com', redirect: 'https://i.pinimg.com/originals/loop.jpg' });
    expect((await rest('pinboard/download', picture.replace('8800', '8890'))).status).toBe(400);
    expect(upstream.hits.length).toBeLessThan(30);
    expect(connections).toBe(0);
  });

  fault('G9 a download of a page or of an SVG', async () => {
    const bodies: readonly (readonly [body: string, type: string])[] = [
      ['<!doctype html><script>1</script>', 'image/jpeg'],
      ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
      ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'],
      ['', 'image/png'],
    ];
    for (const [index, [body, type]] of bodies.entries()) {
      upstream.behave('i.pinimg.com', (_, outgoing) =>
        outgoing.writeHead(200, { 'content-type': type }).end(body),
      );
      const reply = await rest('pinboard/download', picture.replace('8800', `89${10 + index}`));
      expect(reply.status).toBe(400);
      expect(reply.text).not.toContain('data:');
    }
  });

  fault('G10 a download of a picture of 100 MB', async () => {
    upstream.behave('i.pinimg.com', (_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'image/png' });
      const part = Buffer.alloc(1_048_576);
      const write = (left: number) => {
        if (left === 0 || outgoing.destroyed) outgoing.end();
        else outgoing.write(part, () => write(left - 1));
      };
      outgoing.write(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
      write(100);
    });
    const { rss: before } = await service.control('usage');
    expect((await rest('pinboard/download', picture.replace('8800', '8910'))).status).toBe(400);
    expect(((await service.control('usage')).rss - before) / 1_048_576).toBeLessThan(120);
  });

  fault('G11 the same through GraphQL', async () => {
    for (const [, field, host] of routes) {
      const [group, lookup] = field.split(' { ');
      const urls = Object.values(refused).flatMap((addressesFor) => addressesFor(host));
      for (let from = 0; from < urls.length; from += 10) {
        const ten = urls.slice(from, from + 10);
        const aliases = ten.map((_, index) => `a${index}: ${lookup}(url: $u${index}) { __typename }`);
        const query = `query (${ten.map((_, index) => `$u${index}: String!`)}) { ${group} { ${aliases} } }`;
        const variables = Object.fromEntries(ten.map((url, index) => [`u${index}`, url]));
        const { errors } = (await ask(service.url, query, { key: keys.all, variables })).body;
        expect(errors, `${field} ${ten}`).toEqual(
          ten.map((_, index) =>
            expect.objectContaining({
              path: [group, `a${index}`],
              message: expect.stringMatching(/^url must be /),
              extensions: expect.objectContaining({ code: 'INVALID' }),
            }),
          ),
        );
      }
    }
    expect(upstream.hits).toEqual([]);
    expect(connections).toBe(0);
  });

  const identify = (path: string) =>
    service.call(`/api/songid/identify?path=${encodeURIComponent(path)}`, {
      from: '127.0.0.2',
      key: keys.files,
    });

  /** The refusal of paths that are no readable sound file in the folder: that of one which does not exist. */
  async function expectSameRefusal(paths: readonly string[], missingName = 'missing.wav'): Promise<void> {
    const missing = await identify(join(media, missingName));
    expect(missing.status).toBe(400);
    for (const path of paths) {
      const reply = await identify(path);
      expect([reply.status, reply.body], path).toEqual([400, missing.body]);
    }
  }

  fault('G12 paths of the system for identification by path', async () => {
    const system = words('/etc/passwd /proc/self/environ /dev/zero /dev/stdin / /etc /nonexistent/a');
    await expectSameRefusal([...system, join(dataDir, 'keys.db'), '/proc/self/root/etc/passwd'], 'missing');
    await expectSameRefusal(
      words('/etc/passwd.wav /nonexistent/a.wav /usr/share/sounds/a.wav /dev/zero/a.mp3'),
    );
  });

  fault('G13 paths inside the folder that lead out of it or are no plain file', async () => {
    writeFileSync(join(dataDir, 'outside.wav'), exampleRecording());
    symlinkSync(join(dataDir, 'outside.wav'), join(media, 'link.wav'));
    symlinkSync(dataDir, join(media, 'up'));
    linkSync(join(dataDir, 'outside.wav'), join(media, 'hard.wav'));
    spawnSync('mkfifo', [join(media, 'pipe.wav')]);
    mkdirSync(join(media, 'folder.wav'));
    const names = words(
      'link.wav up/outside.wav hard.wav pipe.wav folder.wav ../outside.wav ./../media/../outside.wav',
    );
    await expectSameRefusal(names.map((name) => `${media}/${name}`));
    for (const path of ['relative.wav', '../outside.wav', '~/a.wav', `${media}/a\0.wav`]) {
      expect((await identify(path)).status, path).toBe(400);
    }
  });

  fault('G14 a file that is swapped for a link under load', async () => {
    const file = join(media, 'swapped.wav');
    const target = join(dataDir, 'secret.wav');
    writeFileSync(target, exampleRecording());
    let isOver = false;
    const swapping = (async () => {
      for (let turn = 0; !isOver; turn += 1) {
        const next = join(media, 'next');
        if (turn % 2) symlinkSync(target, next);
        else writeFileSync(next, 'no sound at all');
        renameSync(next, file);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    // The target is sound and the file is none, so that 200 would be the answer of the target.
    for (let count = 0; count < 150; count += 1) expect((await identify(file)).status).toBe(400);
    isOver = true;
    await swapping;
  });

  fault('G15 a file in the folder, and one of more than 10 MB', async () => {
    const file = join(media, 'good.wav');
    writeFileSync(file, exampleRecording());
    const found = await identify(file);
    expect(found, found.text).toMatchObject({ status: 200 });
    const large = join(media, 'large.wav');
    copyFileSync(file, large);
    writeFileSync(large, Buffer.concat([exampleRecording(), Buffer.alloc(10_485_761)]));
    expect((await identify(large)).status).toBe(400);
  });

  fault('G16 identification by path where it is not configured', async () => {
    const plain = await startService({ dataDir, upstream });
    const path = '/api/songid/identify?path=/etc/passwd';
    const allowed = await plain.call(path, { from: '127.0.0.2', key: keys.files });
    expect(allowed.status).toBe(400);
    expect(allowed.body.error).toMatch(/SONGID_MEDIA_DIR|not enabled|no folder|configured/i);
    expect((await plain.call(path, { key: keys.all })).status).toBe(403);
    await plain.stop();
  });

  fault('G17 bodies and times of refusals', async () => {
    const times: Record<string, number[]> = { open: [], closed: [] };
    for (let count = 0; count < 40; count += 1) {
      for (const [kind, at] of [
        ['open', port()],
        ['closed', 1],
      ] as const) {
        const startedAt = performance.now();
        const { text } = await rest('pinboard/download', `http://127.0.0.1:${at}/a.jpg`);
        times[kind]!.push(performance.now() - startedAt);
        expect(text).not.toMatch(/ECONN|127\.0\.0\.1|refused|timeout/);
      }
    }
    const [open, closed] = Object.values(times).map((list) => list.sort((one, other) => one - other)[20]!);
    expect(Math.abs(open! - closed!)).toBeLessThan(50);
  });
});
