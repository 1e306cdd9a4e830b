import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tryParseJson } from '../../core/json.ts';
import { mismatches } from '../contract/shapes.ts';
import { useReplays } from '../replay/apps.ts';
import { documentedBody } from '../replay/documented-body.ts';
import { type Alter, declaredReplays, haveRecordings, requestOf } from '../replay/recordings.ts';
import { type Mutation, mutate, mutation } from './mutations.ts';
import { runs } from './runs.ts';

const declared = (await declaredReplays()).filter(({ replays }) => replays.length > 0);

if (!haveRecordings) {
  it.skip('no recorded response was mutated: RECORDINGS_DIR is not there', () => {});
}

/** Changes JSON in one of its places, and a page in its text. */
const mutated =
  (applied: Mutation): Alter =>
  (body) => {
    const text = body.toString();
    return String(mutate(tryParseJson(text) ?? text, applied));
  };

describe.skipIf(!haveRecordings).each(declared)('mutated recordings of $group', ({ group, replays }) => {
  const service = useReplays(group);

  it('are told as a fault of the upstream, or leave the documented shape', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...replays), mutation, async (replay, applied) => {
        const app = await service.with(replay.environment);
        service.play(replay, mutated(applied));
        const { status, text, body } = await app.ask(replay.request, requestOf(replay));
        expect(text).not.toContain('Something went wrong on our side.');
        expect(text).not.toMatch(/"undefined"|\bNaN\b/);
        expect(({} as Record<string, unknown>).polluted).toBeUndefined();
        const documented = documentedBody(replay.request);
        if (status === 200 && documented) {
          // The form of a text is the upstream's affair; its type and place are promised.
          const wrong = mismatches(documented, body).filter((problem) => !/: is "/.test(problem));
          expect(wrong, text.slice(0, 300)).toEqual([]);
        } else if (status !== 200) expect(body.error ?? body.errors, text.slice(0, 200)).toBeTruthy();
      }),
      runs(6),
    );
    const failed = service
      .all()
      .flatMap(({ logs }) => logs.filter((line) => line.includes('"msg":"failed"')));
    expect(failed).toEqual([]);
  });
});
