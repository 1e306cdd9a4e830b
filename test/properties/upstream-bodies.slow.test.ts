import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { hours } from '../../core/clock.ts';
import { parseJson } from '../../core/json.ts';
import { startTestApp } from '../app.ts';
import { contract } from '../contract/index.ts';
import { isBytes } from '../contract/routes.ts';
import { mismatches } from '../contract/shapes.ts';
import { exampleRequests } from '../faults/harness/routes.ts';
import { startUpstream } from '../faults/harness/upstream.ts';
import { useStarted } from '../suite.ts';
import { type Mutation, mutate, mutation } from './mutations.ts';
import { runs } from './runs.ts';

const examples = exampleRequests.filter(({ method }) => method === 'GET');

describe('mutated bodies of upstreams', () => {
  const upstream = useStarted(() => startUpstream());
  const app = useStarted(() => startTestApp({ upstreamOrigin: upstream.origin }));
  let applied: Mutation;
  beforeAll(async () => {
    upstream.alter(/./, (body) => mutate(body, applied));
  });

  it.each(examples.map((example) => [example.route.path, example] as const))(
    'of %s are told as a fault of the upstream, or leave the documented shape',
    async (path, { group, address }) => {
      const documented = contract.find((each) => each.group === group)!;
      const route = documented.routes.find((each) => each.path === path && each.method === 'GET')!;
      await fc.assert(
        fc.asyncProperty(mutation, async (next) => {
          applied = next;
          // Beyond every lifetime, so that each run asks the upstreams, and no breaker remembers the one before.
          app.clock.skip(hours(24 * 40));
          const { status, text, body } = await app.ask(address);
          expect(text).not.toContain('Something went wrong on our side.');
          expect(text).not.toMatch(/"undefined"|\bNaN\b/);
          expect(({} as Record<string, unknown>).polluted).toBeUndefined();
          if (status === 200 && !isBytes(route.body)) {
            // The form of a text is the upstream's affair; its type and place are promised.
            const wrong = mismatches(documented.envelope(route.body), parseJson(text)).filter(
              (problem) => !/: is "/.test(problem),
            );
            expect(wrong, text.slice(0, 300)).toEqual([]);
          } else if (status !== 200) expect(body.error, text.slice(0, 200)).toBeTruthy();
        }),
        runs(1),
      );
    },
  );

  it('leave no failure of ours in the log', () => {
    expect(app.logs.filter((line) => line.includes('"msg":"failed"'))).toEqual([]);
  });
});
