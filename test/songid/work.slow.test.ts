import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openSound } from '../../songid/audio.ts';
import { windowsOf } from '../../songid/windows.ts';
import { type Effort, type Work, workOnClip } from '../../songid/work.ts';
import { bombs, longRecordings, wideRecordings } from '../support/media-bombs.ts';

const fixtures = new URL('../fixtures/songid/', import.meta.url);

/** One step of a decoder beyond what is allowed: some packets of eight channels. */
const step: Readonly<Record<Effort, number>> = {
  reads: 1_000,
  packets: 1,
  bytes: 10_485_760,
  samples: 3_000_000,
};

interface Outcome {
  readonly work: Work;
  readonly message?: string;
}

/** Decodes the windows of a recording as a worker does, with all that it is allowed. */
async function listenTo(bytes: Uint8Array): Promise<Outcome> {
  const work = workOnClip(bytes.length);
  try {
    const sound = await openSound(bytes, { work });
    for await (const _ of windowsOf(sound));
    sound.close();
    return { work };
  } catch (error) {
    return { work, message: (error as Error).message };
  }
}

function expectBounded({ spent }: Work, byteLength: number): void {
  const { allowed } = workOnClip(byteLength);
  for (const effort of Object.keys(spent) as Effort[])
    expect(spent[effort], effort).toBeLessThanOrEqual(allowed[effort] + step[effort]);
}

describe('the work on a recording', () => {
  it.each(bombs)('is bounded: $name', async ({ make, refusal }) => {
    const bytes = Buffer.from(await make());
    const { work, message } = await listenTo(bytes);
    expectBounded(work, bytes.length);
    if (refusal === 'decoding it takes too long') expect(message).toContain(refusal);
  });

  it.each(wideRecordings)('is bounded for eight channels of $name', async ({ make }) => {
    const bytes = Buffer.from(await make());
    const { work, message } = await listenTo(bytes);
    expect(message).toContain('decoding it takes too long');
    expectBounded(work, bytes.length);
  });

  it.each(longRecordings)('suffices for four minutes of $name', async ({ make }) => {
    const bytes = Buffer.from(await make());
    const { work, message } = await listenTo(bytes);
    expect(message).toBeUndefined();
    expect(work.spent.samples).toBeGreaterThan(0);
    expectBounded(work, bytes.length);
  });

  it.each(readdirSync(fixtures).filter((name) => !/^(?:endless|lossless|mute)/.test(name)))(
    'is at most two thirds of what is allowed: %s',
    async (name) => {
      const { work, message } = await listenTo(readFileSync(new URL(name, fixtures)));
      expect(message).toBeUndefined();
      for (const effort of Object.keys(work.spent) as Effort[])
        expect(work.spent[effort] / work.allowed[effort], effort).toBeLessThan(2 / 3);
    },
  );

  it('is that of the seconds that a recording claims', async () => {
    const { work } = await listenTo(readFileSync(new URL('plain.mp3', fixtures)));
    expect(work.allowed.samples).toBeLessThan(4_000_000);
  });
});
