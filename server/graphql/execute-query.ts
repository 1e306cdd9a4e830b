import type { ExecutionResult } from 'graphql';
import type { Clock } from '../../core/clock.ts';
import { isLimited } from '../../core/faults.ts';
import { jsonParts } from '../../core/json-in-turns.ts';
import { finallyMaybe, isPromise, type MaybePromise, mapMaybe } from '../../core/maybe-promise.ts';
import type { SharedMemoryAccount } from '../../core/memory-account.ts';
import { once } from '../../core/once.ts';
import { inTurns } from '../../core/turns.ts';
import type { Context } from '../../resolvers/kernel/context.ts';
import type { Receipts } from '../../resolvers/kernel/receipts.ts';
import type { Beyond } from '../../schema/kernel/budget.ts';
import { resultLimits } from '../../schema/kernel/document-limits.ts';
import type { Size } from '../../schema/kernel/executor/result-limits.ts';
import type { Prepared, Variables } from '../../schema/kernel/prepare.ts';
import type { CoalescedRun } from '../../sources/kernel/policies/coalesce.ts';
import { type Key, permitsAll } from '../keys/keys.ts';
import type { WorkMeter } from '../limits/work.ts';
import { createLookupContext, type LookupCaller } from '../requests/lookup-context.ts';
import { type Bill, LookupMeter } from '../requests/lookup-meter.ts';
import type { CachedResponse } from '../responses/cached-responses.ts';
import { Freshness } from '../responses/freshness.ts';
import { Representation } from '../responses/representation.ts';

export interface ExecutionServices {
  readonly clock: Clock;
  readonly work: WorkMeter;
  /** The memory of results under way. */
  readonly resultMemory: SharedMemoryAccount;
}

/** A priced query with its key in the response cache. */
export interface Query {
  readonly prepared: Prepared;
  readonly variables: Variables;
  readonly price: number;
  readonly cacheKey: string;
  /** The lookups that the budget of the query does not pay for, if any. */
  readonly beyond?: Beyond | undefined;
  /** Notes where facts come from, where that is asked. */
  readonly receipts?: Receipts | undefined;
}

export interface Executed {
  readonly query: Query;
  /** The key that it was executed for. */
  readonly keyId: string;
  readonly result: ExecutionResult;
  /** About the length of the result as JSON. */
  readonly characters: number;
  /** The response that is made of the result; none for a result with errors, which are worded for each caller. */
  readonly response: CachedResponse | undefined;
  /** The price, with what the size of the result costs. */
  readonly requested: number;
  readonly bill: Bill;
  readonly isCached: boolean;
  /** Whether other callers may be given the response. */
  readonly isShared: boolean;
}

/**
 * The cached response of a query, or the response of one execution for all equal queries under way. `callerSignal` gives
 * the signal of the caller, and is called when the execution has to wait.
 */
export function executeQuery(
  services: ExecutionServices,
  caller: LookupCaller,
  query: Query,
  callerSignal: () => AbortSignal,
  meter = new LookupMeter([]),
): MaybePromise<Executed> {
  const { responses, coalescer } = caller.backend;
  const { cacheKey } = query;
  if (isOwnResult(caller.key, query)) {
    return execute(services, caller, query, callerSignal, meter, false);
  }
  const cached = responses.get(cacheKey, services.clock.now());
  if (cached) {
    const parsed = once(() => JSON.parse(`${cached.representation}}`) as ExecutionResult);
    // Parsed for the plugins that read it.
    const result: ExecutionResult = {
      get data() {
        return parsed().data!;
      },
    };
    const { requested, price: used, uses } = cached;
    const bill = { used, uses };
    const characters = cached.representation.byteLength;
    return {
      query,
      keyId: caller.key.id,
      result,
      characters,
      response: cached,
      requested,
      bill,
      isCached: true,
      isShared: true,
    };
  }
  if (coalescer.has(cacheKey)) return join(services, caller, query, callerSignal(), meter);
  const run = once(() => new AbortController());
  const executed = execute(services, caller, query, () => run().signal, meter);
  // A result that is there already has no one to share it with.
  if (!isPromise(executed)) return executed;
  const start = (shared: CoalescedRun) => {
    shared.onAbandon(() => run().abort());
    return executed;
  };
  return coalescer.run(cacheKey, callerSignal(), start, caller.key.id);
}

/**
 * Joins the execution of an equal query. The errors of another document have its locations, and a limit is of one caller, so they
 * are not shared.
 */
async function join(
  services: ExecutionServices,
  caller: LookupCaller,
  query: Query,
  signal: AbortSignal,
  meter: LookupMeter,
): Promise<Executed> {
  const start = async (run: CoalescedRun) => execute(services, caller, query, () => run.signal, meter);
  const executed = await caller.backend.coalescer.run(query.cacheKey, signal, start, caller.key.id);
  const { errors } = executed.result;
  const isOfOther = executed.keyId !== caller.key.id;
  if (isOfOther && errors?.some(({ originalError }) => isLimited(originalError)))
    return executeQuery(services, caller, query, () => signal, meter);
  const isOwn = !errors || executed.query.prepared === query.prepared;
  return isOwn ? executed : execute(services, caller, query, () => signal, meter);
}

function execute(
  services: ExecutionServices,
  caller: LookupCaller,
  query: Query,
  signal: () => AbortSignal,
  meter: LookupMeter,
  isShared = true,
): MaybePromise<Executed> {
  const { prepared, variables, price, beyond, receipts } = query;
  const freshness = new Freshness();
  const { work } = services;
  let size: Size = { fields: 0, characters: 0 };
  const finish = (bare: ExecutionResult): MaybePromise<Executed> => {
    const result = receipts ? { ...bare, extensions: { receipts: receipts.list() } } : bare;
    const surcharge = surchargeOf(size, prepared);
    const extra = prepared.priceOfListFields + surcharge;
    const requested = price + surcharge;
    const bill = meter.bill(extra);
    const { characters } = size;
    const executedWith = (response: CachedResponse | undefined): Executed => ({
      query,
      keyId: caller.key.id,
      result,
      characters,
      response,
      requested,
      bill,
      isCached: false,
      isShared,
    });
    if (result.errors) return executedWith(undefined);
    const respond = (representation: Representation): Executed => {
      const { permissions } = prepared.reach(variables);
      const { used, uses } = meter.bill(extra, true);
      return executedWith({
        route: '/graphql',
        representation,
        permissions,
        requested,
        price: used,
        uses,
        freshness,
      });
    };
    return mapMaybe(openRepresentation(result, context.measure), respond);
  };
  const context = createLookupContext(caller, { freshness, signal, work, meter, receipts });
  const memory = services.resultMemory.workOf(caller.key.id);
  const limits = {
    // Written out: each property beside a spread object takes a hidden class for each query (Node 20).
    fields: resultLimits.fields,
    characters: resultLimits.characters,
    beyond,
    memory,
    onEnd(ended: Size) {
      size = ended;
    },
  };
  const executed = mapMaybe(prepared.execute(context, variables, limits), finish);
  return finallyMaybe(executed, memory.release);
}

/** The JSON of a result without its end, within its extensions if any: each response ends with the figures of its caller. */
export const openRepresentation = (
  result: ExecutionResult,
  measure: Context['measure'],
): MaybePromise<Representation> =>
  mapMaybe(inTurns(jsonParts(result), measure), (json) => {
    const end = result.extensions ? -2 : -1;
    const open = typeof json === 'string' ? json.slice(0, end) : json.subarray(0, end);
    return new Representation(open, { isOpen: true });
  });

/** A lookup pays for as many fields and characters of a result. */
const [fieldsPerLookup, charactersPerLookup] = [10_000, 262_144];

/** The whole schema has fewer fields. Tools read it by a document that costs one lookup. */
const mostSchemaFields = 60_000;

/** The lookups that a result costs beyond its price, since its fields and texts take the time of this process. */
const surchargeOf = ({ fields, characters }: Size, { lookups }: Prepared): number =>
  lookups.size === 0 && fields <= mostSchemaFields
    ? 0
    : Math.max(1, Math.ceil(fields / fieldsPerLookup), Math.ceil(characters / charactersPerLookup)) - 1;

/**
 * Whether no other caller may be given the result. A key that lacks a permission has a result of its own, which may lack what
 * the others are given without an error; a result about its caller, or one of a part of a query, is the caller's own as well.
 */
export const isOwnResult = (key: Key, { prepared, variables, beyond, receipts }: Query): boolean =>
  prepared.isPersonal ||
  beyond !== undefined ||
  receipts !== undefined ||
  !permitsAll(key, prepared.reach(variables).permissions);
