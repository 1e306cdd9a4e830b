import type { ExecutionResult } from 'graphql';
import type { YogaInitialContext } from 'graphql-yoga';
import type { Fault } from '../../core/faults.ts';
import type { Permission } from '../../resolvers/kernel/permissions.ts';
import type { Preparation, Prepared, Variables } from '../../schema/kernel/prepare.ts';
import type { PublicMode } from '../keys/keys.ts';
import type { Cost } from './cost.ts';

/**
 * Yoga's server context: one object, since Yoga copies the context property by property for each request.
 */
export interface ServerContext {
  readonly exchange: GraphqlExchange;
}

/** One GraphQL request between the HTTP layer and our plugins. */
export interface GraphqlExchange {
  readonly requestId: string;
  /** A plugin that keeps results must keep those of each mode apart. */
  readonly mode: PublicMode;
  /** The text of a POST body. */
  readonly body: string | undefined;
  /** Lookups that the key may ask for in a minute; a document above it can never run. */
  readonly perMinute: number;
  permits(permission: Permission): boolean;
  /** Whether the key may have a document read that is not remembered; if not, the request is refused. */
  admitDocument(): boolean;
  /** Charges the key; `requested` is the price of the document where it is not run. Rejects with the fault `limited`. */
  charge(price: number, requested?: number): Promise<void>;
  /**
   * The figures of `extensions.cost`; charges one lookup where nothing was charged. Undefined for a request that ends with
   * a refusal. Rejects with the fault `limited`.
   */
  settle(): Promise<Cost | undefined>;
  /** Ends the request with a refusal, which is worded as every other refusal of the service. */
  refuse(fault: Fault): void;
  /** Runs the prepared plan, or serves its cached result. */
  execute(prepared: Prepared, variables: Variables, price: number): Promise<ExecutionResult>;
  /** Whether a result, after all plugins, is still the one that `execute` gave, so that its response is made already. */
  hasResponseFor(result: unknown): boolean;
}

/** The context of a plugin hook: Yoga's, ours, and what our plugins add. */
export type GraphqlContext = ServerContext &
  YogaInitialContext & {
    /** The parsed and validated document; added by `usePreparedDocuments`. */
    readonly preparation?: Preparation;
    /** The price that was charged; added by `usePrice`. */
    readonly price?: number;
  };
