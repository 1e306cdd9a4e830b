import type { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import { type Group, GroupError } from '../../core/groups.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import type { Setting } from '../../core/settings.ts';
import type { CredentialAccess } from './credential-access.ts';
import { type Credential, noCredential } from './credentials.ts';
import type { KeylessTerms } from './keyless.ts';
import type { ClassifyResponse, UpstreamCall, UpstreamResponse } from './messages.ts';
import type { CachePolicy } from './policies/cache.ts';
import type { Retry } from './policies/retry.ts';
import type { SourceLimits } from './policies/source-limiter.ts';

export type { ClassifyResponse, UpstreamResponse } from './messages.ts';

export interface SourceSpec {
  readonly group: Group;
  /** Names the source within its group, where the group has several. */
  readonly part?: string;
  /** Origins of the upstream, `https://host`; the first is the default. Others may be `https://*.host`. */
  readonly origins: readonly [string, ...string[]];
  /**
   * Origins that serve the same paths as the first one. They are tried in order after refusals and failures of those
   * before, within the same deadline; each has a breaker of its own.
   */
  readonly mirrors?: readonly string[];
  readonly credential?: Credential;
  /** Where the credential comes from; every source with one says so. */
  readonly access?: CredentialAccess;
  /** The endpoint that issues the credential to anyone, for the command `credential`. */
  readonly issuer?: Endpoint<unknown, string>;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The time limit of a call, retries included. */
  readonly deadlineMs?: number;
  readonly retry?: Retry;
  readonly limits?: SourceLimits;
  readonly classify?: ClassifyResponse;
  /** Whether `classify` reads redirects to other hosts, such as to a page that asks for consent. */
  readonly seesDetours?: true;
  /** Settings of the operator beside the credential; lookups read them with `Context.setting`. */
  readonly settings?: readonly Setting[];
  /** One of the settings; while it is off, the upstream is not called. */
  readonly switchedBy?: Setting<boolean>;
  /**
   * The routes of the group that it serves, with what their bodies lack in comparison to the official source, if anything; all
   * routes of the group when left out.
   */
  readonly serves?: Readonly<Record<string, string>>;
  /** The routes that this source alone serves, of a group whose other routes need no credential; it serves no others then. */
  readonly aloneServes?: readonly string[];
  /** The variables that a route lacks, where settings decide that in place of the credential. */
  readonly lacking?: Readonly<Record<string, (setting: ReadSetting) => readonly string[]>>;
  /** Of a source that serves in place of the official one; `KEYLESS` can switch it off. */
  readonly keyless?: KeylessTerms;
}

/** The operator's value of a setting. */
export type ReadSetting = <Value>(setting: Setting<Value>) => Value;

interface SharedSpec<Model> {
  /** How long a model is cached; a function where that depends on the model or on the time of day. */
  readonly cache: CachePolicy | ((model: Model, nowMs: number) => CachePolicy);
  /** The memory of a cached model in bytes, where that differs much from the size of the body; see `Cache`. */
  readonly weigh?: (model: Model) => number;
  /** The time limit of a call, retries included, where the source's own is too short. */
  readonly deadlineMs?: number;
  /** Whether a model is not ready yet: it is loaded again, twice at most, after half a second each. */
  readonly isUnfinished?: (model: Model) => boolean;
  /** Whether the body holds integers past 2^53, which are decoded as text. */
  readonly wideIntegers?: boolean;
  /** The largest body accepted, in decoded bytes. */
  readonly maxBytes?: number;
  readonly classify?: ClassifyResponse;
  /** The part of a response to decode, or a promise of it; the JSON body when left out. */
  readonly payload?: (response: UpstreamResponse) => unknown;
  /**
   * Whether a decoded model means that there is no such thing: a read then fails with `notFound`, or is null where the
   * endpoint is batched. It is called after the status was classified, so an empty body of a failing upstream stays the
   * failure that it is.
   */
  readonly absent?: (model: Model) => boolean;
}

export interface EndpointSpec<Args, Model> extends SharedSpec<Model> {
  /** `nowMs` is the time of the request, for upstreams that ask for it. */
  readonly request: (args: Args, nowMs: number) => UpstreamCall;
  readonly decode: z.ZodType<Model>;
  /** Normalises the arguments, so that those with the same meaning share one cache entry. */
  readonly cacheKey?: (args: Args) => Args;
  /** The message of `notFound`, which names the arguments. Without it and `absent`, a status of 404 or 410 is a failure. */
  readonly notFound?: (args: Args) => string;
  /** How the upstream tells that a stale model has not changed; models of several pages are loaded again. */
  readonly revalidation?: Revalidation<Model>;
  /** The request for the page after this one, if any; pages are decoded one by one and joined into one list. */
  readonly next?: (page: Page<Args, Model>) => UpstreamCall | undefined;
}

/**
 * A validator of the upstream (RFC 9110, 8.8), by which a stale model in the cache is requested conditionally. After a 304 it
 * is fresh for another lifetime.
 */
export interface Revalidation<Model> {
  /** Sent as `If-None-Match` or `If-Modified-Since`. */
  readonly by: 'etag' | 'last-modified';
  /** The model after a 304, where it holds values of headers. */
  readonly renew?: (model: Model, response: UpstreamResponse) => Model;
  /** Whether the validator of the first page is that of the whole list. */
  readonly isWhole?: (model: Model) => boolean;
}

/** A page that has been read. */
export interface Page<Args, Model> {
  readonly args: Args;
  readonly response: UpstreamResponse;
  /** 1 for the first page. */
  readonly number: number;
  /** The decoded page. */
  readonly model: Model;
  /** Items read so far, this page's included. */
  readonly items: number;
}

export interface BatchedSpec<Args, Item> extends SharedSpec<Item> {
  /** The most keys that the upstream accepts in one request. */
  readonly maxPerRequest: number;
  /** The key that is sent for the arguments. */
  readonly key: (args: Args) => string;
  /** Normalises a key, so that keys with the same meaning share one cache entry. The first one's own form is sent. */
  readonly cacheKey?: (key: string) => string;
  readonly request: (keys: readonly string[]) => UpstreamCall;
  readonly decode: z.ZodType<readonly Item[]>;
  /** The key of an item; several where it can be requested by several. */
  readonly keyOf: (item: Item) => string | readonly string[];
}

/** Bytes of an upstream, such as an image or a video. They are streamed to the caller and never cached. */
export interface DownloadSpec<Args> {
  readonly request: (args: Args) => UpstreamCall;
  readonly classify?: ClassifyResponse;
  /** The most bytes of the body; a larger one breaks the stream. */
  readonly maxBytes?: number;
  readonly notFound?: (args: Args) => string;
}

export interface DownloadEndpoint<Args> {
  readonly source: Source;
  readonly name: string;
  readonly spec: DownloadSpec<Args>;
}

/**
 * Data that this process computes. It is cached and its runs are coalesced like that of an upstream; it needs no
 * credential, and is not shared with other processes.
 */
export interface LocalSpec<Args, Model> extends Pick<SharedSpec<Model>, 'cache' | 'isUnfinished'> {
  /** Names the arguments, so that those with the same meaning share one cache entry; bytes of a file are left out. */
  readonly cacheKey: (args: Args) => string;
  readonly run: (args: Args, tools: LocalTools) => Promise<Model>;
  /** The memory of a cached model in bytes. */
  readonly weigh: (model: Model) => number;
  /** The most runs at a time, where each needs much memory; the others wait. */
  readonly maxConcurrent?: number;
  /** Whether a run reads a state of this process that is at hand, so that no read of it counts as a miss of the cache. */
  readonly isState?: boolean;
}

export interface LocalTools {
  /** Aborts when no caller waits any more. */
  readonly signal: AbortSignal;
  /** Reads another endpoint. */
  readonly read: <Args, Model>(endpoint: Endpoint<Args, Model>, args: Args) => MaybePromise<Model>;
  /** A resource of the process; it is opened by the first use. */
  readonly use: <Thing extends Closable>(resource: Resource<Thing>) => Thing;
  readonly setting: ReadSetting;
}

export interface Closable {
  close(): Promise<void>;
}

/** A thing that a process opens once, when it is first used, and closes at its end, such as an index or workers. */
export interface Resource<Thing extends Closable> {
  readonly open: (tools: ResourceTools) => Thing;
}

export interface ResourceTools extends Pick<LocalTools, 'setting'> {
  readonly clock: Clock;
  /** The directory of this process's files. */
  readonly dataDir: string;
}

/** Data of an upstream, or of this process, by arguments. Made by `defineSource(…).endpoint`, `.batched` or `.local`. */
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

/** An upstream of a group, as data. */
export interface Source {
  readonly spec: SourceSpec;
  readonly group: Group;
  /** Group and part, such as `weather/open-meteo`, as `X-Source` states them. */
  readonly name: string;
  readonly credential: Credential;
  /** The hosts of its origins and mirrors, as `allowsHost` reads them. */
  readonly hosts: readonly string[];
  /** Data that one request returns, or one request per page. */
  endpoint<Args, Model, Absent extends Model>(
    name: string,
    spec: EndpointSpec<Args, Model> & { readonly absent: (model: Model) => model is Absent },
  ): Endpoint<Args, Exclude<Model, Absent>>;
  endpoint<Args, Model>(name: string, spec: EndpointSpec<Args, Model>): Endpoint<Args, Model>;
  /**
   * Data of one key, where the upstream accepts many keys in one request: the keys of all callers are batched. The
   * model of a key that the upstream does not know is null.
   */
  batched<Args, Item>(name: string, spec: BatchedSpec<Args, Item>): Endpoint<Args, Item | null>;
  /** Bytes that are streamed to the caller and never cached. */
  download<Args>(name: string, spec: DownloadSpec<Args>): DownloadEndpoint<Args>;
  /** Data that this process computes. */
  local<Args, Model>(name: string, spec: LocalSpec<Args, Model>): Endpoint<Args, Model>;
}

/** A source of a group. Throws a GroupError where an origin is none. */
export function defineSource(spec: SourceSpec): Source {
  const origins = [...spec.origins, ...(spec.mirrors ?? [])];
  const wrong = origins.find((origin) => !/^https:\/\/[^/]+$/.test(origin));
  if (wrong !== undefined)
    throw new GroupError(`${wrong} is no origin of ${spec.group}: write https://host, without a path.`);
  const source: Source = {
    spec,
    group: spec.group,
    name: spec.part === undefined ? spec.group : `${spec.group}/${spec.part}`,
    credential: spec.credential ?? noCredential,
    hosts: origins.map((origin) => origin.replace('https://', '')),
    endpoint: ((name: string, endpoint: AnyEndpointSpec) => ({
      source,
      name,
      plan: { kind: 'single', spec: endpoint },
    })) as Source['endpoint'],
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

/**
 * The call for an address in a response; the transport checks that it belongs to the source. Throws the fault
 * `upstreamChanged` for text that is no https address.
 */
export function callTo(address: string): UpstreamCall {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:') {
    throw new Fault('upstreamChanged', 'The upstream answered with an address that is none.');
  }
  return { origin: url.origin, path: url.pathname + url.search };
}

/** The call for the next page that a `Link` header names (RFC 8288); undefined without one. */
export function nextLink(response: UpstreamResponse): UpstreamCall | undefined {
  const target = nextTargetIn(response.header('link') ?? '');
  if (target === undefined || !URL.canParse(target)) return undefined;
  const { origin, pathname, searchParams } = new URL(target);
  return { origin, path: pathname, query: Object.fromEntries(searchParams) };
}

/** The address with the relation `next`: each address is in angle brackets, and its parameters end at a comma. */
function nextTargetIn(links: string): string | undefined {
  for (let at = links.indexOf('<'); at >= 0; at = links.indexOf('<', at)) {
    const end = links.indexOf('>', at);
    if (end < 0) return undefined;
    const following = links.indexOf('<', end);
    const [parameters = ''] = links.slice(end + 1, following < 0 ? undefined : following).split(',', 1);
    if (parameters.trimStart().startsWith(';') && /\brel="?next\b/.test(parameters))
      return links.slice(at + 1, end);
    at = end;
  }
  return undefined;
}
