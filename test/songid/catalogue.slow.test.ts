import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { songsCommand } from '../../cli/songs.ts';
import { openDatabase } from '../../core/sqlite.ts';
import { openCatalogue, type SongFacts } from '../../songid/catalogue.ts';
import { waveFile } from '../../songid/example.ts';
import { peaksOf } from '../../songid/fingerprint.ts';
import { identificationOf, KnownSongs } from '../../songid/known.ts';
import { factsOf } from '../../songid/measuring.ts';
import { createRecognizer } from '../../songid/recognizer.ts';
import { seedCatalogue, seedFileText } from '../../songid/seed.ts';
import { manualClock } from '../support/manual-clock.ts';
import { pieceOf } from '../support/song-pieces.ts';
import { synthRate } from '../support/song-synthesis.ts';

const fixtures = fileURLToPath(new URL('../fixtures/songid', import.meta.url));
const fixture = (name: string): string => join(fixtures, name);
const facts = (title: string): SongFacts => ({
  title,
  artist: 'The Almanacs',
  album: 'Weather for Two',
  label: null,
  released: '2026',
  genre: 'Pop',
  url: null,
});
const sounds = [1, 2].map((seed) => pieceOf(seed, 20).render());
const peaks = sounds.map((sound) => peaksOf(sound));
const heard = (known: KnownSongs, sound: Float32Array) => known.recognize(sound).recognitions;
const clip = (at: number): Float32Array => sounds[at]!.slice(6 * synthRate, 14 * synthRate);

let directory = '';
let file = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'almanac-test-'));
  file = join(directory, 'data', 'songs.db');
});
afterEach(() => rm(directory, { recursive: true }));

describe('openCatalogue', () => {
  it('stores songs and identifies each by its sound', async () => {
    const catalogue = await openCatalogue(file);
    const before = await catalogue.version();
    const song = await catalogue.add(facts('Low Tide'), 20, peaks[0]!, 1_000);
    expect(song).toMatchObject({ title: 'Low Tide', durationSeconds: 20, addedAt: new Date(1_000) });
    expect(await catalogue.add(facts('The same'), 20, peaks[0]!, 2_000)).toBeNull();
    expect(await catalogue.list()).toEqual([song]);
    expect(await catalogue.version()).toBeGreaterThan(before);
    catalogue.close();
    const again = await openCatalogue(file);
    expect(await again.find(song!.id)).toEqual(song);
    const [read] = await again.read(await again.keys());
    expect([...read!.peaks]).toEqual([...peaks[0]!]);
    expect([await again.remove(song!.id), await again.remove(song!.id)]).toEqual([true, false]);
    expect(await again.list()).toEqual([]);
    again.close();
  });

  it('refuses a damaged file', async () => {
    await writeFile(
      join(directory, 'songs.db'),
      'this is no database, and it is long enough to be looked at'.repeat(20),
    );
    await expect(openCatalogue(join(directory, 'songs.db'))).rejects.toThrow(
      'The catalogue of songs is damaged',
    );
  });
});

describe('KnownSongs', () => {
  it('matches nothing before the catalogue exists and follows its changes afterwards', async () => {
    const known = new KnownSongs(file);
    await known.refresh();
    expect([known.size, heard(known, clip(0))]).toEqual([0, []]);
    const catalogue = await openCatalogue(file);
    const first = await catalogue.add(facts('Low Tide'), 20, peaks[0]!, 0);
    await known.refresh();
    expect(heard(known, clip(0))[0]?.song).toEqual(first);
    expect(heard(known, clip(1))).toEqual([]);
    await catalogue.add(facts('Thaw'), 20, peaks[1]!, 0);
    await catalogue.remove(first!.id);
    await known.refresh();
    expect([known.size, heard(known, clip(0)), heard(known, clip(1))[0]?.song.title]).toEqual([
      1,
      [],
      'Thaw',
    ]);
    await catalogue.add(facts('Lower Tide'), 20, peaks[0]!, 0);
    await known.refresh();
    expect(heard(known, clip(0))[0]?.song.title).toBe('Lower Tide');
    known.close();
    catalogue.close();
  });

  it('returns the documented result', async () => {
    await addPreparedSongs();
    const known = new KnownSongs(file);
    await known.refresh();
    const { matches, ...rest } = identificationOf(heard(known, clip(0)), {
      startSeconds: 2,
      samples: clip(0),
    });
    expect(rest).toEqual({
      advice: null,
      matched: true,
      track: {
        title: 'Low Tide',
        subtitle: 'The Almanacs',
        url: '',
        genres: { primary: 'Pop' },
        sections: [
          {
            type: 'SONG',
            metadata: [
              { title: 'Album', text: 'Weather for Two' },
              { title: 'Released', text: '2026' },
            ],
          },
        ],
      },
    });
    expect(matches).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{12}$/),
        offset: expect.closeTo(4, 1),
        timeskew: expect.closeTo(0, 2),
        frequencyskew: expect.closeTo(0, 3),
        evidence: expect.any(Number),
        confidence: expect.closeTo(1, 1),
        part: { start: 2, end: 10 },
      },
    ]);
    known.close();
  });
});

describe('a catalogue of another version', () => {
  it('is refused by every command, and by identification instead of an unknown song', async () => {
    (await openCatalogue(file)).close();
    const database = openDatabase(file, 0);
    database.pragma('user_version = 99');
    database.close();
    const warnings: string[] = [];
    const io = { catalogueFile: file, clock: manualClock(), print: () => undefined };
    expect(await songsCommand(['list'], { ...io, warn: (line) => warnings.push(line) })).toBe(1);
    expect(warnings).toEqual([expect.stringMatching(/are of another version .*"songs add-folder"\.$/)]);
    const recognizer = createRecognizer({ catalogueFile: file, clock: manualClock() });
    const hearing = recognizer.recognize(readFileSync(fixture('plain.mp3')), { signUnknown: false });
    await expect(hearing).rejects.toMatchObject({ kind: 'unconfigured', message: warnings[0] });
    await recognizer.close();
  });
});

async function addPreparedSongs(): Promise<number> {
  const prepared = join(directory, 'prepared.json');
  const songs = peaks.map((each, at) => ({
    facts: facts(['Low Tide', 'Thaw'][at]!),
    durationSeconds: 20,
    peaks: each,
  }));
  await writeFile(prepared, seedFileText(songs));
  return seedCatalogue(file, prepared, manualClock());
}

describe('seedCatalogue', () => {
  it('adds missing songs', async () => {
    expect([await addPreparedSongs(), await addPreparedSongs()]).toEqual([2, 0]);
  });

  it('contains the songs of the demo', async () => {
    const examples = fileURLToPath(new URL('../../examples/songs.json', import.meta.url));
    expect(await seedCatalogue(file, examples, manualClock())).toBe(10);
  });
});

describe('factsOf', () => {
  it.each([
    ['/music/Ada - Notes.mp3', {}, 'Notes', 'Ada'],
    ['/music/07 - Ada - Notes on Notes.flac', {}, 'Notes on Notes', 'Ada'],
    ['/music/low_tide.wav', {}, 'low tide', 'Unknown'],
    ['/music/x.ogg', { title: ' Thaw ', artist: 'Ines' }, 'Thaw', 'Ines'],
    ['/music/Ada - Notes.mp3', { title: '', albumArtist: 'Various' }, 'Notes', 'Various'],
  ])('returns the metadata of %s with %j', (path, tags, title, artist) => {
    expect(factsOf(path, tags)).toMatchObject({ title, artist });
  });
});

/** A WAV file with the same sound in each channel. */
function wavOf(sound: Float32Array, channels: number): Buffer {
  const samples = Int16Array.from(
    { length: sound.length * channels },
    (_, at) => sound[Math.floor(at / channels)]! * 32_767,
  );
  const file = waveFile(samples, synthRate);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(synthRate * channels * 2, 28);
  file.writeUInt16LE(channels * 2, 32);
  return file;
}

describe('the songs command', () => {
  async function run(...args: string[]) {
    const [out, err]: [string[], string[]] = [[], []];
    const shown: string[] = [];
    const code = await songsCommand(args, {
      catalogueFile: file,
      clock: manualClock(),
      print: (line) => out.push(line),
      warn: (line) => err.push(line),
      progress: (text) => shown.push(text),
    });
    return { code, out: out.join('\n'), err: err.join('\n'), shown };
  }
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).out);

  it('adds a recording, lists, shows and removes it', async () => {
    const added = await json('add', fixture('plain.mp3'), '--label', 'Ephemeris', '--title', 'Six');
    expect(added).toMatchObject({
      isNew: true,
      song: { title: 'Six', artist: 'The Almanacs', album: 'Fixtures', label: 'Ephemeris' },
    });
    const { id } = added.song;
    expect((await run('list')).out).toMatch(new RegExp(`^ID .*\\n${id} +Six +The Almanacs +Fixtures +0:06$`));
    expect((await run('show', id)).out).toContain('label     Ephemeris');
    expect(await json('show', id)).toEqual(added.song);
    expect(await run('remove', id)).toMatchObject({ code: 0, out: `Removed ${id}: "Six" by The Almanacs.` });
    expect((await run('list')).out).toContain('No song is known yet');
  });

  it('reports that a recording in another encoding is known', async () => {
    const { song } = await json('add', fixture('opus.ogg'), '--title', 'Six');
    const again = await run('add', fixture('index-last.m4a'), '--title', 'Something new');
    expect(again).toMatchObject({ code: 0, out: `This is known already, as ${song.id}: "Six" by Unknown.` });
    expect(await json('list')).toHaveLength(1);
  });

  it.each([5, 16, 21, 31, 47])('knows a recording of %d s again in stereo', async (seconds) => {
    const sound = pieceOf(3, 50)
      .render()
      .slice(0, seconds * synthRate);
    await mkdir(directory, { recursive: true });
    for (const channels of [1, 2])
      await writeFile(join(directory, `${channels}.wav`), wavOf(sound, channels));
    expect((await json('add', join(directory, '1.wav'))).isNew).toBe(true);
    expect((await json('add', join(directory, '2.wav'))).isNew).toBe(false);
  });

  it('adds the files of a directory and reports failures', async () => {
    const music = join(directory, 'music');
    await mkdir(join(music, 'more'), { recursive: true });
    for (const name of ['plain.mp3', 'mute.mp4']) await copyFile(fixture(name), join(music, name));
    await symlink(fixture('opus.webm'), join(music, 'opus.webm'));
    await symlink(join(directory, 'gone.mp3'), join(music, 'lost.mp3'));
    await copyFile(fixture('law.wav'), join(music, 'more', 'law.wav'));
    for (const name of ['notes.txt', 'a.wma', 'more/b.WMA', 'c.aif'])
      await writeFile(join(music, name), 'no sound');
    const { code, out, err, shown } = await run('add-folder', music, '--artist', 'The Almanacs');
    expect(code).toBe(1);
    // Which of two files with the same sound is read first depends on the threads.
    expect(out).toMatch(
      /^.*(?:plain\.mp3|opus\.webm) is known already, as [0-9a-f]{12}: "(?:opus|Six Seconds)" by The Almanacs\.\n1 added, 1 known already, 3 failed\.$/,
    );
    expect(err).toContain('1 .aif left out: this format is not supported.');
    expect(err).toContain('2 .wma left out: this format is not supported.');
    expect(err).toContain('mute.mp4: It holds no sound that can be decoded here.');
    expect(err).toContain('lost.mp3: ');
    expect(err).toContain('law.wav: It lasts less than 5 seconds.');
    expect(shown.at(-1)).toBe('');
    expect(shown).toContain('5/5: 1 added, 1 known already, 3 failed');
  });

  it('goes on with files that are new or changed, and prints an object for each', async () => {
    const music = join(directory, 'music');
    await mkdir(music, { recursive: true });
    for (const [at, sound] of sounds.entries()) await writeFile(join(music, `${at}.wav`), wavOf(sound, 1));
    await utimes(join(music, '0.wav'), 1_000, 1_000);
    const lines = async () =>
      (await run('add-folder', music, '--json')).out
        .split('\n')
        .map((line) => JSON.parse(line))
        .map(({ kind, file, song, reason }) => [kind, file.slice(-5), song?.title ?? reason])
        // Files are finished in any order.
        .sort(([, one], [, other]) => one.localeCompare(other));
    expect(await lines()).toEqual([
      ['added', '0.wav', '0'],
      ['added', '1.wav', '1'],
    ]);
    const songs = (await json('list')) as { readonly id: string; readonly title: string }[];
    const [first, second] = ['0', '1'].map((title) => songs.find((song) => song.title === title)!);
    // Not read again: it holds no sound any more, which its size and time do not tell.
    await writeFile(join(music, '0.wav'), Buffer.alloc(wavOf(sounds[0]!, 1).length));
    await utimes(join(music, '0.wav'), 1_000, 1_000);
    await copyFile(join(music, '1.wav'), join(music, '2.wav'));
    expect(await lines()).toEqual([
      ['unchanged', '0.wav', '0'],
      ['unchanged', '1.wav', '1'],
      ['known', '2.wav', '1'],
    ]);
    await run('remove', second!.id);
    expect((await lines()).map(([kind]) => kind).sort()).toEqual(['added', 'known', 'unchanged']);
    expect((await json('list')).map(({ id }: { id: string }) => id)).toEqual([first!.id, second!.id]);
  });

  it('prints a line a minute where there is no terminal', async () => {
    const music = join(directory, 'music');
    await mkdir(music, { recursive: true });
    for (let at = 0; at < 3; at += 1) await writeFile(join(music, `${at}.mp3`), 'no sound');
    const err: string[] = [];
    const clock = manualClock();
    let readings = 0;
    const slowly = { ...clock, now: () => 31_000 * readings++ };
    const io = { catalogueFile: file, clock: slowly, print: () => undefined };
    await songsCommand(['add-folder', music], { ...io, warn: (line) => err.push(line) });
    expect(err[0]).toBe('2/3: 0 added, 0 known already, 2 failed');
  });

  it('corrects a song, and finds it by words', async () => {
    await addPreparedSongs();
    const [{ id }] = await json('list', 'thaw');
    expect((await run('set', id, '--title', 'The Thaw', '--label', 'Ephemeris')).out).toBe(
      `This is now ${id}: "The Thaw" by The Almanacs.`,
    );
    expect(await json('show', id)).toMatchObject({ title: 'The Thaw', label: 'Ephemeris', genre: 'Pop' });
    expect(await json('list', 'ALMANACS', 'the thaw')).toHaveLength(1);
    expect(await json('list', 'almanacs')).toHaveLength(2);
    expect((await run('list', 'nothing')).out).toBe('No song holds these words.');
  });

  it('adds by ffmpeg what is not decoded otherwise, where it is enabled', async () => {
    const clock = manualClock();
    const out: string[] = [];
    const io = {
      catalogueFile: file,
      clock,
      print: (line: string) => out.push(line),
      warn: (line: string) => out.push(line),
    };
    const alac = join(directory, 'alac.m4a');
    await writeFile(join(directory, 'plain.wav'), wavOf(sounds[0]!, 1));
    execFileSync('ffmpeg', ['-v', 'error', '-i', join(directory, 'plain.wav'), '-c:a', 'alac', alac]);
    expect(await songsCommand(['add', alac], io)).toBe(1);
    expect(await songsCommand(['add', alac], { ...io, ffmpeg: 'auto' })).toBe(0);
    expect(out[1]).toMatch(/^Added [0-9a-f]{12}: "alac"/);
  });

  it.each([
    [[], 2, /needs a command; there are add, add-folder, list, show, set, remove/],
    [['sing'], 2, /no command "sing"/],
    [['add'], 2, /add: needs FILE/],
    [['add', 'a.mp3', '--url', 'javascript:alert(1)'], 2, /--url: must be an address/],
    [['list', '--title', 'x'], 2, /Unknown option '--title'/],
    [['add', '/nowhere/a.mp3'], 1, /a\.mp3 cannot be read \(ENOENT\)/],
    [['add-folder', '/nowhere'], 2, /^add-folder: there is no folder "\/nowhere"$/],
    [['set', 'none'], 2, /set: needs one of --title, --artist/],
    [['set', 'none', '--title', 'x'], 1, /There is no song "none"/],
    [['show', 'none'], 1, /There is no song "none"/],
    [['remove', 'none'], 1, /There is no song "none"/],
  ])('rejects %j', async (args, code, message) => {
    const refused = await run(...args);
    expect([refused.code, refused.out]).toEqual([code, '']);
    expect(refused.err).toMatch(message);
  });
});
