import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openCatalogue, songIdOf } from '../../songid/catalogue.ts';
import { catalogueIn } from '../../songid/index.ts';
import { pieceOf } from '../support/song-pieces.ts';
import { wav } from '../support/song-synthesis.ts';

const count = 6;

it('songs add-folder that is killed leaves whole songs, and goes on where it ended', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'almanac-killed-'));
  const folder = join(directory, 'music');
  await mkdir(folder);
  for (let seed = 1; seed <= count; seed += 1) {
    await writeFile(join(folder, `${seed}.wav`), wav(pieceOf(seed, 20).render()));
  }
  const adding = () =>
    spawn(process.execPath, ['--import', 'tsx', 'cli/main.ts', 'songs', 'add-folder', folder, '--json'], {
      env: { PATH: process.env.PATH, DATA_DIR: directory },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const stored = async () => {
    const catalogue = await openCatalogue(catalogueIn(directory));
    const songs = await catalogue.read(await catalogue.keys());
    catalogue.close();
    return songs;
  };

  const first = adding();
  await vi.waitFor(
    async () => {
      expect(existsSync(catalogueIn(directory))).toBe(true);
      expect((await stored()).length).toBeGreaterThan(1);
    },
    { timeout: 40_000, interval: 20 },
  );
  first.kill('SIGKILL');
  await once(first, 'exit');
  const left = await stored();
  // The id of a song is made of its peaks, so that a part of a song has another one.
  expect(left.map(({ peaks }) => songIdOf(peaks))).toEqual(left.map(({ song }) => song.id));

  const second = adding();
  const [code] = await once(second, 'exit');
  const all = await stored();
  await rm(directory, { recursive: true });
  expect([code, all.length]).toEqual([0, count]);
  expect(all.slice(0, left.length).map(({ song }) => song.id)).toEqual(left.map(({ song }) => song.id));
}, 90_000);
