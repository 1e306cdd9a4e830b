import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { seconds } from '../core/clock.ts';
import { likenessOf, plainTitle, songOfVideo } from '../resolvers/links.ts';
import { openCatalogue } from '../songid/catalogue.ts';
import { peaksOf } from '../songid/fingerprint.ts';
import { catalogueIn, exampleRecording } from '../songid/index.ts';
import { type Answered, startTestApp, type TestApp } from './app.ts';
import { padded, tones } from './contract/uploads.ts';
import { Dice } from './contract/values.ts';
import { clip, partOf, path, rawPost, teach, upload } from './songid/fixture.ts';
import { withNoise } from './support/song-noise.ts';
import { pieceOf } from './support/song-pieces.ts';
import { synthRate, wav } from './support/song-synthesis.ts';

const host = 'amp.shazam.com';
const noMatch = { matched: false, matches: [], track: null };
/** The upstream responses for a known and an unknown song. */
const known = {
  matches: [{ id: '1', offset: 12.5, timeskew: -0.0001, frequencyskew: 0, channel: '0' }],
  track: { title: 'Quiet Harbor', subtitle: 'Ada Lind', url: 'https://songs.example/1', key: '2' },
};
const unknown = { matches: [], tagid: 'x' };
const match = {
  matched: true,
  matches: [{ id: '1', offset: 12.5, timeskew: -0.0001, frequencyskew: 0 }],
  track: {
    title: 'Quiet Harbor',
    subtitle: 'Ada Lind',
    url: 'https://songs.example/1',
    genres: { primary: null },
    sections: [],
  },
};

let app: TestApp;
/** An app without upstream and without a directory of files. */
let quiet: TestApp;
let directory: string;
/** Headers of a key with the permission for server files, which keys lack by default. */
let caller: Record<string, string>;
beforeAll(async () => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'almanac-songs-')));
  mkdirSync(join(directory, 'media'));
  [app, quiet] = await Promise.all([
    startTestApp({ environment: { SONGID_MEDIA_DIR: join(directory, 'media') } }),
    startTestApp({ environment: { SONGID_SERVICE: 'off', DATA_DIR: directory } }),
  ]);
  caller = await app.issue({ groups: ['songid', 'songid:files'] });
});
afterAll(async () => {
  await Promise.all([app.close(), quiet.close()]);
  rmSync(directory, { recursive: true });
});
afterEach(() => app.clearFaults());

const send = (bytes: Buffer, name?: string, headers?: Record<string, string>) =>
  app.ask(path, upload(bytes, name, headers));
const statusAndBody = ({ status, body }: Answered) => ({ status, body });
const refused = (message: RegExp) => ({ status: 400, body: { error: expect.stringMatching(message) } });
const sourceOf = async (of: TestApp) =>
  (await of.ask('/status')).body.sources.find(({ group }: { group: string }) => group === 'songid');

describe('POST /api/songid/identify', () => {
  it('responds 200 with the documented body from the catalogue', async () => {
    await app.fault({ host, body: known });
    await app.clearCalls();
    const response = await send(clip('first'));
    expect(response).toRespond(200, match);
    expect(response.headers.get('x-ratelimit-remaining')).not.toBeNull();
    expect(await app.calls()).toEqual([
      {
        method: 'POST',
        host,
        path: expect.stringMatching(
          /^\/discovery\/v5\/en\/US\/web\/-\/tag\/[0-9A-F-]{36}\/[0-9A-F-]{36}\?sync=true&webv3=true&sampling=true&connected=&shazamapiversion=v3&sharehub=true&video=v3$/,
        ),
      },
    ]);
  });

  it.each([
    ['a known song', exampleRecording(), { title: 'Ten Notes', subtitle: 'Opus Minor' }],
    ['a little-known song', readFileSync('test/fixtures/songid/integer.wav'), { genres: { primary: null } }],
    ['the example of the demo', readFileSync('examples/clip.webm'), { title: 'Low Tide' }],
  ])('responds 200 from the sandbox upstream for %s', async (_, bytes, track) => {
    const { status, body } = await send(bytes, bytes.includes('webm') ? 'clip.webm' : 'clip.wav');
    expect({ status, body }).toMatchObject({ status: 200, body: { matched: true, track } });
    expect((await app.calls()).at(-1)!.host).toBe(host);
  });

  it('responds 200 with the receipts of an upload', async () => {
    const { status, body } = await app.ask(`${path}?include=receipts`, upload(exampleRecording()));
    const receipts = [expect.objectContaining({ group: 'songid', path: [] })];
    expect([status, body]).toMatchObject([200, { matched: true, include: { receipts } }]);
  });

  it.each(['sandbox', 'noise', 'another'])('responds 200 without a match for the sound %s', async (seed) => {
    await app.clearCalls();
    expect(statusAndBody(await send(clip(seed)))).toEqual({ status: 200, body: noMatch });
    expect(await app.calls()).toHaveLength(1);
  });

  it('responds 200 without a match, after three windows of a long recording', async () => {
    await app.fault({ host, body: unknown });
    await app.clearCalls();
    expect(statusAndBody(await send(tones(new Dice('long'), 25)))).toEqual({ status: 200, body: noMatch });
    expect(await app.calls()).toHaveLength(3);
  });

  it('responds 200 without a match for silence, without an upstream call', async () => {
    await app.clearCalls();
    const silence = Buffer.concat([clip('any').subarray(0, 44), Buffer.alloc(4 * 32_000)]);
    expect(statusAndBody(await send(silence))).toEqual({ status: 200, body: noMatch });
    expect(await app.calls()).toEqual([]);
  });

  it('responds 200 without a match and without an upstream call while the upstream is disabled, and names the variable in /status', async () => {
    const response = await quiet.ask(path, upload(clip('off')));
    expect(response).toRespond(200, noMatch);
    expect(await quiet.calls()).toEqual([]);
    expect(await sourceOf(quiet)).toMatchObject({ state: 'unconfigured', missing: ['SONGID_SERVICE'] });
    expect(await sourceOf(app)).toMatchObject({ part: 'public service', state: 'sandbox', missing: [] });
  });

  it.each([
    ['longer for four seconds of an unknown song', tones(new Dice('short'), 4), 'longer'],
    ['nothing for twenty-five', tones(new Dice('longer'), 25), null],
    ['nothing for a known song', exampleRecording(), null],
  ])('advises %s, in a header and in the graph', async (_, bytes, advice) => {
    const { headers } = await send(bytes);
    expect(headers.get('x-songid-advice')).toBe(advice);
    const query = 'query ($sha256: ID!) { songid { identified(sha256: $sha256) { advice } } }';
    const { body } = await app.graphql(query, { sha256: hash('sha256', bytes) });
    expect(body.data.songid.identified).toEqual({ advice });
  });

  it('takes a recording that goes on from another one, with the evidence of both', async () => {
    const catalogue = await openCatalogue(catalogueIn(directory));
    const [song, ...others] = [5, 6, 7].map((seed) => pieceOf(seed, 16).render());
    const facts = { artist: 'Opus Minor', album: null, label: null, released: null, genre: null, url: null };
    for (const [at, sound] of [song!, ...others].entries())
      await catalogue.add({ title: `Piece ${at}`, ...facts }, 16, peaksOf(sound), 0);
    const noisy = withNoise(song!.slice(5 * synthRate, 11 * synthRate), 'pink', -7, 8);
    const [first, second] = [0, 3].map((from) => {
      const samples = noisy.subarray(from * synthRate, (from + 3) * synthRate);
      return wav(samples.map((sample) => sample / 5));
    });
    const [before, sha256] = [first!, second!].map((bytes) => hash('sha256', bytes));
    const heard = async (bytes: Buffer, query = '') => {
      const { status, headers, body } = await quiet.ask(path + query, upload(bytes));
      return [status, body.track?.title ?? body.error ?? null, headers.get('x-songid-advice')];
    };
    const unheard = expect.stringMatching(/^continues: no such recording/);
    expect(await heard(second!, `?continues=${before}`)).toEqual([404, unheard, null]);
    expect(await heard(second!, '?continues=1')).toEqual([400, expect.stringContaining('64 digits'), null]);
    expect(await heard(first!)).toEqual([200, null, 'longer']);
    expect(await heard(second!)).toEqual([200, null, 'longer']);
    expect((await heard(second!, `?continues=${before}`)).slice(0, 2)).toEqual([200, 'Piece 0']);
    const query = `query ($sha256: ID!, $continues: [ID!]) {
      songid { identified(sha256: $sha256, continues: $continues) { matches { offset evidence } track { title } } }
    }`;
    const { body } = await quiet.graphql(query, { sha256, continues: [before] });
    expect(body.data.songid.identified.track.title).toBe('Piece 0');
    expect(body.data.songid.identified.matches[0].offset).toBeCloseTo(8, 0);
  });

  it('responds 200 from the catalogue, before the upstream, as soon as a song is added', async () => {
    const bytes = clip('taught');
    expect((await quiet.ask(path, upload(bytes))).body).toEqual(noMatch);
    await teach(catalogueIn(directory), bytes, 'Amber Lark');
    quiet.clock.skip(seconds(30));
    const { status, body } = await quiet.ask(path, upload(bytes));
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        matched: true,
        track: { title: 'Amber Lark', subtitle: 'Ada Lind', genres: { primary: null } },
      },
    });
    expect(await quiet.calls()).toEqual([]);
    expect(Object.keys(body.matches[0])).toEqual(['id', 'offset', 'timeskew', 'frequencyskew']);
    const query = `query ($sha256: ID!) {
      songid { identified(sha256: $sha256) { matches { evidence confidence } } }
    }`;
    const graph = await quiet.graphql(query, { sha256: hash('sha256', bytes) });
    const [sure] = graph.body.data.songid.identified.matches;
    expect(sure.evidence).toBeGreaterThan(8);
    expect(sure.confidence).toBeGreaterThan(0.8);
  });

  it('never responds with a removed song, nor with its old title, from REST or GraphQL', async () => {
    const bytes = clip('corrected');
    await teach(catalogueIn(directory), bytes, 'Ambre Lark');
    const titles = async () => {
      const query = `query ($sha256: ID!) { songid { identified(sha256: $sha256) { track { title } } } }`;
      const { body } = await quiet.ask(path, upload(bytes));
      const graph = await quiet.graphql(query, { sha256: hash('sha256', bytes) });
      return [body.track?.title, graph.body.data.songid.identified.track?.title];
    };
    expect(await titles()).toEqual(['Ambre Lark', 'Ambre Lark']);
    expect(await titles()).toEqual(['Ambre Lark', 'Ambre Lark']);
    const catalogue = await openCatalogue(catalogueIn(directory));
    const [song] = await catalogue.list(['ambre']);
    await catalogue.correct(song!.id, { title: 'Amber Lark' });
    expect(await titles()).toEqual(['Amber Lark', 'Amber Lark']);
    await catalogue.remove(song!.id);
    expect(await titles()).toEqual([undefined, undefined]);
    catalogue.close();
  });

  it('counts the offset from the first sample, whatever part the upstream recognises', async () => {
    const bytes = tones(new Dice('part'), 25);
    await app.fault({ host, body: unknown, times: 1 });
    await app.fault({ host, body: known });
    const { body } = await send(bytes);
    const query = `query ($sha256: ID!) {
      songid { identified(sha256: $sha256) { matches { offset part { start end } } } }
    }`;
    const graph = await app.graphql(query, { sha256: hash('sha256', bytes) });
    const [{ part, offset }] = graph.body.data.songid.identified.matches;
    expect(part).toEqual({ start: 0.25, end: expect.closeTo(12.25, 1) });
    expect(offset).toBeCloseTo(12.5 - 0.25 * 0.9999, 5);
    expect(body.matches[0].offset).toBe(offset);
  });

  it('recognises equal recordings once, both concurrent and subsequent', async () => {
    await app.fault({ host, body: known });
    await app.clearCalls();
    const bytes = clip('equal');
    const responses = await Promise.all(
      ['a.wav', 'b.WAV', 'c.mp3', 'd.wav'].map((name) => send(bytes, name)),
    );
    const after = await send(bytes);
    expect([...responses, after].map(statusAndBody)).toEqual(Array(5).fill({ status: 200, body: match }));
    expect(after.headers.get('x-cache')).toBe('HIT');
    expect(await app.calls()).toHaveLength(1);
  });

  it('retries an unknown recording after a short cache lifetime', async () => {
    const bytes = clip('later');
    await app.fault({ host, body: unknown, times: 1 });
    expect((await send(bytes)).body).toEqual(noMatch);
    app.clock.skip(seconds(601));
    await app.fault({ host, body: known });
    expect((await send(bytes)).body).toEqual(match);
  });

  it.each([
    [503, 'responds 429', { status: 429, headers: { 'retry-after': '7' } }, 1],
    [503, 'responds with invalid JSON', { garbage: true }, 1],
    [503, 'responds with an empty body', { status: 200, body: '' }, 1],
    [500, 'responds in another shape', { body: { matches: [{ id: '1' }] } }, 1],
    [500, 'is no longer there', { status: 404 }, 1],
    [500, 'is a page of a web site', { name: 'html page' }, 1],
    [500, 'is a page without its type', { body: '<!DOCTYPE html><title>Shazam</title>' }, 1],
    [503, 'throttles with an empty response', { name: 'empty response' }, 1],
  ])('%i when the service %s', async (status, how, fault, calls) => {
    await app.fault({ host, ...fault });
    await app.clearCalls();
    const response = await send(clip(how));
    expect(response).toFail(status, expect.stringContaining('source for songid'));
    expect(response.headers.get('retry-after') !== null).toBe(status === 503);
    expect(await app.calls()).toHaveLength(calls);
    app.clock.skip(seconds(120));
  });
});

describe('the body of POST /api/songid/identify', () => {
  const huge = String(500 * 1_048_576);

  it('gets no 100 Continue when the request is rejected', async () => {
    const request = await rawPost(app, { 'content-length': huge, expect: '100-continue' });
    expect((await request.answer()).status).toBe(400);
    expect(request.received()).not.toContain('100 Continue');
    request.end();
    const welcome = await rawPost(app, { 'content-length': '2000', expect: '100-continue' });
    await welcome.seen('100 Continue');
    welcome.end();
  });

  it.each([
    ['without a key', 401, async () => ({ authorization: '' })],
    ['without permission', 403, async () => app.issue({ groups: ['weather'] })],
    ['past its limit', 429, async () => spent(await app.issue({ perSecond: 1 }))],
  ])('is not read from a client %s', async (_, status, headers) => {
    const request = await rawPost(app, { 'content-length': huge, ...(await headers()) });
    expect((await request.answer()).status).toBe(status);
    request.end();
  });

  /** Headers of a client that has used up its limit per second. */
  async function spent(headers: Record<string, string>) {
    await app.ask('/api/me', { headers });
    return headers;
  }

  const beginUpload = (headers: Record<string, string>) =>
    rawPost(app, { 'content-length': '5000', ...headers }, partOf('name="file"; filename="a.wav"'));

  it('is limited to four concurrent uploads of one key, and other keys still have theirs', async () => {
    const slow = await app.issue();
    const begun = await Promise.all([slow, slow, slow, slow].map(beginUpload));
    const fifth = await vi.waitFor(async () => {
      const response = await app.ask(path, upload(Buffer.alloc(0), 'clip.exe', slow));
      expect(response.status).toBe(429);
      return response;
    }, 30_000);
    expect(fifth.headers.get('retry-after')).toBe('1');
    expect(fifth.body).toEqual({
      success: false,
      error: { code: 429, message: 'Rate limit exceeded', details: 'This key may send 4 files at once.' },
    });
    expect((await send(clip('other key'))).status).toBe(200);
    for (const request of begun) request.end();
    await vi.waitFor(
      async () => expect((await app.ask(path, upload(clip('again'), 'clip.wav', slow))).status).toBe(200),
      30_000,
    );
  });

  it('is limited to eight concurrent uploads, with 503 for more until one ends', async () => {
    const [one, other] = [await app.issue(), await app.issue()];
    const begun = await Promise.all([one, one, one, one, other, other, other, other].map(beginUpload));
    /** Running uploads are not observable: an upload is repeated until its response is the expected one. */
    const further = (wanted: number) =>
      vi.waitFor(async () => {
        const response = await send(Buffer.alloc(0), 'clip.exe');
        expect(response.status).toBe(wanted);
        return response;
      }, 30_000);
    const ninth = await further(503);
    expect(ninth.headers.get('retry-after')).toBe('1');
    expect(ninth.body).toEqual({ error: expect.stringMatching(/^8 files/) });
    for (const request of begun) request.end();
    await further(400);
  });

  it('is discarded when the client disconnects', async () => {
    const before = app.logs.length;
    const broken = await Promise.all(
      Array.from({ length: 40 }, () =>
        rawPost(app, { 'content-length': '90000' }, partOf('name="file"; filename="a.wav"')),
      ),
    );
    for (const [index, { socket }] of broken.entries()) {
      if (index % 2) socket.end();
      else socket.resetAndDestroy();
    }
    await vi.waitFor(async () => expect((await send(Buffer.alloc(0))).status).toBe(400), 30_000);
    expect(app.logs.slice(before).filter((line) => line.includes('"failed"'))).toEqual([]);
    for (const request of broken) request.end();
  });
});

describe('GET /api/songid/identify', () => {
  const at = (...names: string[]) => join(directory, 'media', ...names);
  const identify = (file: string, headers = caller, of = app) =>
    of.ask(`${path}?path=${encodeURIComponent(file)}`, { headers });
  beforeAll(() => {
    mkdirSync(at('inner.wav'));
    const sound = clip('file');
    for (const name of ['song.wav', 'inner.wav/Song two.WAV']) writeFileSync(at(name), sound);
    writeFileSync(at('large.wav'), padded(sound, 10 * 1_048_576 + 1));
    writeFileSync(at('empty.wav'), '');
    writeFileSync(at('notes.txt'), sound);
    writeFileSync(join(directory, 'outside.wav'), sound);
    mkdirSync(join(directory, 'media-too'));
    writeFileSync(join(directory, 'media-too', 'song.wav'), sound);
    symlinkSync(join(directory, 'outside.wav'), at('link.wav'));
    symlinkSync(directory, at('up'));
    symlinkSync(at('song.wav'), at('same.wav'));
    linkSync(join(directory, 'outside.wav'), at('hard.wav'));
    execFileSync('mkfifo', [at('pipe.wav')]);
  });

  it.each(['song.wav', 'inner.wav/Song two.WAV', 'same.wav'])(
    'responds 200 for %s with the body of its upload',
    async (name) => {
      await app.fault({ host, body: known });
      expect(statusAndBody(await identify(at(name)))).toEqual({ status: 200, body: match });
      expect((await send(clip('file'))).body).toEqual(match);
    },
  );

  it('reads the file on every request', async () => {
    await app.fault({ host, body: known });
    const file = at('changing.wav');
    writeFileSync(file, clip('before'));
    expect((await identify(file)).body).toEqual(match);
    writeFileSync(file, 'no sound at all');
    expect(statusAndBody(await identify(file))).toEqual(refused(/^file: /));
  });

  /** Runs an action between the lookup of a path and its opening. */
  function onceLookedUp(file: string, swap: () => void) {
    const { realpath } = promises;
    const lookUp = async (path: string) => {
      const real = await realpath(path);
      if (path === file) swap();
      return real;
    };
    const spy = vi.spyOn(promises, 'realpath').mockImplementation(lookUp as typeof realpath);
    // Updates the named imports of other modules.
    syncBuiltinESMExports();
    onTestFinished(() => {
      spy.mockRestore();
      syncBuiltinESMExports();
    });
  }

  const album = () => at('album');
  const inAlbum = () => at('album', 'song.wav');
  const elsewhere = () => join(directory, 'media-too');
  const outside = () => join(elsewhere(), 'song.wav');
  it.each<[string, () => void]>([
    ['becomes a symbolic link to the outside', () => symlinkSync(outside(), inAlbum())],
    ['becomes a second name of a file outside', () => linkSync(outside(), inAlbum())],
    ['becomes a pipe', () => execFileSync('mkfifo', [inAlbum()])],
    ['becomes a folder', () => mkdirSync(inAlbum())],
    [
      'comes to lie in a folder that is a link',
      () => {
        rmSync(album(), { recursive: true });
        symlinkSync(elsewhere(), album());
      },
    ],
  ])('responds 400 for a file that %s between lookup and opening', async (_, put) => {
    await app.fault({ host, body: known });
    mkdirSync(album());
    onTestFinished(() => rmSync(album(), { recursive: true }));
    writeFileSync(inAlbum(), clip('swapped'));
    expect((await identify(inAlbum())).status).toBe(200);
    const swap = vi.fn(() => {
      rmSync(inAlbum());
      put();
    });
    onceLookedUp(inAlbum(), swap);
    expect(statusAndBody(await identify(inAlbum()))).toEqual(
      refused(/^path must name a file below the folder/),
    );
    expect(swap).toHaveBeenCalledOnce();
  });

  it('requires its own permission, and the upload requires that of the group', async () => {
    const [sender, reader] = [
      await app.issue({ groups: ['songid'] }),
      await app.issue({ groups: ['songid:files'] }),
    ];
    const get = (headers: Record<string, string>) => identify(at('missing.wav'), headers);
    const statuses = await Promise.all([
      get(sender),
      get(reader),
      send(Buffer.alloc(0), 'a.wav', sender),
      send(Buffer.alloc(0), 'a.wav', reader),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([403, 400, 400, 403]);
  });
});

describe('{ songid } in GraphQL', () => {
  const fields = '{ matched matches { evidence confidence } track { title subtitle genres { primary } } }';

  it('returns the result of an uploaded recording by its digest', async () => {
    await app.fault({ host, body: known });
    const bytes = clip('digest');
    const query = `query ($sha256: ID!) { songid { identified(sha256: $sha256) ${fields} } }`;
    const variables = { sha256: hash('sha256', bytes) };
    expect((await app.graphql(query, variables)).body.errors).toMatchObject([
      { message: expect.stringContaining('no such recording'), extensions: { code: 'NOT_FOUND' } },
    ]);
    await send(bytes);
    const { title, subtitle, genres } = match.track;
    expect((await app.graphql(query, variables)).body).toEqual({
      data: {
        songid: {
          identified: {
            matched: true,
            matches: [{ evidence: null, confidence: null }],
            track: { title, subtitle, genres },
          },
        },
      },
    });
  });

  it('identifies a file of the server for permitted callers', async () => {
    await app.fault({ host, body: known });
    const query = `query ($path: String!) { songid { identify(path: $path) ${fields} } }`;
    const variables = { path: join(directory, 'media', 'song.wav') };
    const { body } = await app.graphql(query, variables, { headers: caller });
    expect(body.data.songid.identify.matched).toBe(true);
    const headers = await app.issue({ groups: ['songid'] });
    expect((await app.graphql(query, variables, { headers })).status).toBe(403);
  });
});

describe('{ songid { identify { track } } } in GraphQL', () => {
  const query = `query ($sha256: ID!) {
    songid { identified(sha256: $sha256) {
      track { title music { matchedBy track { name artists { name artist { name } } album { name } } } }
    } }
  }`;

  it('is linked by title and artist with a confidence', async () => {
    const song = { ...known.track, title: 'Quiet Harbor (Remastered 2011)' };
    await app.fault({ host, body: { ...known, track: song } });
    const bytes = clip('linked');
    await send(bytes);
    const sha256 = hash('sha256', bytes);
    const { body } = await app.graphql(query, { sha256 });
    const { title, music } = body.data.songid.identified.track;
    expect(title).toBe(song.title);
    expect(music.matchedBy).toBe('TITLE_AND_ARTIST');
    expect(music.track.name).toBe('Quiet Harbor');
    expect(music.track.artists[0]).toEqual({ name: 'Ada Lind', artist: { name: 'Ada Lind' } });
    const headers = await app.issue({ groups: ['songid'] });
    const narrow = (await app.graphql(query, { sha256 }, { headers })).body;
    expect(narrow.data.songid.identified.track).toEqual({ title: song.title, music: null });
    expect(narrow.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });

  it.each([
    ['Quiet Harbor', 'Quiet Harbor'],
    ['Quiet Harbor (Remastered 2011)', 'Quiet Harbor'],
    ['Quiet Harbor [feat. Bo] (Live)', 'Quiet Harbor'],
    ['Quiet Harbor - Radio Edit', 'Quiet Harbor'],
    ['(I Know) Quiet Harbor', '(I Know) Quiet Harbor'],
    ['A-ha', 'A-ha'],
    [' ', null],
    ['x'.repeat(257), null],
  ])('is searched for by its title without additions: %s', (title, plain) => {
    expect(plainTitle(title)).toBe(plain);
  });

  it.each([
    [
      'Rick Astley - Never Gonna Give You Up (Official Video) (4K Remaster)',
      '',
      'Never Gonna Give You Up',
      'Rick Astley',
    ],
    [
      'One More Time',
      'Provided to YouTube by Label\n\nOne More Time · Daft Punk · Romanthony\n\n',
      'One More Time',
      'Daft Punk',
    ],
    ['How to bake - part 2', 'Official recipe', null, null],
    ['Noises [Audio]', '', null, null],
  ])('of the video %j, described by %j, is %j', (title, description, song, artist) => {
    expect(songOfVideo(title, description)).toEqual(song && { song, artist });
  });

  it.each([
    ['Quiet Harbor', 'Ada Lind', 'title-and-artist'],
    ['quiet harbör!', 'ADA LIND', 'title-and-artist'],
    ['Quiet Harbor', 'Bo Dahl & Ada Lind', 'title-and-artist'],
    ['Loud Harbor', 'Ada Lind', 'artist'],
    ['Quiet Harbor', 'Ada', 'words'],
  ])('matches %s by %s from %s', (song, artist, likeness) => {
    const track = { name: 'Quiet Harbor - Live', artists: [{ name: 'Ada Lind' }] };
    expect(likenessOf({ song, artist }, track)).toBe(likeness);
  });
});

describe('methods of /api/songid/identify', () => {
  it.each([
    ['OPTIONS', path, 204, ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['DELETE', path, 405, ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['POST', '/api/weather/current?city=Oslo', 405, ['GET', 'HEAD', 'OPTIONS']],
    ['OPTIONS', '/api/weather/current', 204, ['GET', 'HEAD', 'OPTIONS']],
    ['OPTIONS', '/graphql', 204, ['GET', 'OPTIONS', 'POST']],
  ])('responds to %s %s with %i and the allowed methods', async (method, address, status, allowed) => {
    const response = await app.ask(address, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('allow')!.split(', ').sort()).toEqual(allowed);
  });
});

it('leaves no files on the disk', () => {
  expect(readdirSync(tmpdir()).filter((name) => /upload|multer/i.test(name))).toEqual([]);
});
