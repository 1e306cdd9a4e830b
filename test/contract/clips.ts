import { contractGroup, emptyAt, general, get, optional, required } from './routes.ts';
import { each, integer, list, number, object, open, text } from './shapes.ts';
import { custom, integerIn, phrase } from './values.ts';

const clipList = object({
  contentObjects: list(
    object({
      ...each(
        text,
        'contentId contentTitle contentThumbnail categoryId directClipUrl embedIframeCode credits',
      ),
      ...each(text, 'rawFileUrl rawFileUrlLowRes unbrandedFileUrl'),
      ...each(integer, 'contentViews contentLikes createdTimestamp'),
      videoLengthSeconds: number,
    }),
    1000,
  ),
});

// Documented as an integer; any category id is taken.
const categoryId = optional(custom((dice) => (dice.chance(0.5) ? dice.digits(3) : dice.token(10))));
const userId = optional(custom((dice) => dice.digits(7), { type: 'integer' }));
const paging = { limit: optional(integerIn(1, 1000), 10), offset: optional(integerIn(0), 0) };
// `limit` and `offset` together are at most 1000.
const window = {
  refused: [{ given: { limit: '10', offset: '991' } }, { given: { offset: '1001' } }],
  accepted: [{ limit: '10', offset: '990' }],
};

/** The documented routes of clips. */
export const clips = contractGroup(
  'clips',
  { failures: { ...general, notFound: emptyAt('contentObjects') } },
  get('/api/clips/trending', { categoryId, ...paging }, clipList, window),
  get('/api/clips/latest', { userId, categoryId, ...paging }, clipList, window),
  get('/api/clips/search', { text: required(phrase), ...paging }, clipList, window),
  // The documentation leaves these bodies open.
  get('/api/clips/categories', {}, list(open({ categoryId: text }))),
);
