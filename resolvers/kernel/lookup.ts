import type { Readable } from 'node:stream';
import { Fault } from '../../core/faults.ts';
import type { Group } from '../../core/groups.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import { checkInputs } from './check.ts';
import type { Context } from './context.ts';
import type { Inputs, Rule, ValuesOf } from './inputs.ts';
import type { Permission } from './permissions.ts';

/** The model of a byte lookup: facts about a file, and access to its bytes. */
export interface Bytes {
  readonly contentType: string;
  /** Name to save the file under; null for what is shown in place. */
  readonly filename: string | null;
  /** Number of bytes, where it is known before they are sent. */
  readonly byteLength: number | null;
  /** Starts the transfer. Rejects with a Fault before the first byte; afterwards the stream fails. */
  open(request: { readonly range: string | undefined; readonly signal: AbortSignal }): Promise<OpenedBytes>;
  /** Releases what the lookup opened to learn the facts; called where `open` is not. */
  close?(): void;
}

export interface OpenedBytes {
  /** 206 when the requested range is sent. */
  readonly status: 200 | 206;
  /** Headers beside type, name and length, such as `content-range`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly byteLength?: number | undefined;
  readonly body: Readable | Uint8Array;
}

export type Price<Of extends Inputs> = number | ((values: ValuesOf<Of>) => number);

/**
 * A file that a lookup takes. The context has the file where the request came with one; GraphQL, which takes no files,
 * names it by its digest.
 */
export interface FileInput {
  readonly description: string;
  /** Extensions of its name, in lower case, with the dot. */
  readonly extensions: readonly string[];
  readonly maxBytes: number;
  /** The input that is its SHA-256, in hexadecimal. */
  readonly digest: string;
  /** Makes a file to try the lookup with. */
  readonly example: () => Uint8Array;
}

/** A query that the service resolves, for REST and GraphQL alike. */
export interface Lookup<Of extends Inputs = Inputs, Model = unknown> {
  readonly group: Group;
  readonly permission: Permission;
  /** Units of the caller's limit; a function where one lookup sends as many upstream requests as its list has items. */
  readonly price: Price<Of>;
  /** One sentence for people: the meaning of the result. */
  readonly summary: string;
  readonly input: Of;
  readonly file: FileInput | undefined;
  readonly rules: readonly Rule[];
  /** The largest number of items of a list; lookups below the list are priced by it. Undefined where it is no list. */
  readonly maxItems: ((values: ValuesOf<Of>) => number) | undefined;
  /** How many lookups of this kind share one upstream request. */
  readonly batchSize: number;
  /** Whether equal lookups may differ, because the result is random or depends on the time. Tests do not compare it. */
  readonly isVolatile: boolean;
  /** Whether the model is `Bytes`, which REST streams. */
  readonly isBytes: boolean;
  /** The content types of bytes. */
  readonly mediaTypes: readonly string[];
  /** Whether it reads what `selects` of its context names alone, so that other parts of the model are empty. */
  readonly readsParts: boolean;
  readonly run: (values: ValuesOf<Of>, context: Context) => MaybePromise<Model>;
}

export interface LookupSpec<Of extends Inputs, Model> {
  readonly group: Group;
  readonly permission?: Permission;
  readonly price?: Price<Of>;
  readonly summary: string;
  readonly input: Of;
  readonly file?: FileInput;
  readonly rules?: readonly Rule[];
  readonly maxItems?: (values: ValuesOf<Of>) => number;
  readonly batchSize?: number;
  readonly isVolatile?: boolean;
  readonly mediaTypes?: readonly string[];
  readonly readsParts?: boolean;
  readonly run: (values: ValuesOf<Of>, context: Context) => MaybePromise<Model>;
}

export const lookup = <const Of extends Inputs, Model>(spec: LookupSpec<Of, Model>): Lookup<Of, Model> => ({
  group: spec.group,
  permission: spec.permission ?? spec.group,
  price: spec.price ?? 1,
  summary: spec.summary,
  input: spec.input,
  file: spec.file,
  rules: spec.rules ?? [],
  maxItems: spec.maxItems,
  batchSize: spec.batchSize ?? 1,
  isVolatile: spec.isVolatile ?? false,
  isBytes: false,
  mediaTypes: spec.mediaTypes ?? ['application/octet-stream'],
  readsParts: spec.readsParts ?? false,
  run: spec.run,
});

/** A lookup of a file, such as an image or a video. */
export const byteLookup = <const Of extends Inputs>(spec: LookupSpec<Of, Bytes>): Lookup<Of, Bytes> => ({
  ...lookup(spec),
  isBytes: true,
});

/**
 * Runs a lookup for a caller: checks the permission, then the inputs.
 * Throws, or rejects with, a Fault: `forbidden`, `missing`, `invalid`, and those of the source.
 */
export function ask<Of extends Inputs, Model>(
  lookup: Lookup<Of, Model>,
  given: Readonly<Record<string, unknown>>,
  context: Context,
): MaybePromise<Model> {
  if (!context.permits(lookup.permission)) throw forbidden(lookup.permission);
  const values = checkInputs(lookup, given, context.publicName);
  const counted = context.counted?.(lookup, priceOfRun(lookup, values)) ?? context;
  const { selects } = context;
  return lookup.run(values, lookup.readsParts ? { ...counted, selects } : counted);
}

/** The price of one run, which those of one upstream request share. */
const priceOfRun = <Of extends Inputs>({ price, batchSize }: Lookup<Of>, values: ValuesOf<Of>): number =>
  (typeof price === 'number' ? price : price(values)) / batchSize;

export const forbidden = (permission: Permission): Fault =>
  new Fault('forbidden', `This key has no permission for ${permission}.`);
