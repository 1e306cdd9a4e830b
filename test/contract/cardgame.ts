import { contractGroup, get, required } from './routes.ts';
import { any, list, open, text } from './shapes.ts';
import { custom, phrase, tag } from './values.ts';

// The documentation leaves every body of this group open: it is the upstream's own.
const tagged = open({ tag: text });
const items = open({ items: list(any) });

const playerTag = required(tag);
const clanTag = required(tag);

/** The documented routes of cardgame. */
export const cardgame = contractGroup(
  'cardgame',
  {},
  get('/api/cardgame/player/{playerTag}', { playerTag }, tagged),
  get('/api/cardgame/cards', {}, items),
  get('/api/cardgame/clan/{clanTag}', { clanTag }, tagged),
  get('/api/cardgame/members/{clanTag}', { clanTag }, items),
  get('/api/cardgame/clansearch/{query}', { query: required(custom(phrase.generate)) }, items, {
    additions: ['after'],
    refused: [{ given: { query: 'ab' } }],
  }),
  get('/api/cardgame/chests/{playerTag}', { playerTag }, items),
  get('/api/cardgame/battlelog/{playerTag}', { playerTag }, list(any)),
);
