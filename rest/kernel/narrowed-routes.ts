import { LRUCache } from 'lru-cache';
import type { RunnableRoute } from './compile.ts';
import { type FieldTree, textOfFields } from './read-fields.ts';

/** A route with the chosen members of its body, and what is included. Fault `invalid` for a name that the body lacks. */
export type NarrowRoute = (
  route: RunnableRoute,
  fields: FieldTree | undefined,
  included: readonly string[],
) => RunnableRoute;

/** Callers choose the members: the number of compiled choices is bounded. */
const maxNarrowed = 500;

/** Remembers routes by the choice of their members. */
export function createNarrowedRoutes(): NarrowRoute {
  const narrowed = new LRUCache<string, RunnableRoute>({ max: maxNarrowed });
  return (route, fields, included) => {
    if (!fields && included.length === 0) return route;
    const key = `${route.name} ${fields ? textOfFields(fields) : ''} ${included.join(',')}`;
    const known = narrowed.get(key);
    if (known) return known;
    const chosen = fields ? route.withFields(fields) : route;
    const made = included.length > 0 ? chosen.withIncluded!(included) : chosen;
    narrowed.set(key, made);
    return made;
  };
}
