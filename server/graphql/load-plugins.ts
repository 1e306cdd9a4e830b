import { ConfigError } from '../config/config-error.ts';
import type { OperatorPlugin } from './exchange.ts';

/** Imports an operator's Yoga plugins, or what makes them. Rejects with the specifier in the message. */
export const loadPlugins = (specifiers: readonly string[]): Promise<readonly OperatorPlugin[]> =>
  Promise.all(specifiers.map(loadPlugin));

async function loadPlugin(specifier: string): Promise<OperatorPlugin> {
  const loaded = (await import(specifier).catch((cause: unknown) => {
    throw new ConfigError(`GRAPHQL_PLUGINS: the plugin ${specifier} cannot be loaded.`, { cause });
  })) as { readonly default?: unknown };
  const exported = loaded.default;
  const plugin: unknown = typeof exported === 'function' ? exported() : exported;
  if (typeof plugin === 'object' && plugin !== null) return plugin as OperatorPlugin;
  throw new ConfigError(
    `GRAPHQL_PLUGINS: the plugin ${specifier} must export a plugin, or a function that makes one, as default.`,
  );
}
