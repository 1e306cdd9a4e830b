import { coderepo } from './coderepo.ts';
import type { RouteGroup } from './kernel/route.ts';
import { weather } from './weather.ts';

/** Every group's documented routes. */
export const routeGroups: readonly RouteGroup[] = [coderepo, weather];
