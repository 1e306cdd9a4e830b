import { isRecord } from '../../core/json.ts';
import type { AnyEndpoint } from './source.ts';

/**
 * The cache key of arguments, or of a key of a batch, in their normal form. Joined, it is one string in memory: V8 keeps the parts of
 * a concatenated one as long as the cache keeps the key.
 */
export const cacheKeyIn = ({ source, name }: AnyEndpoint, normalized: string): string =>
  [source.group, '.', name, ' ', normalized].join('');

/** The arguments in their normal form, and their cache key. Arguments with the same meaning have the same key. */
export function keyedArguments(endpoint: AnyEndpoint, given: unknown): { args: unknown; key: string } {
  const { plan } = endpoint;
  if (plan.kind === 'batched') {
    const key = plan.spec.key(given);
    return { args: given, key: cacheKeyIn(endpoint, plan.spec.cacheKey?.(key) ?? key) };
  }
  if (plan.kind === 'local') return { args: given, key: cacheKeyIn(endpoint, plan.spec.cacheKey(given)) };
  const args: unknown = plan.spec.cacheKey?.(given) ?? given;
  return { args, key: cacheKeyIn(endpoint, canonical(args)) };
}

/** Arguments as JSON with sorted names; an undefined one is left out. */
function canonical(args: unknown): string {
  if (Array.isArray(args)) return `[${args.map(canonical).join()}]`;
  if (!isRecord(args)) return JSON.stringify(args) ?? 'null';
  const names = Object.keys(args).filter((name) => args[name] !== undefined);
  return `{${names
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(args[name])}`)
    .join()}}`;
}
