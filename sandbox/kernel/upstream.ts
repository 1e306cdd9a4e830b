import type { NamedFault } from './faults.ts';
import type { SandboxRequest, UnroutedRequest } from './request.ts';
import { json, RefusedRequest, type SandboxResponse } from './responses.ts';

export type { SandboxRequest, UnroutedRequest } from './request.ts';

export type Handler<Path extends string = string> = (
  request: SandboxRequest<Path>,
) => SandboxResponse | Promise<SandboxResponse>;

export interface UpstreamRoute {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly handler: Handler;
}

/**
 * A route by its path, whose `{name}` parameters each stand for one segment or a part of one
 * (`/users/{login}/repos`, `/avatars/{uuid}.png`). A literal segment has precedence over a parameter,
 * independent of their order. HEAD is handled like GET.
 */
export const get = <const Path extends string>(
  path: Path,
  handler: Handler<NoInfer<Path>>,
): UpstreamRoute => ({
  method: 'GET',
  path,
  handler: handler as Handler,
});

export const post = <const Path extends string>(
  path: Path,
  handler: Handler<NoInfer<Path>>,
): UpstreamRoute => ({
  method: 'POST',
  path,
  handler: handler as Handler,
});

export const put = <const Path extends string>(
  path: Path,
  handler: Handler<NoInfer<Path>>,
): UpstreamRoute => ({
  method: 'PUT',
  path,
  handler: handler as Handler,
});

export interface Upstream {
  /** Exact host names, or `*.example.com` for every name below one. */
  readonly hosts: readonly string[];
  readonly routes: readonly UpstreamRoute[];
  /** A check for all routes, such as of credentials: returns a refusal, or undefined to accept the request. */
  readonly guard?: (request: SandboxRequest) => SandboxResponse | undefined;
  /** The error body of the upstream for a status, also used by injected faults. */
  readonly failure?: (status: number, request: SandboxRequest) => SandboxResponse;
  /** The response to a path without a route; by default, the failure for 404. */
  readonly unknown?: (request: SandboxRequest) => SandboxResponse;
  /** What clients of the upstream have reported, as faults that may be set by name. */
  readonly faults?: readonly NamedFault[];
  /** Transforms every response, including failures: common headers, conditional requests. */
  readonly finish?: (response: SandboxResponse, request: SandboxRequest) => SandboxResponse;
}

/** Returns the declaration unchanged; only its types are checked. */
export const defineUpstream = (upstream: Upstream): Upstream => upstream;

/** An upstream with its routes compiled. */
export interface RunningUpstream {
  serves(host: string): boolean;
  respond(request: UnroutedRequest): Promise<SandboxResponse>;
  /** The response to a fault that has a status only. */
  fail(status: number, request: UnroutedRequest): SandboxResponse;
}

interface CompiledRoute extends UpstreamRoute {
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

export function runUpstream(upstream: Upstream): RunningUpstream {
  const routes = upstream.routes.map(compile).sort(literalsFirst);
  const { guard, failure, unknown, finish = (response) => response } = upstream;
  const fail = (status: number, request: SandboxRequest): SandboxResponse =>
    failure?.(status, request) ?? json({ error: `HTTP ${status}` }, { status });

  const route = (request: SandboxRequest): SandboxResponse | Promise<SandboxResponse> => {
    const sought = request.method === 'HEAD' ? 'GET' : request.method;
    const matching = routes.filter(({ pattern }) => pattern.test(request.path));
    const found = matching.find(({ method }) => method === sought);
    if (found) {
      const params = parametersOf(found, request.path);
      if (!params) return fail(400, request);
      const routed = { ...request, params };
      return guard?.(routed) ?? found.handler(routed);
    }
    if (matching.length === 0) return unknown?.(request) ?? fail(404, request);
    const refusal = fail(405, request);
    return {
      ...refusal,
      headers: { ...refusal.headers, allow: matching.map(({ method }) => method).join(', ') },
    };
  };

  return {
    serves: (host) => upstream.hosts.some((pattern) => isHostIn(pattern, host)),
    async respond(unrouted) {
      const request = { ...unrouted, params: {} };
      try {
        return finish(await route(request), request);
      } catch (error) {
        if (error instanceof RefusedRequest) return finish(error.response, request);
        throw error;
      }
    },
    fail(status, unrouted) {
      const request = { ...unrouted, params: {} };
      return finish(fail(status, request), request);
    },
  };
}

const isHostIn = (pattern: string, host: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

function compile(route: UpstreamRoute): CompiledRoute {
  const names: string[] = [];
  const source = route.path
    .split(/\{(\w+)\}/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replace(/[.*+?^$()[\]|\\]/g, '\\$&');
      names.push(part);
      return '([^/]+?)';
    })
    .join('');
  return { ...route, names, pattern: new RegExp(`^${source}$`) };
}

/** Sorts parameters after literals, segment by segment. */
const literalsFirst = (one: UpstreamRoute, other: UpstreamRoute): number => {
  const order = (path: string) => path.replaceAll('{', '\uFFFF');
  return order(one.path) < order(other.path) ? -1 : 1;
};

function parametersOf(route: CompiledRoute, path: string): Record<string, string> | undefined {
  const values = route.pattern.exec(path)?.slice(1) ?? [];
  try {
    return Object.fromEntries(
      route.names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]),
    );
  } catch {
    return undefined;
  }
}
