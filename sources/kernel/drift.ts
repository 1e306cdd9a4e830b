import type { Clock } from '../../core/clock.ts';
import type { Group } from '../../core/groups.ts';
import { differencesFrom, type PayloadShape, type ShapeDifference } from './payload-shape.ts';

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
  note(group: Group, endpoint: string, payload: unknown): void;
  of(group: Group): readonly Drift[];
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
  const groups = new Map<Group, Map<string, Watched>>();

  function watchedOf(group: Group, endpoint: string): Watched {
    const endpoints = groups.get(group) ?? new Map<string, Watched>();
    groups.set(group, endpoints);
    const watched = endpoints.get(endpoint) ?? { payloads: 0, places: new Map() };
    endpoints.set(endpoint, watched);
    return watched;
  }

  return {
    note(group, endpoint, payload) {
      const shape = shapes[group]?.[endpoint];
      if (shape === undefined) return;
      const watched = watchedOf(group, endpoint);
      watched.payloads += 1;
      if (watched.payloads > firstSamples && watched.payloads % sampledEvery !== 0) return;
      for (const difference of differencesFrom(shape, payload)) {
        const key = `${difference.kind} ${difference.place}`;
        const known = watched.places.get(key);
        if (!known && watched.places.size >= mostPlaces) continue;
        watched.places.set(key, {
          ...difference,
          ...{ endpoint, count: (known?.count ?? 0) + 1, at: clock.now() },
        });
      }
    },
    of: (group) => [...(groups.get(group)?.values() ?? [])].flatMap(({ places }) => [...places.values()]),
  };
}
