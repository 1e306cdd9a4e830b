/** As much of it as is used here; the package brings no types of its own. */
declare module '@koa/multer' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  import type { Readable } from 'node:stream';
  import type { Options } from 'multer';

  interface Exchange {
    readonly req: Readable & Pick<IncomingMessage, 'headers'>;
    readonly res?: ServerResponse;
  }

  /** Leaves the file at `req.file`. Rejects with a `MulterError`, or with what the parser or the stream fails with. */
  export default function multer(
    options: Options & {
      /** Feeds a form to its parser. */
      readonly streamHandler?: (form: Exchange['req'], parser: NodeJS.WritableStream) => void;
    },
  ): {
    single(field: string): (ctx: Exchange, next: () => Promise<unknown>) => Promise<unknown>;
  };
}
