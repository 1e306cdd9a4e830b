/** The part of the package that this service uses; it has no types of its own. */
declare module '@koa/multer' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  import type { Options } from 'multer';

  export interface MulterContext {
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    /** The received file. */
    file?: Express.Multer.File;
  }

  /** `single` makes a middleware. It rejects with a `MulterError`, or with an error of the parser or the stream. */
  export default function multer(options: Options): {
    single(field: string): (ctx: MulterContext, next: () => Promise<unknown>) => Promise<unknown>;
  };
}
