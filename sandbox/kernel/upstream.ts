import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../core/clock.ts';
import type { World } from '../world.ts';
import { type Answer, json, Refusal } from './responses.ts';

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** A request as the upstream sees it. */
export interface UpstreamRequest<Path extends string = string> {
  readonly method: string;
  /** The real host, lower case. */
  readonly host: string;
  /** The path as it came, without the query, escapes untouched. */
  readonly path: string;
  /** The path's parameters, percent-decoded once. */
  readonly params: Readonly<Record<ParameterNames<Path>, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body read as `application/x-www-form-urlencoded`. */
  form(): URLSearchParams;
  /** The body read as JSON; undefined when it is not JSON. */
  json(): unknown;
  readonly world: World;
  readonly clock: Clock;
}

export type Handler<Path extends string = string> = (
  request: UpstreamRequest<Path>,
) => Answer | Promise<Answer>;

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly handler: Handler;
}

/**
 * A route by its path, whose `{name}` parameters each stand for one segment or a part of one
 * (`/users/{login}/repos`, `/avatars/{uuid}.png`). A path spelled out wins over one with a parameter there,
 * whatever their order. HEAD is answered like GET.
 */
export const get = <const Path extends string>(path: Path, handler: Handler<NoInfer<Path>>): Route => ({
  method: 'GET',
  path,
  handler: handler as Handler,
});

export const post = <const Path extends string>(path: Path, handler: Handler<NoInfer<Path>>): Route => ({
  method: 'POST',
  path,
  handler: handler as Handler,
});

export const put = <const Path extends string>(path: Path, handler: Handler<NoInfer<Path>>): Route => ({
  method: 'PUT',
  path,
  handler: handler as Handler,
});

export interface Upstream {
  /** Exact host names, or `*.example.com` for every name below one. */
  readonly hosts: readonly string[];
  readonly routes: readonly Route[];
  /** What holds for all routes, such as credentials: the refusal, or nothing to let the request through. */
  readonly guard?: (request: UpstreamRequest) => Answer | undefined;
  /** The upstream's usual error body for a status. A fault of that status is answered with it. */
  readonly failure?: (status: number, request: UpstreamRequest) => Answer;
  /** What a path without a route is answered; unless declared, the failure for 404. */
  readonly unknown?: (request: UpstreamRequest) => Answer;
  /** Has the last word on every answer, failures included: headers that are always there, conditional requests. */
  readonly finish?: (answer: Answer, request: UpstreamRequest) => Answer;
}

/** Checks the types of a declaration, no more: an upstream is plain data. */
export const defineUpstream = (upstream: Upstream): Upstream => upstream;

export type UnroutedRequest = Omit<UpstreamRequest, 'params'>;

/** An upstream with its routes compiled. */
export interface RunningUpstream {
  answers(host: string): boolean;
  respond(request: UnroutedRequest): Promise<Answer>;
  /** The answer to a fault that states a status and nothing else. */
  fail(status: number, request: UnroutedRequest): Answer;
}

interface CompiledRoute extends Route {
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

export function runUpstream(upstream: Upstream): RunningUpstream {
  const routes = upstream.routes.map(compile).sort(literalsFirst);
  const { guard, failure, unknown, finish = (answer) => answer } = upstream;
  const fail = (status: number, request: UpstreamRequest): Answer =>
    failure?.(status, request) ?? json({ error: `HTTP ${status}` }, { status });

  const route = (request: UpstreamRequest): Answer | Promise<Answer> => {
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
    answers: (host) => upstream.hosts.some((pattern) => isHostIn(pattern, host)),
    async respond(unrouted) {
      const request = { ...unrouted, params: {} };
      try {
        return finish(await route(request), request);
      } catch (error) {
        if (error instanceof Refusal) return finish(error.answer, request);
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

function compile(route: Route): CompiledRoute {
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

/** Parameters sort behind every literal, segment by segment. */
const literalsFirst = (one: Route, other: Route): number => {
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
