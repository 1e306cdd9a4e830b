import { hash } from 'node:crypto';
import type { Group } from '../../core/groups.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import type { Setting } from '../../core/settings.ts';
import type { Measure } from '../../core/turns.ts';
import type { Download } from '../../sources/kernel/policies/upstream-call.ts';
import type { DownloadEndpoint, Endpoint } from '../../sources/kernel/source.ts';
import type { Reader } from '../../sources/kernel/upstreams.ts';
import type { Permission } from './permissions.ts';

/** A place of a result at which lookups are asked. */
export interface Place {
  readonly path: readonly (string | number)[];
  /** What the link to it rests on, by a type that says so; null for others. Called once the place has its value. */
  readonly evidence: () => string | null;
}

/** A file that a request has uploaded. */
export interface ReceivedFile {
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string;
}

export const receivedFile = (bytes: Uint8Array): ReceivedFile => ({ bytes, sha256: hash('sha256', bytes) });

/** The limit of the caller's key. */
export interface RateLimit {
  /** Lookups in a minute. */
  readonly limit: number;
  /** Lookups that are reserved for the request. */
  readonly cost: number;
  readonly remaining: number;
  /** When the next minute begins, in ISO 8601. */
  readonly resetAt: string;
}

/** A kind of lookup that is counted. */
export interface CountedLookup {
  readonly group: Group;
  /** How many of it one upstream request serves at most. */
  readonly batchSize: number;
}

/** The caller of a lookup: its permissions, and its access to the sources. */
export interface Context {
  /** The id of the request in logs and errors. */
  readonly requestId: string;
  readonly permits: (permission: Permission) => boolean;
  /** The limit of the caller's key, after the request was charged; absent where no key asks. */
  readonly rateLimit?: () => RateLimit;
  /** Reads an endpoint; see `Upstreams.read`. */
  readonly read: <Args, Model>(endpoint: Endpoint<Args, Model>, args: Args) => MaybePromise<Model>;
  /** Reads the cache only; see `Upstreams.cached`. */
  readonly cached: <Args, Model>(endpoint: Endpoint<Args, Model>, args: Args) => Model | undefined;
  /** Opens a download; see `Upstreams.open`. */
  readonly open: <Args>(
    endpoint: DownloadEndpoint<Args>,
    args: Args,
    signal?: AbortSignal,
  ) => Promise<Download>;
  /** The operator's value of a setting that a source declares. */
  readonly setting: <Value>(setting: Setting<Value>) => Value;
  /** The uploaded file, where the route accepts one. */
  readonly file?: ReceivedFile | undefined;
  /** Adds a header to the response of an upload, which the route declares. */
  readonly addHeader?: ((name: string, value: string) => void) | undefined;
  /** Runs a synchronous part of the work, whose time counts for the caller. */
  readonly measure?: Measure;
  /**
   * Counts a lookup of this price, and returns the context that it runs with, whose reader `opened` receives; absent where lookups
   * are not counted.
   */
  readonly counted?:
    | ((lookup: CountedLookup, price: number, opened?: (reader: Reader) => void) => Context)
    | undefined;
  /** Whether one of these fields of the result is asked for; all are, but for a lookup that reads parts alone. */
  readonly selects: (...names: readonly string[]) => boolean;
  /** Notes where the facts of lookups come from; absent unless that is asked. */
  readonly receipts?:
    | {
        at(context: Context, place: Place): Context;
        list(): readonly Pick<Place, 'path'>[];
      }
    | undefined;
  /** The public name of a lookup's parameter in REST or GraphQL, where it differs. */
  readonly publicName?: (lookup: object, name: string) => string;
}
