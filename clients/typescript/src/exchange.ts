import { AlmanacError, errorOf, NetworkError, ServiceError } from './errors.ts';
import { infoOf, type ResponseInfo, requestIdOf, retryAfterOf } from './response-info.ts';
import { type RetryOptions, retryPolicy, withRetries } from './retry.ts';

interface TestOptions {
  /**
   * With a test key: the fault of the sources, such as `timeout` or `timeout; group=weather`. That of a call goes before
   * that of the client, and empty text is none. With a live key it has no effect.
   */
  readonly sandboxFault?: string | undefined;
}

export interface ClientOptions extends TestOptions {
  /** Where the service is, such as `https://almanac.example`. */
  readonly url: string | URL | undefined;
  /** The API key. */
  readonly key: string | undefined;
  /** How failures that pass are retried; `false` for never. */
  readonly retry?: RetryOptions | false;
  /** Called for every response, refusals included. */
  readonly onResponse?: (info: ResponseInfo) => void;
  /** Called before each wait, with the milliseconds of it. */
  readonly onRetry?: (error: AlmanacError, waitMs: number) => void;
  /** Takes the place of the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface CallOptions extends TestOptions {
  /** Cancels the request, its waits and its body; the call rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Called for every response of this call, refusals included. */
  readonly onResponse?: (info: ResponseInfo) => void;
}

export interface ExchangeRequest {
  /** Path and query string. */
  readonly address: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

/** Sends requests with the key. Errors: AlmanacError; the reason of an aborted signal. */
export interface Exchange {
  /** The address of the service, without a slash at its end. */
  readonly origin: string;
  /** Sends a request until it succeeds or no retry helps, and reads the response. */
  send<Result>(
    request: ExchangeRequest,
    read: (response: Response, facts: ReadFacts) => Promise<Result>,
    options?: CallOptions,
  ): Promise<Result>;
}

/** What an error of reading a response says of it. */
export interface ReadFacts {
  readonly request: string;
  readonly status: number;
  readonly requestId: string | undefined;
}

export function createExchange(clientOptions: ClientOptions): Exchange {
  const { url, retry, onResponse, onRetry, fetch } = clientOptions;
  const origin = originOf(url);
  const key = keyOf(clientOptions.key);
  const policy = retryPolicy(retry);
  const authorization = `Bearer ${key}`;
  const send = fetch ?? ((address: string, init: RequestInit) => globalThis.fetch(address, init));

  return {
    origin,
    send({ address, method = 'GET', headers, body }, read, options = {}) {
      const { signal, sandboxFault = clientOptions.sandboxFault } = options;
      if (sandboxFault && !inHeader.test(sandboxFault))
        throw new TypeError('`sandboxFault` must be a line of ASCII.');
      const request = `${method} ${address.split('?')[0]}`;
      const init: RequestInit = {
        method,
        headers: {
          accept: 'application/json',
          ...headers,
          ...(sandboxFault ? { 'x-sandbox-fault': sandboxFault } : {}),
          authorization,
        },
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      };
      const attempt = async () => {
        const response = await orNetworkError(request, send(origin + address, init));
        const info = infoOf(response);
        onResponse?.(info);
        options.onResponse?.(info);
        if (!response.ok) throw await failureOf(response, request);
        return read(response, { request, status: response.status, requestId: requestIdOf(response) });
      };
      return withRetries(attempt, { retry: policy, signal, onRetry });
    },
  };
}

/** The characters of a line that a header can have. */
const inHeader = /^[\x20-\x7e]+$/;

/** A key that was read from a file may end with a line break. The key itself is in no message. */
function keyOf(given: string | undefined): string {
  const key = given?.trim();
  if (!key) throw new TypeError('createClient needs `key`, the API key.');
  if (!inHeader.test(key) || key.includes(' ')) {
    throw new TypeError('`key` must be an API key: it has characters that no key has.');
  }
  return key;
}

function originOf(url: string | URL | undefined): string {
  const text = String(url ?? '');
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new TypeError(
      'createClient needs `url`, the address of the service, such as https://almanac.example.',
    );
  }
  return text.replace(/\/+$/, '');
}

/** Words what `fetch` and the reading of a body reject with. */
export async function orNetworkError<Result>(request: string, result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (cause) {
    if (cause instanceof AlmanacError) throw cause;
    const reason = cause instanceof Error ? messageOf(cause) : String(cause);
    throw new NetworkError(`${request}: ${reason}`, { request, cause, isRetryable: true });
  }
}

/** `fetch failed` has its reason in its cause. */
const messageOf = ({ message, cause }: Error): string =>
  cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message;

/** Reads a body of JSON. */
export async function readJson<Body>(response: Response, { request, ...facts }: ReadFacts): Promise<Body> {
  const text = await orNetworkError(request, response.text());
  const body = parsed(text);
  if (body !== undefined) return body as Body;
  const type = response.headers.get('content-type') ?? 'no content type';
  throw new ServiceError(
    `${request} was answered with ${type}, not JSON: is \`url\` the address of almanac?`,
    {
      ...facts,
      request,
      body: text,
    },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function failureOf(response: Response, request: string): Promise<AlmanacError> {
  const text = await orNetworkError(request, response.text());
  const body = parsed(text) ?? text;
  return errorOf(messageIn(body) ?? `${request} was answered with ${response.status}.`, {
    request,
    body,
    status: response.status,
    requestId: requestIdOf(response),
    code: response.headers.get('x-error-code') ?? undefined,
    retryAfter: retryAfterOf(response),
    scope: response.headers.get('x-ratelimit-scope') ?? undefined,
  });
}

/** `{ error }` is a failure inside a route, `{ error: { details } }` a refusal before it, `{ errors }` one of a query. */
export function messageIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { error, errors } = body as { error?: unknown; errors?: unknown };
  const [first] = Array.isArray(errors) ? errors : [];
  const texts = [error, member(error, 'details'), member(first, 'message'), member(error, 'message')];
  return texts.find((text) => typeof text === 'string' && text !== '') as string | undefined;
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
