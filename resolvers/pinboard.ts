import { Fault, isUpstreamTrouble } from '../core/faults.ts';
import * as pinboard from '../sources/pinboard.ts';
import type { Pin } from '../sources/pinboard-pins.ts';
import type { Context } from './kernel/context.ts';
import { type ImageType, imageTypeOf } from './kernel/images.ts';
import { freeText, handle, pageUrl } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { firstSuccess, orAbsent } from './kernel/optional.ts';
import { first as firstUpTo, upToFirst } from './kernel/paging.ts';
import { imageAt, nameOf, originalsOf, pageAt, wordsIn } from './pinboard-addresses.ts';

const group = 'pinboard';

const username = handle('Name of the user, such as "pinterest"; upper and lower case are the same.', {
  pattern: /^[A-Za-z0-9_-]{1,50}$/,
  expected: 'a name of at most 50 letters, digits, hyphens and underscores',
});

const slug = handle('Name of the board, exactly as in its address.', {
  pattern: /^[\p{L}\p{M}\p{N}_-]{1,180}$/u,
  expected: 'the name of a board as in its address: at most 180 letters, digits, hyphens and underscores',
});

/** The documented maximum length of the list of pins. */
export const mostPins = 100;
const first = firstUpTo(mostPins);
const maxItems = upToFirst;

const image = pageUrl('Address of a picture of the pin board.', imageAt, {
  expected: 'the address of a picture on pinimg.com, such as https://i.pinimg.com/236x/ab/cd/ef/abcdef.jpg',
});

const imageOrPin = pageUrl(
  'Address of a picture of the pin board, or of a pin.',
  (text) => imageAt(text) ?? pageAt(text),
  {
    expected:
      'the address of a picture on pinimg.com, or of a pin such as https://www.pinterest.com/pin/1234567890/',
  },
);

/** A user's profile. */
export const user = lookup({
  group,
  summary: 'The profile of a user.',
  input: { username },
  run: (values, { read }) =>
    firstSuccess(
      () => read(pinboard.profile, values),
      () => read(pinboard.profilePage, values),
    ),
});

/** Pins by a search term. */
export const search = lookup({
  group,
  summary: 'The pins that some words find.',
  input: { q: freeText('Words to look for.', { max: 200 }), first },
  maxItems,
  async run({ q, first }, context) {
    const pins = await found(q, first, context);
    return { query: q, totalResults: pins.length, pins };
  },
});

/** The newest pins of a user. */
export const userPins = lookup({
  group,
  summary: 'The newest pins of a user.',
  input: { username, first },
  maxItems,
  async run({ username, first }, context) {
    const { read } = context;
    const pins = await firstSuccess(
      () => read(pinboard.userPins, { username, ...pinboard.pagesFor(first) }),
      async () => (await read(pinboard.userWidget, { username })).pins,
    );
    if (pins.length === 0) await expectPublic(username, context);
    return listOf(pins, first, { username });
  },
});

/** A board with its newest pins. */
export const board = lookup({
  group,
  summary: 'A board of a user, with its newest pins; 100 at the most.',
  input: { username, board: slug },
  async run({ username, board }, { read }) {
    const { pinCount, pins } = await firstSuccess(
      async () => {
        const { id, pinCount } = await read(pinboard.board, { username, board });
        const values = { id, username, board, ...pinboard.pagesFor(mostPins) };
        return { pinCount, pins: pinCount === 0 ? [] : await read(pinboard.boardPins, values) };
      },
      async () => {
        const { board: told, pins } = await read(pinboard.boardWidget, { username, board });
        return { pinCount: told?.pinCount ?? null, pins };
      },
    );
    return { username, board, pinCount: pinCount ?? pins.length, pins: firstOf(pins, mostPins) };
  },
});

/** The original of a picture; when it is not found, the file at the given address. */
export const download = lookup({
  group,
  summary: 'A picture as it was uploaded, else as it is at its address; 10 MB at the most.',
  input: { url: image },
  async run({ url: values }, context) {
    const { at, bytes } = await bestOf(values, context);
    const contentType = pictureTypeOf(bytes);
    return {
      url: `https://${at.host}${at.path}`,
      contentType,
      sizeBytes: bytes.length,
      dataUri: `data:${contentType};base64,${bytes.toString('base64')}`,
    };
  },
});

/** Pins that are visually similar to a pin. */
export const similar = lookup({
  group,
  summary: 'The pins that look like a picture or a pin; where nobody can look, those that its words find.',
  input: { url: imageOrPin, first },
  maxItems,
  async run({ url: values, first }, context) {
    const faults: Fault[] = [];
    const nothing = (error: unknown) => {
      if (!(error instanceof Fault) || error.kind === 'internal') throw error;
      faults.push(error);
      return null;
    };
    const pin = 'pinId' in values ? await pinAt(values.pinId, context).catch(nothing) : null;
    const picture = 'host' in values ? values : imageAt(pin?.imageUrl ?? '');
    const bytes = picture ? await bytesAt(picture, context).catch(nothing) : null;
    const seen = picture && bytes ? await alike(picture, bytes, first, context).catch(nothing) : null;
    const words = wordsIn('host' in values ? nameOf(values) : `${values.words} ${pin?.title ?? ''}`);
    const fault = faults.find(isUpstreamTrouble) ?? faults[0];
    // Where page, picture or search fails, and there are no words, nothing is known of the pins.
    if (!seen && words === '' && fault) throw fault;
    const pins = seen ?? (words === '' ? [] : await found(words, first, context));
    return listOf(pins, first, { sourceImage: values.url });
  },
});

/** The first pins without duplicates: a pin that moves down the list while it is read is on two pages. */
const firstOf = (pins: readonly Pin[], limit: number): readonly Pin[] =>
  [...new Map(pins.map((pin) => [pin.id, pin])).values()].slice(0, limit);

const listOf = <Rest extends object>(pins: readonly Pin[], limit: number, rest: Rest) => {
  const shown = firstOf(pins, limit);
  return { ...rest, count: shown.length, pins: shown };
};

async function found(words: string, limit: number, { read }: Context): Promise<readonly Pin[]> {
  return firstOf(await read(pinboard.search, { words, ...pinboard.pagesFor(limit) }), limit);
}

/** The list is empty for users without pins, for private ones and for unknown ones, so the profile is checked. */
async function expectPublic(username: string, context: Context): Promise<void> {
  const { isPrivate } = await user.run({ username }, context);
  if (isPrivate) throw new Fault('private', `The pins of "${username}" are private.`, { group });
}

/** Tries the file types that the original may have, then the given address. */
async function bestOf(values: pinboard.ImageAddress, { read }: Context) {
  for (const at of originalsOf(values)) {
    try {
      return { at, bytes: await read(pinboard.image, at) };
    } catch (error) {
      if (!(error instanceof Fault) || error.kind === 'internal') throw error;
      // After trouble with the host, no further types are tried.
      if (error.kind !== 'notFound') break;
    }
  }
  const at = { host: values.host, path: values.path };
  return { at, bytes: await read(pinboard.image, at) };
}

/** The data on the page of a pin; null without one. */
const pinAt = async (id: string, { read }: Context): Promise<Pin | null> =>
  orAbsent(read(pinboard.pinPage, { id }));

const bytesAt = async ({ host, path }: pinboard.ImageAddress, { read }: Context) =>
  read(pinboard.image, { host, path });

async function alike(
  { host, path }: pinboard.ImageAddress,
  bytes: Buffer,
  limit: number,
  { read }: Context,
): Promise<readonly Pin[]> {
  const type = pictureTypeOf(bytes);
  return read(pinboard.similar, { picture: { bytes, type, toJSON: () => host + path }, limit });
}

/** The type of an image by its first bytes; fault `invalid` for others. SVG is left out, since it may contain scripts. */
function pictureTypeOf(bytes: Uint8Array): ImageType | 'image/gif' | 'image/webp' {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  const type = /^RIFF.{4}WEBP$/s.test(head) ? 'image/webp' : imageTypeOf(bytes);
  if (type !== undefined) return type;
  throw new Fault('invalid', 'url must lead to a picture: a PNG, JPEG, GIF or WebP.');
}
