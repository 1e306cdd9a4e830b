import { source as coderepo } from './coderepo.ts';
import type { Source } from './kernel/source.ts';
import { source as weather } from './weather.ts';

/** Every group's upstream. */
export const sources: readonly Source[] = [coderepo, weather];
