import { contractGroup, general, get, optional, required, success } from './routes.ts';
import {
  each,
  flag,
  integer,
  list,
  matching,
  nullable,
  number,
  object,
  oneOf,
  text,
  time,
  url,
} from './shapes.ts';
import { custom, type Dice, handle, integerIn } from './values.ts';

const profile = object({
  ...each(text, 'id username fullName biography profilePic externalUrl'),
  ...each(flag, 'isPrivate isVerified'),
  ...each(number, 'followers following'),
  // Guests are not told these.
  isBusiness: nullable(flag),
  posts: nullable(number),
  accountType: nullable(oneOf(1, 2, 3)),
  bioLinks: list(object(each(text, 'title url'))),
});

const author = object({
  pk: integer,
  ...each(text, 'username fullName profilePic'),
  isPrivate: flag,
  isVerified: nullable(flag),
});

const story = object({
  id: integer,
  mediaType: oneOf(1, 2),
  takenAt: time,
  imageUrl: url,
  videoUrl: nullable(url),
  videoDuration: number,
  user: author,
});

const highlight = object({
  id: integer,
  title: text,
  createdAt: nullable(time),
  isPinnedHighlight: nullable(flag),
  mediaCount: nullable(number),
  coverMedia: url,
});

const postBody = object({
  pk: integer,
  // No number can hold it.
  id: matching(/^\d+_\d+$/, 'an id with the key of the user'),
  code: text,
  mediaType: oneOf(1, 2),
  takenAt: time,
  ...each(number, 'likeCount commentCount playCount videoDuration'),
  title: nullable(text),
  thumbnailUrl: url,
  videoUrl: nullable(url),
  imageUrls: list(url),
  user: author,
});

const comment = object({ pk: integer, text, createdAt: time, user: author });

const codeLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** The number of a post that a shortcode writes in base 64. */
const numberOf = (code: string) =>
  [...code].reduce((sum, letter) => sum * 64n + BigInt(codeLetters.indexOf(letter)), 0n);
const page = (code: string) => `https://www.instagram.com/p/${code}/`;

/** A shortcode that names nothing either way: it contains the word, and the number that it writes ends in 404. */
function unknownCode(dice: Dice): string {
  for (;;) {
    const code = `notfound${dice.token(3, codeLetters)}`;
    if (numberOf(code) % 1000n === 404n) return code;
  }
}

const username = required(handle);
const postUrl = required(
  custom((dice) => page(`C${dice.token(10)}`), { unknown: (dice) => page(unknownCode(dice)) }),
);
const amount = optional(integerIn(1, 200));
const badName = {
  refused: [
    { given: { username: 'no spaces' }, says: /letters.*30/i },
    { given: { username: 'a'.repeat(31) }, says: /letters.*30/i },
  ],
};
const badUrl = {
  refused: [{ given: { url: 'https://example.com/p/CabcdefGhij/' } }, { given: { url: 'post' } }],
};

/** The documented routes of photosocial. */
export const photosocial = contractGroup(
  'photosocial',
  { envelope: success, failures: { ...general, private: 403 } },
  get('/api/photosocial/profile', { username }, profile, {
    ...badName,
    // A private account has a profile.
    failures: { private: [200, 403] },
  }),
  get('/api/photosocial/stories', { username, amount }, list(story, 200), badName),
  get('/api/photosocial/highlights', { username, amount }, list(highlight, 200), badName),
  get('/api/photosocial/post', { url: postUrl, amount }, list(postBody), badUrl),
  get('/api/photosocial/comments', { url: postUrl, amount }, list(comment, 200), badUrl),
);
