import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Group } from '../../core/groups.ts';
import type { UnroutedRequest } from './request.ts';
import { json, plainText, redirect, type SandboxResponse } from './responses.ts';

const flag = z.literal(true).optional();

/** The matching requests. */
const target = {
  host: z.string().min(1).toLowerCase(),
  path: z.string().startsWith('/').optional(),
  times: z.int().min(1).optional(),
};

const faultSchema = z
  .strictObject({
    ...target,
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
  })
  .refine(({ host: _host, path: _path, times: _times, ...effects }) => Object.keys(effects).length > 0, {
    message:
      'a fault needs an effect: status, delayMs, reset, truncate, garbage, gzipBomb, drip, redirect, body or headers',
  });

const namedSchema = z.strictObject({ name: z.string(), ...target, host: target.host.optional() });

const requestSchema = z
  .unknown()
  .transform((value, context): z.output<typeof faultSchema | typeof namedSchema> => {
    const isNamed = typeof value === 'object' && value !== null && 'name' in value;
    const parsed = (isNamed ? namedSchema : faultSchema).safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });

const requestsSchema = z.array(requestSchema).max(1000);

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
export interface InjectedFault extends z.output<typeof faultSchema> {
  readonly name?: string;
  /** Changes the usual response, where the fault depends on it or on the request. */
  readonly change?: (usual: SandboxResponse, request: UnroutedRequest) => SandboxResponse;
}

/** A fault that has a name, which is unique. */
export interface NamedFault extends Omit<InjectedFault, 'host'> {
  readonly name: string;
  /** The group whose clients have reported it; none for a fault that any upstream may have. */
  readonly group?: Group;
  /** None for a fault of any group. */
  readonly host?: string;
  /** A sentence for the operator who rehearses it. */
  readonly description: string;
}

/** The usual response with another JSON body. */
export const withBody = (usual: SandboxResponse, change: (body: object) => unknown): SandboxResponse => ({
  ...usual,
  body: JSON.stringify(change(JSON.parse(String(usual.body)) as object)),
});

/** The injected faults. Of several that match a request, the one set first is applied. */
export class InjectedFaults {
  readonly #named: ReadonlyMap<string, NamedFault>;
  #faults: InjectedFault[] = [];

  constructor(named: readonly NamedFault[] = []) {
    this.#named = new Map(named.map((fault) => [fault.name, fault]));
    if (this.#named.size < named.length) throw new Error('Two named faults have one name.');
  }

  /** Sets one fault or a list of them, all or none. Returns a message where the JSON is invalid. */
  set(value: unknown): string | undefined {
    const parsed = Array.isArray(value) ? requestsSchema.safeParse(value) : requestSchema.safeParse(value);
    if (!parsed.success) return describe(parsed.error);
    const faults: InjectedFault[] = [];
    for (const request of [parsed.data].flat()) {
      const fault = 'name' in request ? this.#faultNamed(request) : request;
      if (typeof fault === 'string') return fault;
      faults.push(fault);
    }
    this.#faults.push(...faults);
    return undefined;
  }

  /** A named fault, for another host, path or number of requests where these are given; else a message. */
  #faultNamed({ name, host, ...target }: z.output<typeof namedSchema>): InjectedFault | string {
    const named = this.#named.get(name);
    if (!named) return 'name: there is no such fault; GET /__faults lists all.';
    const { group: _group, description: _description, ...fault } = named;
    const of = host ?? fault.host;
    return of === undefined
      ? `host: is needed, since ${name} is of no host`
      : { ...fault, ...target, host: of };
  }

  /** The faults that are set, whose `times` is the remaining number, and those that may be set by name. */
  list() {
    return { set: this.#faults, named: [...this.#named.values()] };
  }

  clear(): void {
    this.#faults = [];
  }

  /** The fault that a request names for itself, where it is one of its host and path. */
  ownFault(name: string, host: string, path: string, query: string): InjectedFault | undefined {
    const named = this.#named.get(name);
    if (!named || (named.host ?? host) !== host || !isPathIn(named.path, path, query)) return undefined;
    return { ...named, host };
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
  readonly request: UnroutedRequest;
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
  if (fault.change) return fault.change(response, usual.request);
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
