import { isRecord } from '../../core/json.ts';
import type { AnyEndpoint } from './source.ts';

/** The key of a batch whose keys have one form. */
export const itself = (key: string) => key;

/** Names a question in the cache; what it is about is in one form, however it was asked. */
export const questionOf = ({ source, name }: AnyEndpoint, about: string) =>
  `${source.group}.${name} ${about}`;

/** A question in its one form, with its name in the cache. */
export function questionFrom(endpoint: AnyEndpoint, asked: unknown) {
  const { plan } = endpoint;
  if (plan.kind === 'batched') {
    return { args: asked, key: questionOf(endpoint, (plan.spec.cacheKey ?? itself)(plan.spec.key(asked))) };
  }
  if (plan.kind === 'local') return { args: asked, key: questionOf(endpoint, plan.spec.cacheKey(asked)) };
  const args: unknown = plan.spec.cacheKey?.(asked) ?? asked;
  return { args, key: questionOf(endpoint, canonical(args)) };
}

/** Arguments as JSON, the same whatever their order; one that is undefined is left out. */
function canonical(args: unknown): string {
  if (Array.isArray(args)) return `[${args.map(canonical).join()}]`;
  if (!isRecord(args)) return JSON.stringify(args) ?? 'null';
  const names = Object.keys(args).filter((name) => args[name] !== undefined);
  return `{${names
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(args[name])}`)
    .join()}}`;
}
