/**
 * The part of the peers' packages that the peers use. It replaces the packages' own types, so that type checking needs
 * no installation in `bench/`.
 */
declare module '@apollo/server' {
  export class ApolloServer {
    constructor(options: { typeDefs: string; resolvers: unknown });
  }
}

declare module '@apollo/server/standalone' {
  import type { IncomingMessage } from 'node:http';
  import type { ApolloServer } from '@apollo/server';
  export function startStandaloneServer(
    server: ApolloServer,
    options: {
      listen: { port: number; host: string };
      context: (request: { req: IncomingMessage }) => Promise<object>;
    },
  ): Promise<unknown>;
}

declare module 'fastify' {
  interface Request {
    readonly headers: { readonly authorization?: string };
    readonly query: Readonly<Record<string, string>>;
  }
  interface Reply {
    code(status: number): Reply;
    type(contentType: string): Reply;
    send(): void;
  }
  interface FastifyInstance {
    addHook(name: 'onRequest', hook: (request: Request, reply: Reply, done: () => void) => void): void;
    get(path: string, handler: (request: Request, reply: Reply) => Promise<Buffer>): void;
    register(plugin: object, options: object): Promise<unknown>;
    listen(options: { port: number; host: string }): Promise<string>;
  }
  export default function Fastify(): FastifyInstance;
}

declare module 'mercurius' {
  const mercurius: object;
  export default mercurius;
}

declare module 'hono' {
  interface Context {
    readonly req: { header(name: string): string | undefined; query(name: string): string | undefined };
    body(content: Buffer | null, status: number, headers?: Readonly<Record<string, string>>): Response;
  }
  export class Hono {
    readonly fetch: (request: Request) => Response | Promise<Response>;
    use(handler: (context: Context, next: () => Promise<void>) => Promise<void> | Response): void;
    get(path: string, handler: (context: Context) => Promise<Response>): void;
  }
}

declare module '@hono/node-server' {
  import type { Hono } from 'hono';
  export function serve(options: { fetch: Hono['fetch']; port: number; hostname: string }): void;
}

declare module 'koa-ratelimit' {
  import type { Context, Middleware } from 'koa';
  export default function limit(options: {
    driver: 'memory';
    db: Map<string, unknown>;
    duration: number;
    max: number;
    id: (ctx: Context) => string;
  }): Middleware;
}
