import type { IncomingMessage } from 'node:http';
import { extname } from 'node:path';
import type koaMulter from '@koa/multer';
import type { MulterContext } from '@koa/multer';
import { CallerGone } from '../../core/abort.ts';
import { type Clock, seconds } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import { type ReceivedFile, receivedFile } from '../../resolvers/kernel/context.ts';
import type { Upload } from '../../rest/kernel/compile.ts';
import type { CallerBounds } from '../config/caller-bounds.ts';
import { createKeyPlaces } from '../limits/key-places.ts';

/** Uploads are held in memory until their response is made, so their number is limited. */
export interface Uploads {
  /**
   * Receives the file of a multipart form, and holds its place until `use` has ended. Rejects with `UploadTooSlow`, and with
   * the faults `missing`, `invalid`, `limited` when the key has its maximum of uploads in progress, and `overloaded` when the
   * service has.
   */
  receive(
    ctx: MulterContext,
    keyId: string,
    upload: Upload,
    use: (file: ReceivedFile) => Promise<void>,
  ): Promise<void>;
}

const maxConcurrent = 8;
const arrivalMs = seconds(30);
/** Boundaries, headers and short fields of a form, beside its file. */
const formBytes = 65_536;

/** A file that does not arrive in time. */
export class UploadTooSlow extends Error {}

export function createUploads(clock: Clock, { uploadsPerKey }: Pick<CallerBounds, 'uploadsPerKey'>): Uploads {
  const places = createKeyPlaces(uploadsPerKey, 'send', 'file');
  let underWay = 0;

  return {
    async receive(ctx, keyId, upload, use) {
      checkHead(ctx.req, upload);
      const leave = places.enter(keyId);
      try {
        if (underWay >= maxConcurrent) {
          const message = `${maxConcurrent} files are being read already; try again in a moment.`;
          throw new Fault('overloaded', message);
        }
        underWay += 1;
        try {
          await use(receivedFile(await receive(ctx, upload, clock)));
        } finally {
          underWay -= 1;
        }
      } finally {
        leave();
      }
    },
  };
}

const tooLarge = ({ field, maxBytes }: Upload) =>
  new Fault('invalid', `${field} must not be larger than ${maxBytes / 1_048_576} MB (${maxBytes} bytes).`);

const missing = ({ field }: Upload) =>
  new Fault('missing', `${field} is required: a file with a name, in the field ${field} of the form.`);

/** Refuses by the head alone what needs no body to be refused. */
function checkHead({ headers }: IncomingMessage, upload: Upload): void {
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')) {
    throw new Fault('missing', `${upload.field} is required: a file, sent as multipart/form-data.`);
  }
  if (Number(headers['content-length'] ?? 0) > upload.maxBytes + formBytes) throw tooLarge(upload);
}

/**
 * The bytes of the file. Rejects with `UploadTooSlow` when they do not arrive in time. multer reports an error only when it has
 * read the request to its end, so what is refused before that rejects at once, and closes the connection with its response.
 */
async function receive(ctx: MulterContext, upload: Upload, clock: Clock): Promise<Buffer> {
  const { req } = ctx;
  // The parser of forms is loaded with the first upload.
  const { default: multer } = await import('@koa/multer');
  if (req.destroyed) throw new CallerGone();
  let release = () => {};
  const received = new Promise<Buffer>((resolve, reject) => {
    const onClose = () => {
      if (!req.complete) reject(new CallerGone());
    };
    let length = 0;
    const onData = (part: Buffer) => {
      length += part.length;
      if (length > upload.maxBytes + formBytes) reject(tooLarge(upload));
    };
    const cancelArrival = clock.timer(arrivalMs, () =>
      reject(new UploadTooSlow(`The file did not arrive within ${arrivalMs / 1000} seconds.`)),
    );
    req.once('close', onClose).on('data', onData);
    release = () => {
      cancelArrival();
      req.off('close', onClose).off('data', onData);
    };
    const parse = formParser(multer, upload, reject);
    parse(ctx, async () => {})
      .catch((error: unknown) => {
        throw req.destroyed && !req.complete ? new CallerGone() : refusalOf(error, upload);
      })
      .then(() => resolve(fileOf(ctx, upload)))
      .catch(reject);
  });
  return received.finally(() => release());
}

function fileOf({ file }: MulterContext, upload: Upload): Buffer {
  if (!file) throw missing(upload);
  if (file.size === 0) throw new Fault('invalid', `${upload.field} must not be empty.`);
  return file.buffer;
}

const fieldLimits = { fields: 8, fieldNameSize: 100, fieldSize: 1_024, fieldNestingDepth: 1 };
const formLimits = { ...fieldLimits, files: 1, parts: 9, headerPairs: 16 };

/** A parser of one file in memory. Only the extension of its name is used. */
function formParser(multer: typeof koaMulter, upload: Upload, refuse: (fault: Fault) => void) {
  const { field, extensions, maxBytes } = upload;
  // Without a folder, it keeps files in memory.
  return multer({
    limits: { ...formLimits, fileSize: maxBytes },
    fileFilter(_request, { originalname }, done) {
      if (extensions.includes(extname(originalname).toLowerCase())) return done(null, true);
      const fault = new Fault('invalid', `The name of ${field} must end in one of ${extensions.join(', ')}.`);
      refuse(fault);
      return done(fault);
    },
  }).single(field);
}

/** The fault of a form that cannot be read. */
function refusalOf(error: unknown, upload: Upload): unknown {
  if (error instanceof Fault || error instanceof CallerGone) return error;
  const { field } = upload;
  const { name, code, field: place } = error as Partial<Record<'name' | 'code' | 'field', string>>;
  if (code === 'LIMIT_FILE_SIZE') return tooLarge(upload);
  // A part without a file name is a field, and a file is too long for one.
  if (code === 'LIMIT_FIELD_VALUE' && place === field) return missing(upload);
  if (name === 'MulterError') {
    return new Fault('invalid', `The form must hold one file, in the field ${field}, and little else.`);
  }
  return new Fault('invalid', 'The form is malformed, or ends before it should.', { cause: error });
}
