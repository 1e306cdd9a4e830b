import type { Clock } from '../../core/clock.ts';
import type { Group } from '../../core/groups.ts';
import { differencesFrom, type PayloadShape, type ShapeDifference } from './payload-shape.ts';
import type { Source } from './source.ts';

/** The known shapes of payloads, by group and endpoint. */
export type KnownShapes = Readonly<Partial<Record<Group, Readonly<Record<string, PayloadShape>>>>>;

/** A place where payloads of an endpoint differ from their known shape. */
export interface Drift extends ShapeDifference {
  readonly endpoint: string;
  /** The number of compared payloads that differed there. */
  readonly count: number;
  /** The time of the newest one, in milliseconds since the epoch. */
  readonly at: number;
}

export interface DriftWatch {
  /** Compares a payload, unless it is left out of the sample. */
  note(source: Source, endpoint: string, payload: unknown): void;
  of(group: Group): readonly Drift[];
  ofSource(source: Source): readonly Drift[];
}

/** The first payloads of an endpoint are all compared, and then one of so many. */
const firstSamples = 20;
const sampledEvery = 20;
/** The most places that are remembered per endpoint. */
const mostPlaces = 20;

interface Watched {
  payloads: number;
  readonly places: Map<string, Drift>;
}

export function createDriftWatch(clock: Clock, shapes: KnownShapes): DriftWatch {
  const sources = new Map<Source, Map<string, Watched>>();

  function watchedOf(source: Source, endpoint: string): Watched {
    const endpoints = sources.get(source) ?? new Map<string, Watched>();
    sources.set(source, endpoints);
    const watched = endpoints.get(endpoint) ?? { payloads: 0, places: new Map() };
    endpoints.set(endpoint, watched);
    return watched;
  }

  const ofSource = (source: Source): readonly Drift[] =>
    [...(sources.get(source)?.values() ?? [])].flatMap(({ places }) => [...places.values()]);

  return {
    note(source, endpoint, payload) {
      const shape = shapes[source.group]?.[endpoint];
      if (shape === undefined) return;
      const watched = watchedOf(source, endpoint);
      watched.payloads += 1;
      if (watched.payloads > firstSamples && watched.payloads % sampledEvery !== 0) return;
      for (const difference of differencesFrom(shape, payload)) {
        const key = `${difference.kind} ${difference.place}`;
        const known = watched.places.get(key);
        if (!known && watched.places.size >= mostPlaces) continue;
        watched.places.set(key, { ...difference, endpoint, count: (known?.count ?? 0) + 1, at: clock.now() });
      }
    },
    ofSource,
    of: (group) => [...sources.keys()].filter((source) => source.group === group).flatMap(ofSource),
  };
}
