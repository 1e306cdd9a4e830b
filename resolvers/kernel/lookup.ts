import type { Readable } from 'node:stream';
import { Fault } from '../../core/faults.ts';
import type { Group } from '../../core/groups.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import { checkInputs } from './check.ts';
import type { Context } from './context.ts';
import type { Inputs, Rule, ValuesOf } from './inputs.ts';
import type { Permission } from './permissions.ts';

/** What a lookup of bytes answers: what is known of them, and how they are had. */
export interface Bytes {
  readonly contentType: string;
  /** Name under which a person would save them; none for what is shown in place. */
  readonly filename: string | null;
  /** Their number, where it is known before they flow. */
  readonly byteLength: number | null;
  /** Begins the bytes. Rejects with a Fault until then; afterwards the stream fails. */
  open(wish: { readonly range: string | undefined; readonly signal: AbortSignal }): Promise<OpenedBytes>;
  /** Lets go of what is held already, where the facts could not be known without; for whoever does not open it. */
  close?(): void;
}

export interface OpenedBytes {
  /** 206 when a wished range is granted. */
  readonly status: 200 | 206;
  /** Beyond type, name and length: such as `content-range`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly byteLength?: number | undefined;
  readonly body: Readable | Uint8Array;
}

export type Price<Of extends Inputs> = number | ((values: ValuesOf<Of>) => number);

/**
 * A file that a lookup can be sent. Its context has the file where the caller's door brought one; to the other door it
 * is named by its digest.
 */
export interface FileInput {
  readonly description: string;
  /** What its name may end in, in lower case, with the dot. */
  readonly extensions: readonly string[];
  readonly maxBytes: number;
  /** The input that is its SHA-256, in hexadecimal. */
  readonly digest: string;
  /** Makes one to try it with. */
  readonly example: () => Uint8Array;
}

/** One question that the service can answer; both doors open onto it. */
export interface Lookup<Of extends Inputs = Inputs, Model = unknown> {
  readonly group: Group;
  readonly permission: Permission;
  /** What it costs of the caller's limit; a function where one answer takes as many upstream requests as it asks for things. */
  readonly price: Price<Of>;
  /** One sentence for people: what is answered. */
  readonly summary: string;
  readonly input: Of;
  readonly file: FileInput | undefined;
  readonly rules: readonly Rule[];
  /** The most items that it lists, where it lists any: lookups below a list are priced by it. */
  readonly maxItems: ((values: ValuesOf<Of>) => number) | undefined;
  /** How many of this question one upstream request answers. */
  readonly batchSize: number;
  /** Its model is `Bytes`, which REST streams. */
  readonly isBytes: boolean;
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
  isBytes: false,
  run: spec.run,
});

/** A lookup whose answer is an image, a video or the like. */
export const byteLookup = <const Of extends Inputs>(spec: LookupSpec<Of, Bytes>): Lookup<Of, Bytes> => ({
  ...lookup(spec),
  isBytes: true,
});

/**
 * Where both doors end: permission, then validation, then the source.
 * Throws, or rejects with, a Fault: `forbidden`, `missing`, `invalid`, and those of the source.
 */
export function ask<Of extends Inputs, Model>(
  asked: Lookup<Of, Model>,
  given: Readonly<Record<string, unknown>>,
  context: Context,
): MaybePromise<Model> {
  if (!context.permits(asked.permission)) throw forbidden(asked.permission);
  const spelled = (name: string) => context.publicName?.(asked, name) ?? name;
  return asked.run(checkInputs(asked.input, asked.rules, given, spelled), context);
}

export const forbidden = (permission: Permission): Fault =>
  new Fault('forbidden', `This key has no permission for ${permission}.`);
