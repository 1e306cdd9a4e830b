import { LRUCache } from 'lru-cache';
import type { RunnableRoute } from './compile.ts';
import { type FieldTree, textOfFields } from './read-fields.ts';

/** A route with the chosen members of its body. Fault `invalid` for a name that the body lacks. */
export type NarrowRoute = (route: RunnableRoute, fields: FieldTree) => RunnableRoute;

/** Callers choose the members: the number of compiled choices is bounded. */
const maxNarrowed = 500;

/** Remembers routes by the choice of their members. */
export function createNarrowedRoutes(): NarrowRoute {
  const narrowed = new LRUCache<string, RunnableRoute>({ max: maxNarrowed });
  return (route, fields) => {
    const key = `${route.name} ${textOfFields(fields)}`;
    const known = narrowed.get(key);
    if (known) return known;
    const made = route.withFields(fields);
    narrowed.set(key, made);
    return made;
  };
}
