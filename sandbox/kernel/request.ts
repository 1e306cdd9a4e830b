import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../core/clock.ts';
import type { World } from '../world.ts';

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** A request to an upstream. */
export interface SandboxRequest<Path extends string = string> {
  readonly method: string;
  /** The real host, lower case. */
  readonly host: string;
  /** The path as received, without the query, not decoded. */
  readonly path: string;
  /** The path's parameters, percent-decoded once. */
  readonly params: Readonly<Record<ParameterNames<Path>, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body parsed as `application/x-www-form-urlencoded`. */
  form(): URLSearchParams;
  /** The body parsed as JSON; undefined when it is not JSON. */
  json(): unknown;
  readonly world: World;
  readonly clock: Clock;
}

export type UnroutedRequest = Omit<SandboxRequest, 'params'>;
