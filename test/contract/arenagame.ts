import { contractGroup, get, required } from './routes.ts';
import {
  any,
  each,
  flag,
  list,
  matching,
  maybe,
  nullable,
  number,
  object,
  oneOf,
  open,
  optional,
  text,
} from './shapes.ts';
import { custom, tag } from './values.ts';

const hashed = matching(/^#[0-9A-Z]+$/, 'a tag with its #');
const compactTime = matching(/^\d{8}T\d{6}\.\d{3}Z$/, 'a time as YYYYMMDDThhmmss.000Z');
// A player is served without a picture or a colour that the upstream drops.
const look = { nameColor: optional(text), icon: optional(object({ id: number })) };
const naming = { id: number, name: text };
const thing = object(naming);
// A player without a club has null or a club without a name.
const club = maybe(object({ name: maybe(text) }));

const player = object({
  tag: hashed,
  name: text,
  ...look,
  ...each(number, 'trophies highestTrophies expLevel expPoints totalPrestigeLevel'),
  ...each(number, '3vs3Victories soloVictories duoVictories bestRoboRumbleTime bestTimeAsBigFighter'),
  club,
  fighters: list(any),
});

const event = object({ id: number, map: maybe(text), mode: maybe(text), modeId: maybe(number) });
const fighter = object({ ...each(number, 'id power trophies'), name: text });
// Battles of other modes have neither teams nor a result, but players and a rank.
const battle = open({
  mode: text,
  ...each(maybe(text), 'type result'),
  ...each(maybe(number), 'duration trophyChange'),
  starPlayer: maybe(object({ tag: hashed, name: text, fighter })),
  teams: maybe(list(list(any))),
});

const member = object({
  tag: hashed,
  name: text,
  role: oneOf('president', 'vicePresident', 'senior', 'member'),
  trophies: number,
  ...look,
});

const clubBody = object({
  tag: hashed,
  ...each(text, 'name description type'),
  ...each(number, 'badgeId requiredTrophies trophies'),
  isFamilyFriendly: nullable(flag),
  members: list(member),
});

const rankings = object({
  items: list(object({ tag: hashed, name: text, ...look, ...each(number, 'trophies rank'), club }), 200),
});
const clubRankings = object({
  items: list(object({ tag: hashed, name: text, ...each(number, 'badgeId trophies memberCount rank') }), 200),
});

const fighters = object({
  items: list(
    object({
      ...naming,
      ...each(list(thing), 'starPowers gadgets'),
      hyperCharges: nullable(list(thing)),
      gears: nullable(list(any)),
    }),
  ),
});

const rotation = list(object({ ...each(compactTime, 'startTime endTime'), slotId: nullable(number), event }));

const fighterId = required(
  custom((dice) => String(16_000_000 + dice.int(0, 20)), { type: 'integer', unknown: () => '16000404' }),
);
const ofTag = { tag: required(tag) };

/** The documented routes of arenagame. */
export const arenagame = contractGroup(
  'arenagame',
  { acceptsRawKey: true },
  get('/api/arenagame/player/{tag}', ofTag, player),
  get(
    '/api/arenagame/battlelog/{tag}',
    ofTag,
    object({ items: list(object({ battleTime: compactTime, event, battle })) }),
  ),
  get('/api/arenagame/club/{tag}', ofTag, clubBody),
  get('/api/arenagame/club/{tag}/members', ofTag, object({ items: list(member) })),
  get('/api/arenagame/rankings/global/players', {}, rankings),
  get('/api/arenagame/rankings/global/clubs', {}, clubRankings),
  get('/api/arenagame/rankings/global/fighters/{fighterId}', { fighterId }, rankings),
  get('/api/arenagame/fighters', {}, fighters),
  // The documentation leaves these bodies open.
  get('/api/arenagame/fighters/{fighterId}', { fighterId }, open(naming)),
  get('/api/arenagame/events/rotation', {}, rotation),
);
