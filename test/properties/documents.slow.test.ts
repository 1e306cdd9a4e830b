import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Group, groups } from '../../core/groups.ts';
import { documentLimits } from '../../schema/kernel/document-limits.ts';
import { documentedQuestions, documentOf } from '../schema/graph-questions.ts';
import { useTestApp } from '../suite.ts';
import { runs } from './runs.ts';

const app = useTestApp({ catalogueItems: 80 });

/** Songs are found by a file that was sent before. */
const needsFile = (group: Group) => group === 'songid';

/** The selection of each lookup with a route: its example, with every field that runs no other lookup. */
const selections = groups.flatMap((group) =>
  documentedQuestions(group, new Map())
    .filter(({ field }) => field.extensions.lookup!.permission === group && !needsFile(group))
    .map((question) => documentOf(question, question.asked.slice(0, 1)).slice(1, -1)),
);

/** What a document has of everything that is limited. */
interface Counts {
  readonly sameNames: number;
  readonly directives: number;
  readonly fragments: number;
  readonly spreads: number;
  readonly operations: number;
  readonly inline: number;
  readonly lines: number;
}

/** The limits, less what every document below has of its own; n fields of one name are n (n - 1) / 2 pairs. */
const most: Counts = {
  sameNames: Math.floor(Math.sqrt(2 * documentLimits.sameNames)) - 1,
  directives: documentLimits.directives,
  fragments: documentLimits.fragments,
  spreads: documentLimits.spreads - documentLimits.fragments,
  operations: documentLimits.operations,
  inline: documentLimits.depth,
  lines: documentLimits.lines,
};

const words: Readonly<Record<keyof Counts, string>> = {
  sameNames: `more than ${documentLimits.sameNames} pairs of fields`,
  directives: `more than ${documentLimits.directives} directives`,
  fragments: `more than ${documentLimits.fragments} fragments`,
  spreads: `more than ${documentLimits.spreads} fragment spreads`,
  operations: `more than ${documentLimits.operations} operations`,
  inline: `more than ${documentLimits.depth} inline fragments`,
  lines: `more than ${documentLimits.lines} lines`,
};
const limited = Object.keys(words) as (keyof Counts)[];

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');

function documentWith(asked: readonly string[], counts: Counts): string {
  const lookups = asked.map((selection, index) => `g${index}: ${selection.trim()}`).join(' ');
  const inline = `${'... { '.repeat(counts.inline)}inner: __typename${' }'.repeat(counts.inline)}`;
  const skipped = times(counts.directives, (index) => `d${index}: __typename @include(if: true)`);
  const last = counts.fragments - 1;
  return `query Q0 { ${lookups} ${'__typename '.repeat(counts.sameNames)} ${inline} ${skipped} ${'...F0 '.repeat(counts.spreads)} }
    ${times(counts.fragments, (index) => `fragment F${index} on Query { ${index === last ? 'last: __typename' : `...F${index + 1}`} }`)}
    ${times(counts.operations - 1, (index) => `query Q${index + 1} { __typename }`)}${'\n'.repeat(counts.lines - 2)}`;
}

const upTo = (count: number) => fc.integer({ min: 2, max: count });
const countsWithin: fc.Arbitrary<Counts> = fc.record({
  sameNames: upTo(most.sameNames),
  directives: upTo(most.directives),
  fragments: upTo(most.fragments),
  spreads: upTo(most.spreads),
  operations: upTo(most.operations),
  inline: upTo(most.inline),
  lines: upTo(most.lines),
});
const asked = fc.array(fc.constantFrom(...selections), { minLength: 1, maxLength: 3 });

const send = (query: string) =>
  app.ask('/graphql', {
    method: 'POST',
    body: JSON.stringify({ query, operationName: 'Q0' }),
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
  });

describe('A document of lookups of the schema', () => {
  it('answers with every field while it is within the limits', async () => {
    await fc.assert(
      fc.asyncProperty(asked, countsWithin, async (lookups, counts) => {
        const { status, body } = await send(documentWith(lookups, counts));
        expect(status, JSON.stringify(body.errors)).toBe(200);
        expect(body.errors).toBeUndefined();
        expect(Object.keys(body.data)).toEqual(
          expect.arrayContaining([...lookups.map((_, index) => `g${index}`), '__typename', 'inner', 'last']),
        );
      }),
      runs(25),
    );
  });

  it.each(limited)('is refused beyond the limit of %s, and asks no upstream', async (name) => {
    await fc.assert(
      fc.asyncProperty(asked, countsWithin, upTo(20), async (lookups, counts, above) => {
        await app.clearCalls();
        const beyond: { -readonly [Name in keyof Counts]: number } = {
          ...counts,
          [name]: most[name] + above,
        };
        // The chain of fragments has one spread fewer than fragments; the others are in the operation.
        if (name === 'spreads') beyond.spreads += documentLimits.fragments - counts.fragments;
        const { status, body } = await send(documentWith(lookups, beyond));
        expect(status).toBe(400);
        expect(body.data).toBeUndefined();
        expect(body.errors[0].message).toContain(words[name]);
        expect(await app.calls()).toEqual([]);
      }),
      runs(4),
    );
  });
});
