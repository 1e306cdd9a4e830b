import { hash } from 'node:crypto';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import type { Setting } from '../../core/settings.ts';
import type { Download } from '../../sources/kernel/policies/upstream-call.ts';
import type { DownloadEndpoint, Endpoint } from '../../sources/kernel/source.ts';
import type { Permission } from './permissions.ts';

/** A file that came with a request. */
export interface ReceivedFile {
  readonly bytes: Uint8Array;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
}

export const receivedFile = (bytes: Uint8Array): ReceivedFile => ({ bytes, sha256: hash('sha256', bytes) });

/** Everything that a lookup knows of the caller: what is allowed, and how to ask the sources on the caller's behalf. */
export interface Context {
  /** Names this request in logs and errors. */
  readonly requestId: string;
  readonly permits: (permission: Permission) => boolean;
  /** Asks a source; see `Upstreams.read`. */
  readonly read: <Args, Model>(endpoint: Endpoint<Args, Model>, args: Args) => MaybePromise<Model>;
  /** What is known without asking; see `Upstreams.cached`. */
  readonly cached: <Args, Model>(endpoint: Endpoint<Args, Model>, args: Args) => Model | undefined;
  /** Opens bytes of a source; see `Upstreams.open`. */
  readonly open: <Args>(
    endpoint: DownloadEndpoint<Args>,
    args: Args,
    signal?: AbortSignal,
  ) => Promise<Download>;
  /** What the operator has decided; the setting is one that a source declares. */
  readonly setting: <Value>(setting: Setting<Value>) => Value;
  /** What the caller's route takes beside parameters, where it takes a file. */
  readonly file?: ReceivedFile;
  /** How the caller's door spells a lookup's parameter, where it differs. */
  readonly publicName?: (lookup: object, name: string) => string;
}
