/** What the headers of a response say. */
export interface ResponseInfo {
  readonly status: number;
  /** The id under which the operator finds the request. */
  readonly requestId: string | undefined;
  /** The minute of the key; undefined where no limit was charged. */
  readonly rateLimit: RateLimit | undefined;
  /** Whether a source was asked: `HIT` without, `MISS` with, `STALE` with an older value while it is renewed or fails. */
  readonly cache: 'HIT' | 'MISS' | 'STALE' | undefined;
  /** `longer` where no song was recognised for sure and a longer recording may be. */
  readonly advice: 'longer' | undefined;
}

export interface RateLimit {
  /** Lookups a minute. */
  readonly limit: number;
  /** Lookups left of this minute. */
  readonly remaining: number;
  /** When the minute ends. */
  readonly resetAt: Date;
}

export const requestIdOf = ({ headers }: Response): string | undefined =>
  headers.get('x-request-id') ?? undefined;

export const infoOf = (response: Response): ResponseInfo => ({
  status: response.status,
  requestId: requestIdOf(response),
  rateLimit: rateLimitOf(response),
  cache: (response.headers.get('x-cache') ?? undefined) as ResponseInfo['cache'],
  advice: (response.headers.get('x-songid-advice') ?? undefined) as ResponseInfo['advice'],
});

function rateLimitOf({ headers }: Response): RateLimit | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    headers.get(`x-ratelimit-${name}`),
  );
  if (!limit || !remaining || !reset) return undefined;
  return { limit: Number(limit), remaining: Number(remaining), resetAt: new Date(Number(reset) * 1000) };
}

/** Seconds until the request may be repeated: by `Retry-After`, or else the end of the minute that a limit refused. */
export function retryAfterOf(response: Response, now = Date.now()): number | undefined {
  const text = response.headers.get('retry-after');
  if (text !== null) {
    const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
    if (Number.isFinite(seconds)) return Math.max(0, seconds);
  }
  const reset = response.status === 429 ? rateLimitOf(response)?.resetAt : undefined;
  // The clocks of two machines differ; the minute is a minute by both.
  return reset && Math.min(60, Math.max(1, (reset.getTime() - now) / 1000));
}
