import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeGroups } from '../../rest/index.ts';
import { type CompiledRoute, compileRoutes } from '../../rest/kernel/compile.ts';
import { schema } from '../../schema/index.ts';
import { createPreparer } from '../../schema/kernel/prepare.ts';
import { type Answered, startTestApp, type TestApp } from '../app.ts';
import { type Given, parametersFor, variableFor } from './arbitraries.ts';
import { runs } from './runs.ts';

const routes = compileRoutes(createPreparer(schema), routeGroups).filter(({ upload }) => !upload);

/** What a service may answer to input: done, refused, not found, or a fault of the sandbox's making; never 500 of ours. */
const statuses = new Set([200, 400, 403, 404, 413, 414, 431, 502, 503]);
const ours = 'Something went wrong on our side.';

function targetOf({ route }: CompiledRoute, given: readonly Given[]): string {
  const inPath = (name: string) => route.path.includes(`{${name}}`);
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    escaped(given.find((each) => each.name === name)!.values[0]!),
  );
  const query = given
    .filter(({ name }) => !inPath(name))
    .flatMap(({ name, values }) => values.map((value) => `${name}=${escaped(value)}`));
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** Halves of a surrogate pair have no place in an address. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** Every byte but letters, as a client would send it: a URL parser in between would repair what is tested. */
const escaped = (value: string): string =>
  encodeURIComponent(wellFormed(value)).replaceAll(/\./g, '%2E').slice(0, 8_000).replace(/%.?$/, '');

/** Only the upstream of a search knows how many results are too many. */
const isUpstreamsWord = ({ text }: Answered): boolean => text.includes('query is too general');

describe.each(routes.map((compiled) => [compiled.route.path, compiled] as const))(
  'any input of %s',
  (path, compiled) => {
    // A cursor is judged by the upstream that gave it, and a group may list a failing picture host as 400.
    const mayAskFirst =
      compiled.faults.upstreamFailed === 400 ||
      compiled.route.faults?.upstreamFailed === 400 ||
      compiled.parameters.some(({ input }) => input.expected.startsWith('the cursor'));
    let app: TestApp;
    beforeAll(async () => {
      app = await sharedApp();
    });

    function expectSound({ status, headers, body, text }: Answered, isRoute = true): void {
      expect(headers.get('x-request-id')).toBeTruthy();
      expect(headers.get('x-ratelimit-limit')).toBeTruthy();
      expect(text).not.toContain(ours);
      if (status === 200) return;
      expect(headers.get('content-type')).toMatch(/json/);
      expect(headers.get('cache-control')).toBe('no-store');
      if (isRoute) expect(body.error ?? body.errors, text).toBeTruthy();
      expect(text.length).toBeLessThan(20_000);
    }

    it('is answered or refused through REST, without an upstream request where it is refused', async () => {
      await fc.assert(
        fc.asyncProperty(parametersFor(compiled), async (given) => {
          const target = targetOf(compiled, given);
          await app.clearCalls();
          const answer = await app.ask(target);
          expectSound(answer);
          // A failure of an upstream is listed as 500 by some groups.
          if (!statuses.has(answer.status)) expect([target, answer.status]).toEqual([target, 500]);
          if (answer.status === 400) {
            const { error } = answer.body;
            expect(typeof error === 'string' ? error : error.details).not.toBe('');
            if (!mayAskFirst && !isUpstreamsWord(answer)) expect(await app.calls(), target).toEqual([]);
          }
        }),
        runs(2),
      );
    });

    it('is answered or refused through GraphQL, without an upstream request where it is refused', async () => {
      const variables = fc.record(
        Object.fromEntries(
          compiled.parameters.map(({ name, input }) => [
            name,
            variableFor(input, compiled.route.example[name]),
          ]),
        ),
        { requiredKeys: [] },
      );
      await fc.assert(
        fc.asyncProperty(variables, async (given) => {
          await app.clearCalls();
          const answer = await app.graphql(compiled.route.document, given);
          expectSound(answer, false);
          expect([200, 400, 403, 413], answer.text.slice(0, 300)).toContain(answer.status);
          const codes = (answer.body.errors ?? []).map(
            ({ extensions }: { extensions: { code: string } }) => extensions.code,
          );
          expect(codes).not.toContain('INTERNAL');
          const isRefused = codes.some((code: string) =>
            /^(INVALID|MISSING|BAD_REQUEST|GRAPHQL_\w+)$/.test(code),
          );
          if (isRefused && !mayAskFirst && !isUpstreamsWord(answer))
            expect(await app.calls(), JSON.stringify(given)).toEqual([]);
        }),
        runs(1),
      );
    });

    it('is no failure in the log', () => {
      const failed = app.logs.filter((line) => line.includes('"msg":"failed"'));
      expect(failed, path).toEqual([]);
    });
  },
);

describe('any body', () => {
  it('is not echoed by /graphql', async () => {
    const app = await sharedApp();
    const mark = 'never-echoed-7c1';
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 400 }).map((text) => `${text}${mark}`),
          fc.json({ maxDepth: 5 }).map((text) => `${text.slice(0, -1)}"${mark}`),
          fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify({ query: value, [mark]: value })),
          fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify([value, mark])),
        ),
        async (body) => {
          const answer = await app.ask('/graphql', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: wellFormed(body),
          });
          expect(answer.status, body).toBeLessThan(500);
          expect(answer.text).not.toContain(mark);
        },
      ),
      runs(40),
    );
  });
});

/** One service for all routes. */
let opened: Promise<TestApp> | undefined;
const sharedApp = (): Promise<TestApp> => {
  opened ??= startTestApp();
  return opened;
};
afterAll(async () => {
  await (await opened)?.close();
});
