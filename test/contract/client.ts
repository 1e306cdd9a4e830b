/** One request to the deployment under test. */
export interface Call {
  readonly method?: string;
  /** With its query. */
  readonly path: string;
  /** The authentication scheme; `Bearer` by default. */
  readonly key?: 'bearer' | 'raw' | 'none';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
}

export type Client = (call: Call) => Promise<HttpResponse>;

export interface ClientOptions {
  readonly baseUrl: string;
  readonly key: string;
  /** Waits so many milliseconds before a refused call is made again. */
  readonly pause: (ms: number) => Promise<unknown>;
  readonly fetch?: typeof globalThis.fetch;
}

/** The number of retries after a 429, each after its Retry-After. */
const patience = 20;

/** A client that respects the limits of the deployment. Rejects without a response or after repeated 429. */
export function createClient({ baseUrl, key, pause, fetch = globalThis.fetch }: ClientOptions): Client {
  const authorization = { bearer: `Bearer ${key}`, raw: key };
  const origin = baseUrl.replace(/\/+$/, '');

  async function once({
    method = 'GET',
    path,
    key: form = 'bearer',
    headers,
    body,
  }: Call): Promise<HttpResponse> {
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(form === 'none' ? {} : { authorization: authorization[form] }) },
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') };
  }

  return async (call) => {
    for (let attempt = 0; attempt < patience; attempt += 1) {
      const response = await once(call);
      if (response.status !== 429) return response;
      const seconds = Number(response.headers.get('retry-after'));
      if (!(seconds > 0)) throw new Error('A 429 came without a Retry-After that says how long to wait.');
      await pause(seconds * 1000);
    }
    throw new Error(`The call was refused for its rate ${patience} times.`);
  };
}
