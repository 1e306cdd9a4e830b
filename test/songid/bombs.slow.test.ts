import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../suite.ts';
import { bombs } from '../support/media-bombs.ts';
import { clip, path, upload } from './fixture.ts';

interface Outcome {
  readonly name?: string;
  readonly fault?: { readonly kind: string; readonly message: string };
  readonly maxRssKilobytes: number;
}

/** The decoders, one slice at its largest, and the heap of the worker; each bomb would take 0.5 to 5 GB. */
const maxGrowthKilobytes = 200 * 1_024;

/** The outcomes of all bombs in one process. */
async function explode(): Promise<readonly Outcome[]> {
  const file = fileURLToPath(new URL('./bombs-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  return (await text(child.stdout))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Outcome);
}

describe('a recording that decodes to more than its times allow', () => {
  let outcomes: readonly Outcome[] = [];
  beforeAll(async () => {
    outcomes = await explode();
  }, 120_000);

  it.each(bombs)('is bounded: $name', ({ name, refusal }) => {
    const { fault } = outcomes.find((outcome) => outcome.name === name)!;
    if (refusal) expect(fault).toEqual({ kind: 'invalid', message: expect.stringContaining(refusal) });
    else expect(fault?.kind ?? 'invalid').toBe('invalid');
  });

  it('takes no more memory than a slice of any other', () => {
    expect(outcomes.at(-1)!.maxRssKilobytes - outcomes[0]!.maxRssKilobytes).toBeLessThan(maxGrowthKilobytes);
  });
});

describe(`POST ${path}`, () => {
  const app = useTestApp({ environment: { SONGID_SERVICE: 'off' } });

  it('responds to such a recording with 400, and continues', async () => {
    const bytes = Buffer.from(await bombs[0]!.make());
    const refused = await app.ask(path, upload(bytes, 'clip.webm'));
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: 'file: it holds more sound than the times in it allow' },
    ]);
    expect((await app.ask(path, upload(clip('after a bomb')))).status).toBe(200);
  });

  it('responds to a recording that is not sound with 400', async () => {
    const bytes = readFileSync(new URL('../fixtures/songid/mute.mp4', import.meta.url));
    expect((await app.ask(path, upload(bytes, 'clip.mp4'))).status).toBe(400);
  });
});
