import { deadline } from '../../../core/abort.ts';
import type { Clock } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import { mostJsonAtOnce } from '../../../core/parse-in-turns.ts';
import { parse } from '../../../core/safe-parse.ts';
import type { Caller } from '../caller.ts';
import { firstMismatch } from '../decode.ts';
import { attributed, changedAt, timeout } from '../http/classify-response.ts';
import type { UpstreamCall, UpstreamResponse } from '../messages.ts';
import { type SkippedElement, SkippedElements } from '../skipped-elements.ts';
import type { AnyBatchedSpec, AnyEndpointSpec, DownloadSpec } from '../source.ts';
import type { Statistics } from '../statistics.ts';
import type { BatchLoading } from './batch-loader.ts';
import type { Entry } from './cache.ts';
import type { Loading } from './read-through.ts';
import type { CallOptions, OpenSource } from './upstream-call.ts';

/** A decoded model, and the size of the body that it was decoded from. */
export interface Fetched {
  readonly value: unknown;
  readonly bytes: number;
  /** The memory of a model that was in the cache already. */
  readonly weight?: number;
  readonly validator?: string | undefined;
}

/** The options of an endpoint's upstream calls. */
export function callOptions(
  name: string,
  spec: AnyEndpointSpec | AnyBatchedSpec | DownloadSpec<never>,
  caller: Caller | undefined,
): CallOptions {
  return {
    endpoint: name,
    maxBytes: spec.maxBytes,
    deadlineMs: 'deadlineMs' in spec ? spec.deadlineMs : undefined,
    wideIntegers: 'wideIntegers' in spec && spec.wideIntegers === true,
    classify: spec.classify,
    mayBeAbsent: 'notFound' in spec || 'absent' in spec,
    readsJson: 'decode' in spec && spec.payload === undefined,
    caller,
  };
}

/** An endpoint that is fetched, and where from. */
export interface Fetching<Spec extends AnyEndpointSpec | AnyBatchedSpec> {
  readonly open: OpenSource;
  readonly name: string;
  readonly spec: Spec;
  readonly notes: Pick<Statistics, 'noteDecoded' | 'noteMismatched'>;
}

/** The least time limit of all pages of a list together; that of one page, where it is longer. */
const pagesDeadlineMs = 20_000;

/**
 * Fetches the model of an endpoint, with all its pages joined into one list, within one deadline. `known` is its entry in the
 * cache, by whose validator the upstream may respond that it has not changed.
 */
export async function fetchPages(
  fetching: Fetching<AnyEndpointSpec>,
  args: unknown,
  clock: Clock,
  { run: { signal }, caller }: Loading,
  known?: Entry,
): Promise<Fetched> {
  const { open, name, spec } = fetching;
  const options = callOptions(name, spec, caller);
  const first = conditional(spec, spec.request(args, clock.now()), known);
  if (!spec.next) {
    const page = await fetchPage(fetching, args, first, options, signal, known);
    return page.unchanged ?? fetchedOf(spec, page);
  }
  const pageMs = options.deadlineMs ?? open.source.spec.deadlineMs ?? 0;
  const limit = deadline(clock, Math.max(pagesDeadlineMs, pageMs), signal);
  const pages: unknown[] = [];
  let bytes = 0;
  let items = 0;
  let call: UpstreamCall | undefined = first;
  try {
    while (call) {
      const page: FetchedPage = await fetchPage(fetching, args, call, options, limit.signal, known);
      if (page.unchanged) return page.unchanged;
      const { model, response } = page;
      bytes += response.bytes;
      pages.push(model);
      items += Array.isArray(model) ? model.length : 1;
      call = spec.next({ args, response, number: pages.length, model, items });
      if (!call && pages.length === 1) return fetchedOf(spec, page);
    }
  } catch (error) {
    throw limit.isExpired && !signal.aborted ? timeout(open.source.group, error) : error;
  } finally {
    limit.clear();
  }
  return { value: pages.flat(), bytes };
}

interface FetchedPage {
  readonly model: unknown;
  readonly response: UpstreamResponse;
  /** The known model after a 304. */
  readonly unchanged?: Fetched;
}

const conditionOf = { etag: 'if-none-match', 'last-modified': 'if-modified-since' } as const;
/** Longer validators are not kept. */
const maxValidatorLength = 256;

function conditional({ revalidation }: AnyEndpointSpec, call: UpstreamCall, known?: Entry): UpstreamCall {
  if (!revalidation || known?.validator === undefined) return call;
  return { ...call, headers: { ...call.headers, [conditionOf[revalidation.by]]: known.validator } };
}

/** The model of a response that is whole, with its validator. */
function fetchedOf({ revalidation }: AnyEndpointSpec, { model, response }: FetchedPage): Fetched {
  const fetched = { value: model, bytes: response.bytes };
  if (!revalidation || revalidation.isWhole?.(model) === false) return fetched;
  const validator = response.header(revalidation.by);
  return validator && validator.length <= maxValidatorLength ? { ...fetched, validator } : fetched;
}

async function fetchPage(
  fetching: Fetching<AnyEndpointSpec>,
  args: unknown,
  call: UpstreamCall,
  options: CallOptions,
  signal: AbortSignal,
  known?: Entry,
): Promise<FetchedPage> {
  const { open, spec } = fetching;
  const response = await open.send(call, options, signal).catch((error: unknown) => {
    throw withNotFoundMessage(error, spec.notFound?.(args));
  });
  if (response.status === 304 && spec.revalidation && known?.validator !== undefined) {
    const { value, bytes: weight, validator } = known;
    const model = spec.revalidation.renew?.(value, response) ?? value;
    return { model, response, unchanged: { value: model, bytes: 0, weight, validator } };
  }
  const { model } = await decode(fetching, response, options.caller);
  if (spec.absent?.(model)) throw absence(open.source.group, spec.notFound?.(args));
  return { model, response };
}

/** The results of a batch. */
export interface FetchedBatch {
  readonly items: readonly FetchedItem[];
  /** The faults of keys that the upstream refused. */
  readonly faults: ReadonlyMap<string, Fault>;
}

/** One item, with every key by which it can be requested. */
export interface FetchedItem extends Fetched {
  readonly keys: readonly string[];
}

const noFaults: ReadonlyMap<string, Fault> = new Map();

/**
 * Fetches several keys in one request. When the upstream refuses the request as `invalid`, the refused keys are isolated.
 * An item that does not decode is a fault of its own keys.
 */
export async function fetchBatch(
  fetching: Fetching<AnyBatchedSpec>,
  keys: readonly string[],
  loading: BatchLoading,
): Promise<FetchedBatch> {
  const { open, name, spec } = fetching;
  let response: UpstreamResponse;
  try {
    const { signal, caller } = loading;
    response = await open.send(spec.request(keys), callOptions(name, spec, caller), signal);
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'invalid') throw error;
    if (keys.length === 1) return { items: [], faults: new Map([[keys[0]!, error]]) };
    // One bad key must not fail the others: the halves are requested separately until it is alone.
    const middle = Math.ceil(keys.length / 2);
    const halves = await Promise.all(
      [keys.slice(0, middle), keys.slice(middle)].map((half) => fetchBatch(fetching, half, loading)),
    );
    return {
      items: halves.flatMap(({ items }) => items),
      faults: new Map(halves.flatMap(({ faults }) => [...faults])),
    };
  }
  const { model, skipped } = await decode(fetching, response, loading.caller);
  const models = model as readonly unknown[];
  const bytes = response.bytes / Math.max(models.length, 1);
  const items = models
    .filter((value) => !spec.absent?.(value))
    .map((value) => {
      const keys = spec.keyOf(value);
      return { value, bytes, keys: typeof keys === 'string' ? [keys] : keys };
    });
  return { items, faults: faultsOfSkipped(open, spec, keys, items, skipped) };
}

/**
 * The faults of keys whose items were skipped: the keys without an item that a skipped element names. A skipped element
 * that names none of them may be the item of any, so that none of them is known to be absent.
 */
function faultsOfSkipped(
  { source: { group } }: OpenSource,
  { cacheKey = (key) => key }: AnyBatchedSpec,
  keys: readonly string[],
  items: readonly FetchedItem[],
  skipped: readonly SkippedElement[],
): ReadonlyMap<string, Fault> {
  const outermost = skipped.filter(({ isOutermost }) => isOutermost);
  if (outermost.length === 0) return noFaults;
  const found = new Set(items.flatMap((item) => item.keys.map(cacheKey)));
  const missing = keys.filter((key) => !found.has(cacheKey(key)));
  return new Map(
    outermost.flatMap(({ element, place }) => {
      const named = missing.filter((key) => isNamedIn(element, key));
      const fault = changedAt(group, place);
      return (named.length > 0 ? named : missing).map((key): [string, Fault] => [key, fault]);
    }),
  );
}

/** How deep an item's own identifiers lie at most. */
const maxKeyDepth = 2;

/** Whether a value of an item is the key, or the part of it behind a prefix such as `login:`; case is ignored. */
function isNamedIn(element: unknown, key: string, depth = 0): boolean {
  if (typeof element === 'object' && element !== null) {
    return depth <= maxKeyDepth && Object.values(element).some((value) => isNamedIn(value, key, depth + 1));
  }
  if (typeof element !== 'string' && typeof element !== 'number') return false;
  const value = String(element).toLowerCase();
  return value === key.toLowerCase() || key.toLowerCase().endsWith(`:${value}`);
}

interface Decoded {
  readonly model: unknown;
  readonly skipped: readonly SkippedElement[];
}

/** Decodes a response. The fault `upstreamChanged` names the first place that does not match the schema. */
async function decode(
  { open, name, spec, notes }: Fetching<AnyEndpointSpec | AnyBatchedSpec>,
  response: UpstreamResponse,
  caller: Caller | undefined,
): Promise<Decoded> {
  const { source } = open;
  let payload: unknown;
  try {
    payload = spec.payload ? await spec.payload(response) : response.json();
  } catch (error) {
    throw attributed(error, source.group);
  }
  const takesTurns = response.bytes > mostJsonAtOnce;
  const decodeWith = async (isUnlimited: boolean) => {
    const skipped = new SkippedElements({ isUnlimited, takesTurns }, caller?.measure);
    const { data, error } = await skipped.record(() =>
      takesTurns ? spec.decode.safeParseAsync(payload) : parse(spec.decode, payload),
    );
    return { model: data, skipped: skipped.all, error };
  };
  let decoded = await decodeWith(false);
  // The items of a batch are of several callers: each fails on its own, however many do.
  if (decoded.error && 'keyOf' in spec) decoded = await decodeWith(true);
  if (decoded.error) {
    notes.noteMismatched(source, name, payload);
    throw changedAt(source.group, firstMismatch(decoded.error));
  }
  notes.noteDecoded(source, name, payload, decoded.skipped);
  return decoded;
}

const absence = (group: string, message = 'There is no such thing upstream.') =>
  new Fault('notFound', message, { group });

/** The fault `notFound` with the endpoint's message, which names the arguments; other errors are unchanged. */
export function withNotFoundMessage(error: unknown, message: string | undefined): unknown {
  if (!(error instanceof Fault) || error.kind !== 'notFound' || message === undefined) return error;
  return new Fault('notFound', message, { ...(error.group ? { group: error.group } : {}), cause: error });
}
