import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { json, plainText, redirect, type SandboxResponse } from './responses.ts';

const flag = z.literal(true).optional();

const faultSchema = z
  .strictObject({
    host: z.string().min(1).toLowerCase(),
    path: z.string().startsWith('/').optional(),
    status: z.int().min(200).max(599).optional(),
    delayMs: z.int().min(0).max(600_000).optional(),
    reset: z.union([z.literal(true), z.literal('midBody')]).optional(),
    truncate: flag,
    garbage: flag,
    gzipBomb: flag,
    drip: flag,
    redirect: z.string().min(1).optional(),
    body: z.json().optional(),
    headers: z.record(z.string().toLowerCase(), z.string()).optional(),
    times: z.int().min(1).optional(),
  })
  .refine(({ host: _host, path: _path, times: _times, ...effects }) => Object.keys(effects).length > 0, {
    message:
      'a fault needs an effect: status, delayMs, reset, truncate, garbage, gzipBomb, drip, redirect, body or headers',
  });

const faultsSchema = z.union([faultSchema, z.array(faultSchema).max(1000)]);

/**
 * A fault of an upstream.
 *
 * - `host`, `path`: the matching requests. A path is exact, or a prefix when it ends in `*`; with a `?` in it, it
 *   is compared with path and query as received. By default, it is every path of the host.
 * - `delayMs`: the response is delayed.
 * - `reset`: the connection is reset before any response (`true`) or in the middle of its body (`midBody`).
 * - `status`, `body`, `headers`, `redirect`: replace the response. A status alone has the error body of the
 *   upstream; headers alone are added to the usual response.
 * - `garbage`: the usual headers, then bytes that are no JSON. `gzipBomb`: about a kilobyte of gzip for each
 *   megabyte of blanks, 512 of them. `truncate`: the connection is closed in the middle of the body.
 *   `drip`: one byte of the body every 500 ms.
 * - `times`: the number of matching requests after which it is removed.
 */
export type InjectedFault = z.output<typeof faultSchema>;

/** The injected faults. Of several that match a request, the one set first is applied. */
export class InjectedFaults {
  #faults: InjectedFault[] = [];

  /** Sets one fault or a list of them, all or none. Returns a message where the JSON is invalid. */
  set(value: unknown): string | undefined {
    const parsed = (Array.isArray(value) ? faultsSchema : faultSchema).safeParse(value);
    if (!parsed.success) return describe(parsed.error);
    this.#faults.push(...[parsed.data].flat());
    return undefined;
  }

  /** The faults; `times` is the remaining number. */
  list(): readonly InjectedFault[] {
    return this.#faults;
  }

  clear(): void {
    this.#faults = [];
  }

  /** The fault of this request; decrements its `times`. */
  take(host: string, path: string, query: string): InjectedFault | undefined {
    const found = this.#faults.find((fault) => fault.host === host && isPathIn(fault.path, path, query));
    if (found?.times !== undefined) {
      const left = { ...found, times: found.times - 1 };
      this.#faults = this.#faults.flatMap((fault) => (fault !== found ? fault : left.times > 0 ? left : []));
    }
    return found;
  }
}

function isPathIn(pattern: string | undefined, path: string, query: string): boolean {
  if (pattern === undefined) return true;
  const target = pattern.includes('?') ? `${path}?${query}` : path;
  return pattern.endsWith('*') ? target.startsWith(pattern.slice(0, -1)) : target === pattern;
}

const describe = (error: z.ZodError): string =>
  error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ');

export interface UsualResponses {
  /** The response without a fault. */
  respond(): Promise<SandboxResponse>;
  /** The upstream's error response for a status. */
  fail(status: number): SandboxResponse;
}

/** The response with a fault applied; `send.ts` applies the faults of sending. */
export async function respondUnder(
  fault: InjectedFault | undefined,
  usual: UsualResponses,
): Promise<SandboxResponse> {
  if (!fault) return usual.respond();
  const response = await replacement(fault, usual);
  return { ...response, headers: { ...response.headers, ...fault.headers } };
}

async function replacement(fault: InjectedFault, usual: UsualResponses): Promise<SandboxResponse> {
  const { status, body } = fault;
  if (fault.redirect !== undefined) return redirect(fault.redirect, status === undefined ? {} : { status });
  if (body !== undefined) {
    const options = { status: status ?? 200 };
    return typeof body === 'string' ? plainText(body, options) : json(body, options);
  }
  const response = status === undefined ? await usual.respond() : usual.fail(status);
  if (fault.garbage) return { ...response, body: garbage };
  if (fault.gzipBomb) return gzipBomb(response);
  return response;
}

/** Neither JSON nor UTF-8. */
const garbage = Buffer.from(Array.from({ length: 512 }, (_, index) => (index * 151 + 128) % 256));

const bombMegabytes = 512;

/** A gzip stream may have several members, so a small one is repeated to save memory. */
function gzipBomb(response: SandboxResponse): SandboxResponse {
  const member = gzipSync(Buffer.alloc(1_048_576, ' '));
  const body = Buffer.concat(Array.from({ length: bombMegabytes }, () => member));
  return { ...response, headers: { ...response.headers, 'content-encoding': 'gzip' }, body };
}
