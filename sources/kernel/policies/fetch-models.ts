import { deadline } from '../../../core/abort.ts';
import type { Clock } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import { parse } from '../../../core/safe-parse.ts';
import { firstMismatch } from '../decode.ts';
import { attributed, changedAt, timeout } from '../http/classify-response.ts';
import type { UpstreamCall, UpstreamResponse } from '../messages.ts';
import type { AnyBatchedSpec, AnyEndpointSpec, DownloadSpec } from '../source.ts';
import type { Loading } from './read-through.ts';
import type { CallOptions, OpenSource } from './upstream-call.ts';

/** A decoded model, and the size of the body that it was decoded from. */
export interface Fetched {
  readonly value: unknown;
  readonly bytes: number;
}

/** The options of an endpoint's upstream calls. */
export function callOptions(
  name: string,
  spec: AnyEndpointSpec | AnyBatchedSpec | DownloadSpec<never>,
  caller: string | undefined,
): CallOptions {
  return {
    endpoint: name,
    units: spec.units ?? 1,
    maxBytes: spec.maxBytes,
    deadlineMs: 'deadlineMs' in spec ? spec.deadlineMs : undefined,
    wideIntegers: 'wideIntegers' in spec && spec.wideIntegers === true,
    classify: spec.classify,
    caller,
  };
}

/** The least time limit of all pages of a list together; that of one page, where it is longer. */
const pagesDeadlineMs = 20_000;

/** Fetches the model of an endpoint, with all its pages joined into one list, within one deadline. */
export async function fetchPages(
  open: OpenSource,
  name: string,
  spec: AnyEndpointSpec,
  args: unknown,
  clock: Clock,
  { signal, caller }: Loading,
): Promise<Fetched> {
  const { group } = open.source;
  const options = callOptions(name, spec, caller);
  const first = spec.request(args, clock.now());
  if (!spec.next) {
    const { model, response } = await fetchPage(open, spec, args, first, options, signal);
    return { value: model, bytes: response.bytes };
  }
  const pageMs = options.deadlineMs ?? open.source.spec.deadlineMs ?? 0;
  const limit = deadline(clock, Math.max(pagesDeadlineMs, pageMs), signal);
  const pages: unknown[] = [];
  let bytes = 0;
  let items = 0;
  let call: UpstreamCall | undefined = first;
  try {
    while (call) {
      const { model, response }: FetchedPage = await fetchPage(open, spec, args, call, options, limit.signal);
      bytes += response.bytes;
      pages.push(model);
      items += Array.isArray(model) ? model.length : 1;
      call = spec.next({ args, response, number: pages.length, model, items });
    }
  } catch (error) {
    throw limit.isExpired && !signal.aborted ? timeout(group, error) : error;
  } finally {
    limit.clear();
  }
  return { value: pages.flat(), bytes };
}

interface FetchedPage {
  readonly model: unknown;
  readonly response: UpstreamResponse;
}

async function fetchPage(
  open: OpenSource,
  spec: AnyEndpointSpec,
  args: unknown,
  call: UpstreamCall,
  options: CallOptions,
  signal: AbortSignal,
): Promise<FetchedPage> {
  const response = await open.send(call, options, signal).catch((error: unknown) => {
    throw withNotFoundMessage(error, spec.notFound?.(args));
  });
  const model = decode(open, spec, response);
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

/** Fetches several keys in one request. When the upstream refuses the request as `invalid`, the refused keys are isolated. */
export async function fetchBatch(
  open: OpenSource,
  name: string,
  spec: AnyBatchedSpec,
  keys: readonly string[],
  loading: Loading,
): Promise<FetchedBatch> {
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
      [keys.slice(0, middle), keys.slice(middle)].map((half) => fetchBatch(open, name, spec, half, loading)),
    );
    return {
      items: halves.flatMap(({ items }) => items),
      faults: new Map(halves.flatMap(({ faults }) => [...faults])),
    };
  }
  const models = decode(open, spec, response) as readonly unknown[];
  const bytes = response.bytes / Math.max(models.length, 1);
  const items = models
    .filter((value) => !spec.absent?.(value))
    .map((value) => ({ value, bytes, keys: [spec.keyOf(value)].flat() as string[] }));
  return { items, faults: noFaults };
}

/** Decodes a response. The fault `upstreamChanged` names the first place that does not match the schema. */
function decode(
  open: OpenSource,
  spec: AnyEndpointSpec | AnyBatchedSpec,
  response: UpstreamResponse,
): unknown {
  const { group } = open.source;
  let payload: unknown;
  try {
    payload = spec.payload ? spec.payload(response) : response.json();
  } catch (error) {
    throw attributed(error, group);
  }
  const parsed = parse(spec.decode, payload);
  if (parsed.success) return parsed.data;
  throw changedAt(group, firstMismatch(parsed.error));
}

const absence = (source: string, message = 'There is no such thing upstream.') =>
  new Fault('notFound', message, { source });

/** The fault `notFound` with the endpoint's message, which names the arguments; other errors are unchanged. */
export function withNotFoundMessage(error: unknown, message: string | undefined): unknown {
  if (!(error instanceof Fault) || error.kind !== 'notFound' || message === undefined) return error;
  return new Fault('notFound', message, { ...(error.source ? { source: error.source } : {}), cause: error });
}
