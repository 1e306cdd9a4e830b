import { describe, expect, it } from 'vitest';
import { Tally } from '../../songid/tally.ts';
import { randomOf } from '../support/song-synthesis.ts';

const bits = 1;
const lineFrames = 4_000;
const most = 12;
const fewest = 2;

/** Frames with votes, more of them where the line repeats, so that many places have equal counts. */
function votesOf(seed: number, count: number): number[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, () => {
    const place = Math.floor(random() * lineFrames);
    return random() < 0.3 ? place % 97 : place;
  });
}

/** The places in the order of a complete sort. */
function sorted(frames: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const frame of frames) counts.set(frame >> bits, (counts.get(frame >> bits) ?? 0) + 1);
  return [...counts]
    .map(([place, count]) => ({
      place,
      votes: Math.min(255, count) + Math.min(255, counts.get(place + 1) ?? 0),
    }))
    .filter(({ votes }) => votes >= fewest)
    .sort((one, other) => other.votes - one.votes || one.place - other.place)
    .slice(0, most)
    .map(({ place }) => place);
}

/** Counts the frames in blocks, dealt to three ascending lists that lie behind by different shifts. */
function counted(tally: Tally, frames: readonly number[], blockFrames: number): number[] {
  tally.start(most, fewest);
  const lists = [0, 7, 90].map((shift, list) => {
    const dealt = frames.filter((_, index) => index % 3 === list).map((frame) => frame + shift);
    return { shift, behind: Uint32Array.from(dealt).sort(), at: 0 };
  });
  for (let end = blockFrames; end < lineFrames + blockFrames; end += blockFrames) {
    for (const list of lists)
      list.at = tally.add(list.behind, list.at, list.behind.length, end + list.shift, list.shift);
    tally.judge(end);
  }
  return tally.take();
}

describe('Tally', () => {
  it.each([8, 64, 1_024, 8_192])(
    'finds in blocks of %i frames the places that a sort finds',
    (blockFrames) => {
      const tally = new Tally(lineFrames, bits);
      for (let seed = 1; seed <= 40; seed += 1) {
        const frames = votesOf(seed, seed * 40);
        expect(counted(tally, frames, blockFrames)).toEqual(sorted(frames));
      }
    },
  );

  it('counts no more votes than a place holds, and starts again at zero', () => {
    const tally = new Tally(lineFrames, bits);
    const frames = [...Array<number>(700).fill(100), ...Array<number>(300).fill(102), 300, 300, 300];
    expect(counted(tally, frames, 64)).toEqual([50, 51, 150]);
    expect(counted(tally, [300, 301], 64)).toEqual([150]);
    expect(counted(tally, [], 64)).toEqual([]);
  });
});
