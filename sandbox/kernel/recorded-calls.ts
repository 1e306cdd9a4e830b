/** A request that an upstream received. */
export interface RecordedCall {
  readonly method: string;
  readonly host: string;
  /** With the query, in which the values of credentials are `***`. */
  readonly path: string;
}

const rememberedCalls = 50_000;

const credentials = new Set([
  'access_token',
  'api_key',
  'api-key',
  'apikey',
  'appid',
  'client_secret',
  'key',
  'password',
  'token',
]);

/** The requests that the upstreams received, oldest first; above a limit, the oldest are dropped. */
export class RecordedCalls {
  #calls: RecordedCall[] = [];

  record(method: string, host: string, path: string): void {
    if (this.#calls.length >= rememberedCalls) this.#calls.shift();
    this.#calls.push({ method, host, path: withoutCredentials(path) });
  }

  list(): readonly RecordedCall[] {
    return this.#calls;
  }

  clear(): void {
    this.#calls = [];
  }
}

/** Replaces the values of credentials; the rest, including escapes, is unchanged. */
function withoutCredentials(path: string): string {
  const [pathname = '', query] = split(path, '?');
  if (query === undefined) return pathname;
  const pairs = query.split('&').map((pair) => {
    const [name = '', value] = split(pair, '=');
    return value !== undefined && isCredential(name) ? `${name}=***` : pair;
  });
  return `${pathname}?${pairs.join('&')}`;
}

const isCredential = (rawName: string): boolean =>
  [...new URLSearchParams(`${rawName}=`).keys()].some((name) => credentials.has(name.toLowerCase()));

const split = (text: string, separator: string): readonly [string, string?] => {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};
