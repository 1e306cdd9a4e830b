import type { IncomingMessage } from 'node:http';
import { extname } from 'node:path';
import { Transform } from 'node:stream';
import { type Clock, seconds } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import { type ReceivedFile, receivedFile } from '../../resolvers/kernel/context.ts';
import type { Upload } from '../../rest/kernel/compile.ts';
import { CallerGone } from './body.ts';

/** The files that requests bring, a few at a time, since each is held in memory until its answer is made. */
export interface Uploads {
  /**
   * Reads the file of a request, hands it to `use`, and keeps its place until that is done. A file that is not wanted is read no further. Faults: `missing`, `invalid`, and
   * `overloaded` when all places are taken; rejects with `TooSlow` when it does not arrive in time, and with
   * `CallerGone`.
   */
  take<Result>(
    request: IncomingMessage,
    upload: Upload,
    use: (file: ReceivedFile) => Promise<Result>,
  ): Promise<Result>;
}

/** The caller took too long to send a file. */
export class TooSlow extends Error {
  constructor() {
    super(`The file did not arrive within ${arrivalMs / 1000} seconds.`);
    this.name = 'TooSlow';
  }
}

const atOnce = 8;
const arrivalMs = seconds(30);
/** What a form may add to its file: boundaries, headers, some short fields that nobody asked for. */
const formBytes = 65_536;

export function createUploads(clock: Clock): Uploads {
  let taken = 0;
  return {
    async take(request, upload, use) {
      checkHead(request, upload);
      if (taken >= atOnce) {
        throw new Fault('overloaded', `${atOnce} files are being read already; try again in a moment.`);
      }
      taken += 1;
      try {
        return await use(receivedFile(await receive(request, upload, clock)));
      } finally {
        taken -= 1;
      }
    },
  };
}

const tooLarge = ({ field, maxBytes }: Upload) =>
  new Fault('invalid', `${field} must not be larger than ${maxBytes / 1_048_576} MB (${maxBytes} bytes).`);

/** Whatever the head of a request tells already is said before anything of its body is read. */
function checkHead({ headers }: IncomingMessage, upload: Upload): void {
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')) {
    throw new Fault('missing', `${upload.field} is required: a file, sent as multipart/form-data.`);
  }
  if (Number(headers['content-length'] ?? 0) > upload.maxBytes + formBytes) throw tooLarge(upload);
}

/** Reads a form with one file in it. */
async function receive(request: IncomingMessage, upload: Upload, clock: Clock): Promise<Buffer> {
  const parse = await parserFor(upload);
  const form = bounded(request, upload);
  const cancel = clock.timer(arrivalMs, () => form.destroy(new TooSlow()));
  const giveUp = () => {
    if (!request.complete) form.destroy(new CallerGone());
  };
  request.once('close', giveUp);
  try {
    if (request.destroyed) throw new CallerGone();
    request.pipe(form);
    await parse({ req: form }, async () => {});
    if (!form.file) throw missing(upload);
    const { buffer } = form.file;
    if (buffer.length === 0) throw new Fault('invalid', `${upload.field} must not be empty.`);
    return buffer;
  } catch (error) {
    throw toRefusal(error, upload);
  } finally {
    cancel();
    request.off('close', giveUp);
    request.unpipe(form).pause();
    form.destroy();
  }
}

const missing = ({ field }: Upload) =>
  new Fault('missing', `${field} is required: a file with a name, in the field ${field} of the form.`);

/** The form as the parser reads it; it tells of the file that was in it. */
type Form = Transform & Pick<IncomingMessage, 'headers'> & { file?: { readonly buffer: Buffer } };

/**
 * The body of a request up to the size that a form with a wanted file can have. The parser is given this instead of
 * the request itself, because it reads what it refuses to the end before it says so.
 */
function bounded({ headers }: IncomingMessage, upload: Upload): Form {
  let length = 0;
  const body = new Transform({
    transform(part: Buffer, _encoding, done) {
      length += part.length;
      if (length > upload.maxBytes + formBytes) done(tooLarge(upload));
      else done(null, part);
    },
  });
  return Object.assign(body, { headers });
}

/** No file is ever written to disk, and its name is used for nothing but its ending. */
async function parserFor(upload: Upload) {
  const { field, extensions, maxBytes } = upload;
  // Not before it is needed: few processes are ever sent a file.
  const { default: koaMulter } = await import('@koa/multer');
  const { memoryStorage } = await import('multer');
  return koaMulter({
    storage: memoryStorage(),
    limits: {
      fileSize: maxBytes,
      files: 1,
      fields: 8,
      parts: 9,
      fieldNameSize: 100,
      fieldSize: 1_024,
      fieldNestingDepth: 1,
      headerPairs: 16,
    },
    fileFilter(_request, { originalname }, done) {
      if (extensions.includes(extname(originalname).toLowerCase())) done(null, true);
      else done(new Fault('invalid', `The name of ${field} must end in one of ${extensions.join(', ')}.`));
    },
    streamHandler(form, parser) {
      // It lets go of the form when it has made up its mind, and would read on to the end all the same.
      parser.once('unpipe', () => form.destroy());
      form.pipe(parser);
    },
  }).single(field);
}

/** What went wrong with a form, in words for whoever sent it. */
function toRefusal(error: unknown, upload: Upload): unknown {
  if (error instanceof Fault || error instanceof TooSlow || error instanceof CallerGone) return error;
  const { field } = upload;
  const { name, code, field: place } = error as Partial<Record<'name' | 'code' | 'field', string>>;
  if (code === 'LIMIT_FILE_SIZE') return tooLarge(upload);
  // What comes without a name is no file but a value, and files are too long for one.
  if (code === 'LIMIT_FIELD_VALUE' && place === field) return missing(upload);
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT') {
    return new Fault('invalid', `The form must hold one file, in the field ${field}.`);
  }
  if (name === 'MulterError') {
    return new Fault('invalid', `The form must hold one file, in the field ${field}, and little else.`);
  }
  return new Fault('invalid', 'The form is malformed, or ends before it should.', { cause: error });
}
