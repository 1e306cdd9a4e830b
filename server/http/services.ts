import type { Config } from '../config/config.ts';
import type { GraphqlServices } from '../graphql/graphql-handler.ts';
import type { McpServices } from '../mcp/endpoint.ts';
import type { CallerServices } from './caller.ts';
import type { OpenServices } from './open-endpoints.ts';
import type { RequestServices } from './request-context.ts';
import type { CacheServices } from './response-cache.ts';
import type { RouteServices } from './route-handler.ts';
import type { TicketServices } from './tickets.ts';

/** The parts of one running service: those that each step of a request declares. `server/service.ts` builds them. */
export interface Services
  extends CacheServices,
    RequestServices,
    OpenServices,
    CallerServices,
    McpServices,
    GraphqlServices,
    RouteServices,
    TicketServices {
  readonly config: Config;
}
