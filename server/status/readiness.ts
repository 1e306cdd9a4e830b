import type { RouteGroup } from '../../rest/kernel/route.ts';
import type { OpenSource } from '../../sources/kernel/policies/upstream-call.ts';

/** Whether a route can serve with the credentials and settings of this process; no upstream is requested for it. */
export interface RouteReadiness {
  readonly path: string;
  /** `keyless`: a source without a credential serves in place of the official one. */
  readonly state: 'live' | 'keyless' | 'unconfigured';
  /** The source that serves, such as `weather/open-meteo`; null where none does. */
  readonly source: string | null;
  /** What its bodies lack in comparison to the official source; '' where that is nothing. */
  readonly lacks: string;
  /** The variables that the official source needs. */
  readonly missing: readonly string[];
}

/** The readiness of a route by the declarations of the sources of its group, in their order. */
function readinessOf(path: string, sources: readonly OpenSource[]): RouteReadiness {
  const alone = sources.filter(
    ({ source: { spec } }) => spec.aloneServes?.includes(path) || spec.lacking?.[path],
  );
  const usual = sources.filter(({ source: { spec } }) => !spec.serves && !spec.aloneServes);
  const official = alone.length > 0 ? alone : usual;
  const others = sources.filter(({ source }) => source.spec.serves?.[path] !== undefined);
  const isReady = (source: OpenSource) => source.missingFor(path).length === 0;
  const live = official.find(isReady);
  const serving = live ?? others.find(isReady);
  const state = live ? 'live' : serving ? 'keyless' : 'unconfigured';
  return {
    path,
    state,
    source: serving?.source.name ?? null,
    lacks: (state === 'keyless' && serving?.source.spec.serves?.[path]) || '',
    missing: live ? [] : (official[0]?.missingFor(path) ?? []),
  };
}

export const readinessOfRoutes = (
  groups: readonly RouteGroup[],
  sources: readonly OpenSource[],
): readonly RouteReadiness[] =>
  groups.flatMap(({ group, routes }) => {
    const own = sources.filter(({ source }) => source.group === group);
    return routes.map(({ path }) => readinessOf(path, own));
  });

/** Such as `live by weather/open-meteo, without visibility` or `needs NEWS_API_KEY`. */
export function readinessText({ state, source, lacks, missing }: RouteReadiness): string {
  if (state === 'unconfigured') return `needs ${missing.join(' and ')}`;
  if (state === 'live') return 'live';
  return `live by ${source}${lacks === '' ? '' : `, without ${lacks}`}`;
}

/** For the operator who starts the service: how many routes are live, and what the others need. */
export function readinessSummary(routes: readonly RouteReadiness[]): readonly string[] {
  const those = (state: RouteReadiness['state']) => routes.filter((route) => route.state === state);
  const waiting = those('unconfigured').map(({ missing }) => missing.join(' and '));
  const needs = [...new Set(waiting)].map(
    (names) => `${names} (${waiting.filter((each) => each === names).length})`,
  );
  const keyless = those('keyless').length;
  return [
    `${those('live').length + keyless} of ${routes.length} routes have a source, ${keyless} of them one without a credential.`,
    ...(needs.length > 0
      ? [`The others need ${needs.join(', ')}: "doctor" says where each comes from.`]
      : []),
  ];
}
