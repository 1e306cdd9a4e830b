import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { demoSongs, knownSongs } from '../../sandbox/kernel/songs.ts';
import { environments } from '../environments.ts';
import { useTestApp } from '../suite.ts';

const seeded: readonly Record<string, unknown>[] = JSON.parse(readFileSync('examples/songs.json', 'utf8'));

it('the demo has the songs that the sandbox knows', () => {
  const listed = seeded.map(({ peaks: _, url: __, durationSeconds, ...facts }) => ({
    ...facts,
    durationMs: Math.round(Number(durationSeconds) * 1000),
  }));
  expect(listed).toEqual(demoSongs);
});

describe.each([
  ['player', {}],
  ['official', environments['all credentials and the other sources']!],
])('the music sandbox, %s interface', (_, environment) => {
  const app = useTestApp({ environment });

  it.each(knownSongs.map((song) => [song.title, song] as const))('knows %s', async (_, song) => {
    const { title, artist, album, label, released, durationMs } = song;
    const query = `query ($song: String!, $artist: String!) {
      music { search(song: $song, artist: $artist) {
        track { name album { name } artists { name } durationMs }
        album { label releaseDate tracks { name } }
      } }
    }`;
    const { body } = await app.graphql(query, { song: title.toUpperCase(), artist });
    expect(body).toMatchObject({
      data: {
        music: {
          search: {
            track: { name: title, album: { name: album }, artists: [{ name: artist }], durationMs },
            album: { label, releaseDate: expect.stringMatching(`^${released}`) },
          },
        },
      },
    });
    const names = body.data.music.search.album.tracks.map(({ name }: { name: string }) => name);
    expect(names).toContain(title);
  });
});
