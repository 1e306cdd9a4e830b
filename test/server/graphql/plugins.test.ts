import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { GraphQLError, type ValidationRule } from 'graphql';
import { afterAll, describe, expect, it } from 'vitest';
import type { GraphqlPlugin } from '../../../server/graphql/exchange.ts';
import { loadPlugins } from '../../../server/graphql/load-plugins.ts';
import { freshName } from '../../fresh.ts';
import { useTestApp } from '../../suite.ts';

/** Operations by name, as a usage reporter counts them. */
const reported: (string | undefined)[] = [];
const usageReporter: GraphqlPlugin = {
  onExecute: ({ args }) => ({
    onExecuteDone() {
      reported.push(args.operationName ?? undefined);
    },
  }),
};

const noForecasts: ValidationRule = (context) => ({
  Field(node) {
    if (node.name.value === 'forecast')
      context.reportError(new GraphQLError('No forecasts.', { nodes: node }));
  },
});
const ruleAdder: GraphqlPlugin = { onValidate: ({ addValidationRule }) => addValidationRule(noForecasts) };

const extender: GraphqlPlugin = {
  onExecute: ({ args }) => ({
    onExecuteDone({ result, setResult }) {
      if (args.operationName === 'Extended') setResult({ ...result, extensions: { by: 'plugin' } } as never);
    },
  }),
};

const app = useTestApp({ graphqlPlugins: [usageReporter, ruleAdder, extender] });

const post = (body: unknown) =>
  app.ask('/graphql', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

describe('a Yoga plugin', () => {
  it('observes every execution', async () => {
    const query = `query Reported { weather { current(city: "${freshName('usage')}") { name } } }`;
    await post({ query, operationName: 'Reported' });
    expect(reported).toContain('Reported');
  });

  it('adds validation rules', async () => {
    const { body } = await post({ query: '{ weather { forecast(city: "Oslo") { cnt } } }' });
    expect(body.errors).toMatchObject([{ message: 'No forecasts.' }]);
  });

  it('changes a result, which is not cached then', async () => {
    const query = `query Extended { weather { current(city: "${freshName('extended')}") { name } } }`;
    for (const _ of [1, 2, 3]) {
      const { body } = await post({ query, operationName: 'Extended' });
      expect(body.extensions).toEqual({ by: 'plugin' });
    }
  });
});

describe('a plugin in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-plugins-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return pathToFileURL(join(folder, name)).href;
  };

  it.each([
    ['an object', 'export default { onParams() {} };'],
    ['a function that makes it', 'export default () => ({ onParams() {} });'],
  ])('is loaded as %s', async (_, text) => {
    const [plugin] = await loadPlugins([file(`${freshName('plugin')}.mjs`, text)]);
    expect(plugin).toMatchObject({ onParams: expect.any(Function) });
  });

  it.each([
    ['does not exist', () => pathToFileURL(join(folder, 'missing.mjs')).href, 'cannot be loaded'],
    [
      'throws while it is loaded',
      () => file('throwing.mjs', 'throw new Error("no rules")'),
      'cannot be loaded: no rules',
    ],
    [
      'throws while it is made',
      () => file('unmade.mjs', 'export default () => { throw new Error("no rules"); };'),
      'cannot be loaded: no rules',
    ],
    ['exports no plugin', () => file('none.mjs', 'export const a = 1;'), 'must export a plugin'],
  ])('that %s is an error that names it', async (_, specifier, message) => {
    const path = specifier();
    await expect(loadPlugins([path])).rejects.toThrow(`GRAPHQL_PLUGINS: the plugin ${path} ${message}`);
  });
});
