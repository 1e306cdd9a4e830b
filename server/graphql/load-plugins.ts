import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OperatorPlugin } from './yoga.ts';

/**
 * Loads an operator's Yoga plugins. A specifier is the name of an installed package, or a path that begins with `.` or
 * `/`; its default export is a plugin or a function that makes one. Rejects with the specifier in the message.
 */
export async function loadPlugins(specifiers: readonly string[]): Promise<readonly OperatorPlugin[]> {
  return Promise.all(specifiers.map(loadPlugin));
}

async function loadPlugin(specifier: string): Promise<OperatorPlugin> {
  const address = /^[./]/.test(specifier) ? pathToFileURL(resolve(specifier)).href : specifier;
  const loaded = (await import(address).catch((cause: unknown) => {
    throw new Error(`The GraphQL plugin ${specifier} cannot be loaded.`, { cause });
  })) as { readonly default?: unknown };
  const exported = loaded.default;
  const plugin: unknown = typeof exported === 'function' ? exported() : exported;
  if (typeof plugin === 'object' && plugin !== null) return plugin as OperatorPlugin;
  throw new Error(
    `The GraphQL plugin ${specifier} must export a plugin, or a function that makes one, as default.`,
  );
}
