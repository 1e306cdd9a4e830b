import type { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { Fault } from '../../core/faults.ts';
import type { Group } from '../../core/groups.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import type { Setting } from '../../core/settings.ts';
import { type Credential, keyless, type UpstreamCall } from './credentials.ts';
import type { BudgetOptions } from './policies/budget.ts';
import type { CachePolicy } from './policies/cache.ts';

/** One answer of an upstream, whatever its status. */
export interface UpstreamResponse {
  readonly status: number;
  /** The real address that answered, after redirects. */
  readonly url: URL;
  /** The size of the decoded body. */
  readonly bytes: number;
  /** By lower-case name. */
  header(name: string): string | undefined;
  text(): string;
  /** The body as it is, for what is neither text nor JSON. */
  body(): Buffer;
  /** The body as JSON. Fault `upstreamChanged` when it is none. */
  json(): unknown;
  /** The body as JSON, or undefined when it is none; for reading error bodies. */
  tryJson(): unknown;
}

/**
 * What an answer means where its status alone does not say it: a fault, or that it is fine whatever its status;
 * undefined leaves the judgement to the next judge (the endpoint's, the source's, then the status alone).
 */
export type ClassifyResponse = (answer: UpstreamResponse) => Fault | 'accepted' | undefined;

export interface SourceSpec {
  readonly group: Group;
  /** What of the group it answers, where the group has several sources. */
  readonly part?: string;
  /** Where the upstream is reached, `https://host`; the first is the default. Others may be `https://*.host`. */
  readonly origins: readonly [string, ...string[]];
  readonly credential?: Credential;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The longest that an answer may take, retries included. */
  readonly deadlineMs?: number;
  readonly retry?: Retry;
  readonly budget?: BudgetOptions;
  readonly classify?: ClassifyResponse;
  /** What the operator decides beside the credential; lookups ask for it with `Context.setting`. */
  readonly settings?: readonly Setting[];
  /** One of the settings: while it is off, the upstream is not asked. */
  readonly switchedBy?: Setting<boolean>;
}

/** A GET, or a POST that is as safe, is tried again after a broken connection or a status of 500 and above. */
export interface Retry {
  readonly attempts: number;
  /** The longest that one attempt may take; without it, only the deadline bounds it. */
  readonly attemptMs?: number;
  readonly pauseMs: number;
}

interface SharedSpec<Model> {
  /** How long an answer is kept; a function where that depends on what it says, or on the time of day. */
  readonly cache: CachePolicy | ((model: Model, nowMs: number) => CachePolicy);
  /** What a kept model weighs, in bytes, where that is far from the size of the body; see `Cache`. */
  readonly weigh?: (model: Model) => number;
  /** The longest that an answer may take where the source's own deadline is too short, retries included. */
  readonly deadlineMs?: number;
  /** Whether a model says "not yet": it is asked for again, twice at most, half a second later. */
  readonly isUnfinished?: (model: Model) => boolean;
  /** Units of the source's quota that one request costs. */
  readonly units?: number;
  /** Whether the body holds integers past 2^53, whose digits must be kept. */
  readonly wideIntegers?: boolean;
  /** The largest body accepted, in decoded bytes. */
  readonly maxBytes?: number;
  readonly classify?: ClassifyResponse;
  /** What to decode; the JSON body when left out. */
  readonly payload?: (answer: UpstreamResponse) => unknown;
}

export interface EndpointSpec<Args, Model> extends SharedSpec<Model> {
  /** `nowMs` is for upstreams that want to be told the time. */
  readonly request: (args: Args, nowMs: number) => UpstreamCall;
  readonly decode: z.ZodType<Model>;
  /** Brings arguments that mean the same to the same form, so that they are one question. */
  readonly cacheKey?: (args: Args) => Args;
  /** What a caller is told when the upstream knows no such thing. */
  readonly notFound?: (args: Args) => string;
  /** The request for the page after this one, if any; pages are decoded one by one and joined into one list. */
  readonly next?: (page: Page<Args, Model>) => UpstreamCall | undefined;
}

/** What is known when a page has been read. */
export interface Page<Args, Model> {
  readonly args: Args;
  readonly answer: UpstreamResponse;
  /** 1 for the first page. */
  readonly number: number;
  /** What it was decoded to. */
  readonly model: Model;
  /** Items read so far, this page's included. */
  readonly items: number;
}

export interface BatchedSpec<Args, Item> extends SharedSpec<Item> {
  /** The most keys that the upstream takes in one request. */
  readonly maxPerRequest: number;
  /** Arguments that mean the same give the same key, unless `sameKey` makes it the same. */
  readonly key: (args: Args) => string;
  /** The one form of a key. The request still has the key as it was asked for first. */
  readonly cacheKey?: (key: string) => string;
  readonly request: (keys: readonly string[]) => UpstreamCall;
  readonly decode: z.ZodType<readonly Item[]>;
  /** The key that an item answers; several where it can be asked for in several ways. */
  readonly keyOf: (item: Item) => string | readonly string[];
}

/** Bytes that an upstream has: an image, a video. They are passed on as they come, and never kept. */
export interface DownloadSpec<Args> {
  readonly request: (args: Args) => UpstreamCall;
  readonly units?: number;
  readonly classify?: ClassifyResponse;
  /** The most bytes that are passed on; more breaks the stream. */
  readonly maxBytes?: number;
  readonly notFound?: (args: Args) => string;
}

export interface DownloadEndpoint<Args> {
  readonly source: Source;
  readonly name: string;
  readonly spec: DownloadSpec<Args>;
}

/**
 * A question that this process answers itself, with what it has at hand. It is kept and shared by those who ask the
 * same at once, like any other; it needs no credential, and no other process is told of the answer.
 */
export interface LocalSpec<Args, Model> extends Pick<SharedSpec<Model>, 'cache' | 'isUnfinished'> {
  /** Names the question; what the arguments hold beyond that, such as the bytes of a file, is not kept. */
  readonly cacheKey: (args: Args) => string;
  readonly run: (args: Args, tools: LocalTools) => Promise<Model>;
  /** What a kept model weighs, in bytes. */
  readonly weigh: (model: Model) => number;
  /** How many are answered at a time, where each holds much; the others wait. */
  readonly maxConcurrent?: number;
}

export interface LocalTools {
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Asks another question on the way. */
  readonly read: <Args, Model>(endpoint: Endpoint<Args, Model>, args: Args) => MaybePromise<Model>;
  /** What is kept open for the life of the process, opened if need be. */
  readonly use: <Thing extends Closable>(resource: Resource<Thing>) => Thing;
  /** What the operator has decided. */
  readonly setting: <Value>(setting: Setting<Value>) => Value;
}

export interface Closable {
  close(): Promise<void>;
}

/** Something that is opened once in a process, when it is first wanted, and closed with it: an index, some workers. */
export interface Resource<Thing extends Closable> {
  readonly open: (tools: ResourceTools) => Thing;
}

export interface ResourceTools extends Pick<LocalTools, 'setting'> {
  readonly clock: Clock;
  /** The folder of what this process keeps. */
  readonly dataDir: string;
}

/** One question that an upstream answers, or this process. Made by `defineSource(…).endpoint`, `.batched` or `.local`. */
export interface Endpoint<Args, Model> {
  readonly source: Source;
  readonly name: string;
  readonly plan:
    | { readonly kind: 'single'; readonly spec: EndpointSpec<Args, Model> }
    | { readonly kind: 'batched'; readonly spec: BatchedSpec<Args, NonNullable<Model>> }
    | { readonly kind: 'local'; readonly spec: LocalSpec<Args, Model> };
}

// biome-ignore lint/suspicious/noExplicitAny: arguments and models differ from one endpoint to the next
export type AnyEndpoint = Endpoint<any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyEndpointSpec = EndpointSpec<any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyBatchedSpec = BatchedSpec<any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyLocalSpec = LocalSpec<any, any>;

/** The upstream of one group, as data. */
export interface Source {
  readonly spec: SourceSpec;
  readonly group: Group;
  readonly credential: Credential;
  /** Where it may be asked: its origins, as `allowsHost` reads them. */
  readonly hosts: readonly string[];
  /** A question answered by one request, or by one request per page. */
  endpoint<Args, Model>(name: string, spec: EndpointSpec<Args, Model>): Endpoint<Args, Model>;
  /**
   * A question about one key, where the upstream takes many keys in one request: the keys of all requests in
   * flight are gathered. A key that the upstream does not know gives null.
   */
  batched<Args, Item>(name: string, spec: BatchedSpec<Args, Item>): Endpoint<Args, Item | null>;
  /** Bytes to be passed on. */
  download<Args>(name: string, spec: DownloadSpec<Args>): DownloadEndpoint<Args>;
  /** A question that is answered here, about the same things. */
  local<Args, Model>(name: string, spec: LocalSpec<Args, Model>): Endpoint<Args, Model>;
}

export function defineSource(spec: SourceSpec): Source {
  const source: Source = {
    spec,
    group: spec.group,
    credential: spec.credential ?? keyless,
    hosts: spec.origins.map((origin) => origin.replace('https://', '')),
    endpoint: (name, endpoint) => ({ source, name, plan: { kind: 'single', spec: endpoint } }),
    batched: <Args, Item>(name: string, endpoint: BatchedSpec<Args, Item>): Endpoint<Args, Item | null> => ({
      source,
      name,
      plan: { kind: 'batched', spec: endpoint as BatchedSpec<Args, NonNullable<Item | null>> },
    }),
    download: (name, spec) => ({ source, name, spec }),
    local: (name, local) => ({ source, name, plan: { kind: 'local', spec: local } }),
  };
  return source;
}

/** The next page that an answer's `Link` header names (RFC 8288), as a call on the same path of the same origin. */
export function nextLink(answer: UpstreamResponse): UpstreamCall | undefined {
  const target = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(answer.header('link') ?? '')?.[1];
  if (target === undefined || !URL.canParse(target)) return undefined;
  const { origin, pathname, searchParams } = new URL(target);
  return { origin, path: pathname, query: Object.fromEntries(searchParams) };
}
