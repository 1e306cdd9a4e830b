import type { Quota } from '../../sources/kernel/policies/quota.ts';
import type { TextClaim } from '../../sources/kernel/policies/shared-cache.ts';
import type {
  SettledProbe,
  SharedAttempt,
  SharedVerdict,
} from '../../sources/kernel/policies/shared-state.ts';
import type { LimitQuestion, LimitReply } from '../limits/shared-limiter.ts';

/**
 * The state that the workers of one machine share. The primary process keeps it in its memory, decides in the order in
 * which the questions arrive, and loses nothing before it ends with all workers. `source` is a digest of a source and its
 * credential.
 */
export interface Books {
  limits(questions: readonly LimitQuestion[]): LimitReply;
  claim(key: string, token: string, awaited: string | undefined): TextClaim;
  write(key: string, text: string, forMs: number): void;
  renew(key: string, token: string): void;
  settle(key: string, token: string): void;
  fail(key: string, token: string, failure: string | undefined): void;
  enter(source: string, attempt: SharedAttempt): SharedVerdict;
  pause(source: string, forMs: number): void;
  openBreaker(source: string, origin: string, forMs: number): void;
  settleProbe(source: string, probe: SettledProbe): void;
  correct(source: string, quota: Quota, units: number): void;
}

/** One call of the books: its name and arguments. */
export type BookCall = { [Name in keyof Books]: readonly [Name, ...Parameters<Books[Name]>] }[keyof Books];

/** What a worker reports of itself: its metrics, or the state of its sources, or of those of its test keys. */
export type ReportKind = 'metrics' | 'status' | 'sandboxStatus';

export type FromWorker =
  /** All calls of one turn of the event loop, which are answered together. */
  | { readonly kind: 'calls'; readonly serial: number; readonly calls: readonly BookCall[] }
  /** It accepts requests. */
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'report'; readonly serial: number; readonly report: unknown }
  /** Asks for the origin of the sandbox, which is started when it does not run. */
  | { readonly kind: 'askSandbox'; readonly serial: number }
  /** Asks for the reports of all workers. */
  | { readonly kind: 'askAll'; readonly serial: number; readonly of: ReportKind };

export type FromPrimary =
  | { readonly kind: 'replies'; readonly serial: number; readonly replies: readonly unknown[] }
  /** Without an origin, the sandbox cannot start. */
  | { readonly kind: 'sandbox'; readonly serial: number; readonly origin?: string | undefined }
  | { readonly kind: 'askReport'; readonly serial: number; readonly of: ReportKind }
  | { readonly kind: 'allReports'; readonly serial: number; readonly reports: readonly unknown[] }
  /** Ends the requests in progress, and then the worker. */
  | { readonly kind: 'drain'; readonly graceMs: number };
