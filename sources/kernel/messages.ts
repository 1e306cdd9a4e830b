import type { Fault } from '../../core/faults.ts';

/** A request of a source to its upstream; the kernel adds origin, credential, deadline and the rest. */
export interface UpstreamCall {
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** A POST without side effects, which may be repeated like a GET. */
  readonly isSafe?: boolean;
  /** Made with the `path` tag, so that no argument can leave its segment. */
  readonly path: string;
  /** A list repeats the parameter; undefined leaves it out. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** An origin other than the source's first; must be among its origins or mirrors, or match one with a wildcard. */
  readonly origin?: string;
  /** The most redirects to follow, instead of the transport's default; with 0, a redirect is a response like any other. */
  readonly redirects?: number;
  /** Signs with the operator's user token, where the credential has one, instead of the application's. */
  readonly asUser?: boolean;
}

export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

/** A response of an upstream, whatever its status. */
export interface UpstreamResponse {
  readonly status: number;
  /** The real address that responded, after redirects. */
  readonly url: URL;
  /** The size of the decoded body. */
  readonly bytes: number;
  /** By lower-case name. */
  header(name: string): string | undefined;
  text(): string;
  /** The raw body, for data that is neither text nor JSON. */
  body(): Buffer;
  /** The body as JSON. Throws the fault `upstreamChanged` when it is none. */
  json(): unknown;
  /** The body as JSON, or undefined when it is none; for reading error bodies. */
  tryJson(): unknown;
}

/**
 * The meaning of a response whose status alone does not tell it: a fault, or `accepted` whatever its status. Undefined
 * leaves it to the next classifier, in the order endpoint, source, status.
 */
export type ClassifyResponse = (response: UpstreamResponse) => Fault | 'accepted' | undefined;
