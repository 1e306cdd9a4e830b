import { Fault } from '../../../core/faults.ts';
import { parse } from '../../../core/safe-parse.ts';
import type { Cancellation } from '../cancellation.ts';
import { firstMismatch } from '../decode.ts';
import { attributed, changedAt } from '../http/classify-response.ts';
import type { AnyBatchedSpec, AnyEndpointSpec, DownloadSpec, UpstreamResponse } from '../source.ts';
import type { ExchangeOptions, OpenSource } from './upstream-call.ts';

/** A decoded model with what the cache wants to know of it. */
export interface Fetched {
  readonly value: unknown;
  readonly bytes: number;
}

/** How an endpoint is exchanged with. */
export function exchangeOptions(
  name: string,
  spec: AnyEndpointSpec | AnyBatchedSpec | DownloadSpec<never>,
): ExchangeOptions {
  return {
    endpoint: name,
    units: spec.units ?? 1,
    maxBytes: spec.maxBytes,
    deadlineMs: 'deadlineMs' in spec ? spec.deadlineMs : undefined,
    wideIntegers: 'wideIntegers' in spec && spec.wideIntegers === true,
    judge: spec.classify,
  };
}

/** What an endpoint answers, all its pages together. */
export async function fetchPages(
  open: OpenSource,
  name: string,
  spec: AnyEndpointSpec,
  args: unknown,
  nowMs: number,
  wish: Cancellation,
): Promise<Fetched> {
  const options = exchangeOptions(name, spec);
  const pages: unknown[] = [];
  let bytes = 0;
  let items = 0;
  let call = spec.request(args, nowMs);
  for (;;) {
    const answer = await open.exchange(call, options, wish).catch((error: unknown) => {
      throw named(error, spec.notFound?.(args));
    });
    const model = decode(open, spec, answer);
    bytes += answer.bytes;
    pages.push(model);
    items += Array.isArray(model) ? model.length : 1;
    const next = spec.next?.({ args, answer, number: pages.length, model, items });
    if (!next) break;
    call = next;
  }
  return { value: spec.next ? pages.flat() : pages[0], bytes };
}

/** What the upstream said of some keys. */
export interface FetchedBatch {
  readonly items: readonly FetchedItem[];
  /** What it said of keys that it refused. */
  readonly faults: ReadonlyMap<string, Fault>;
}

/** One thing, with every key by which it can be asked for. */
export interface FetchedItem extends Fetched {
  readonly keys: readonly string[];
}

const noFaults: ReadonlyMap<string, Fault> = new Map();

/** Asks for some keys at once; those that the upstream refuses are told apart from the others. */
export async function fetchBatch(
  open: OpenSource,
  name: string,
  spec: AnyBatchedSpec,
  keys: readonly string[],
  wish: Cancellation,
): Promise<FetchedBatch> {
  let answer: UpstreamResponse;
  try {
    answer = await open.exchange(spec.request(keys), exchangeOptions(name, spec), wish);
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'invalid') throw error;
    if (keys.length === 1) return { items: [], faults: new Map([[keys[0]!, error]]) };
    // One bad key must not fail the others: the halves are asked for apart, until it is alone.
    const middle = Math.ceil(keys.length / 2);
    const halves = await Promise.all(
      [keys.slice(0, middle), keys.slice(middle)].map((half) => fetchBatch(open, name, spec, half, wish)),
    );
    return {
      items: halves.flatMap(({ items }) => items),
      faults: new Map(halves.flatMap(({ faults }) => [...faults])),
    };
  }
  const models = decode(open, spec, answer) as readonly unknown[];
  const bytes = answer.bytes / Math.max(models.length, 1);
  const items = models.map((value) => {
    const named = spec.keyOf(value);
    return { value, bytes, keys: typeof named === 'string' ? [named] : named };
  });
  return { items, faults: noFaults };
}

/** A model from an answer. Fault `upstreamChanged` names the first place that does not fit. */
function decode(open: OpenSource, spec: AnyEndpointSpec | AnyBatchedSpec, answer: UpstreamResponse): unknown {
  const { group } = open.source;
  let payload: unknown;
  try {
    payload = spec.payload ? spec.payload(answer) : answer.json();
  } catch (error) {
    throw attributed(error, group);
  }
  const parsed = parse(spec.decode, payload);
  if (parsed.success) return parsed.data;
  throw changedAt(group, firstMismatch(parsed.error));
}

/** The upstream's "no such thing" in the words of the endpoint, which knows what was asked for. */
export function named(error: unknown, message: string | undefined): unknown {
  if (!(error instanceof Fault) || error.kind !== 'notFound' || message === undefined) return error;
  return new Fault('notFound', message, { ...(error.source ? { source: error.source } : {}), cause: error });
}
