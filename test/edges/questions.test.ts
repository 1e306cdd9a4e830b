import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../suite.ts';

/** The questions of docs/graph.md: each is answered without errors, for the price above it, and leads somewhere. */

const text = readFileSync(new URL('../../docs/graph.md', import.meta.url), 'utf8');
const questions = [
  ...text.matchAll(
    /^### \d+\. (?<title>.+)\n\nPrice: (?<price>\d+)\n\n```graphql\n(?<document>[\s\S]+?)\n```$/gm,
  ),
].map(({ groups }) => [groups!.title!, Number(groups!.price), groups!.document!] as const);

const app = useTestApp();

/** The number of values that are not null. */
function values(of: unknown): number {
  if (of === null) return 0;
  if (typeof of !== 'object') return 1;
  return Object.values(of as object).reduce((sum: number, value) => sum + values(value), 0);
}

describe('the questions of docs/graph.md', () => {
  it('are twenty', () => {
    expect(questions).toHaveLength(20);
  });

  it.each(questions)('%s', { retry: 1 }, async (_, price, document) => {
    const { body, cost } = await app.graphql(document);
    expect(body.errors).toBeUndefined();
    expect(cost?.requested).toBe(price);
    expect(values(body.data)).toBeGreaterThan(2);
  });
});
