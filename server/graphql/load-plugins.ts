import { firstLineOf } from '../../core/faults.ts';
import { ConfigError } from '../config/config-error.ts';
import type { OperatorPlugin } from './exchange.ts';

/** Imports an operator's Yoga plugins, or what makes them. Rejects with the specifier in the message. */
export const loadPlugins = (specifiers: readonly string[]): Promise<readonly OperatorPlugin[]> =>
  Promise.all(specifiers.map(loadPlugin));

async function loadPlugin(specifier: string): Promise<OperatorPlugin> {
  const fail = (cause: unknown): never => {
    throw new ConfigError(
      `GRAPHQL_PLUGINS: the plugin ${specifier} cannot be loaded: ${firstLineOf(cause)}`,
      { cause },
    );
  };
  const loaded = (await import(specifier).catch(fail)) as { readonly default?: unknown };
  const make = async () => (typeof loaded.default === 'function' ? loaded.default() : loaded.default);
  const plugin: unknown = await make().catch(fail);
  if (typeof plugin === 'object' && plugin !== null) return plugin as OperatorPlugin;
  throw new ConfigError(
    `GRAPHQL_PLUGINS: the plugin ${specifier} must export a plugin, or a function that makes one, as default.`,
  );
}
