import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { type Fighter, type Item, type Slot, sameGame } from './arenagame.ts';
import { brawlify } from './arenagame-sources.ts';
import { path } from './kernel/credentials.ts';
import {
  boolean,
  id,
  integer,
  optionalList,
  requiredList,
  shape,
  text,
  withDefault,
} from './kernel/decode.ts';

/*
 * Fighters and events of Brawlify, in the form of the official source. It states neither hypercharges nor gears, which are null.
 */

/** The official source writes names in capitals. */
const Named = shape({ id, name: text }).transform(({ id, name }): Item => ({ id, name: name.toUpperCase() }));

const Brawler = shape({
  id,
  name: text,
  released: withDefault(boolean, true),
  starPowers: optionalList(Named),
  gadgets: optionalList(Named),
}).transform(({ name, released, ...kit }) => ({
  isReleased: released,
  fighter: { ...kit, name: name.toUpperCase(), hyperCharges: null, gears: null } satisfies Fighter,
}));

/** A guest of the game for some weeks, whom the official list does not have. */
const guestId = '16000088';

/** Every fighter, by number. An empty list is none that was asked for. */
export const fighters = brawlify.endpoint('brawlifyFighters', {
  request: () => ({ path: '/v1/brawlers' }),
  decode: shape({
    list: requiredList(Brawler).refine(({ length }) => length > 0, 'expected fighters'),
  }).transform(({ list }): readonly Fighter[] =>
    list
      .filter(({ isReleased, fighter }) => isReleased && fighter.id !== guestId)
      .map(({ fighter }) => fighter)
      .sort((one, other) => Number(one.id) - Number(other.id)),
  ),
  cache: { freshMs: hours(1), staleIfErrorMs: hours(24) },
});

/** One fighter. */
export const fighter = brawlify.endpoint('brawlifyFighter', {
  request: ({ id }: { readonly id: string }) => ({ path: path`/v1/brawlers/${id}` }),
  decode: Brawler.transform(({ fighter }): Fighter => fighter),
  notFound: ({ id }) => `No fighter with the id ${id} was found.`,
  cache: { freshMs: hours(1), staleIfErrorMs: hours(24) },
});

/** The official source numbers modes from here on. */
const firstMode = 48_000_000;
/** `2025-08-17T08:00:00.000Z` as `20250817T080000.000Z`. */
const compact = (time: string): string => time.replaceAll(/[-:]/g, '');
const camelCase = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+(.)?/g, (_, next: string | undefined) => (next ?? '').toUpperCase());

const Active = shape({
  startTime: text,
  endTime: text,
  slot: shape({ id }),
  map: shape({ id, name: text, gameMode: shape({ scId: integer, name: text }) }),
}).transform(
  ({ startTime, endTime, slot, map }): Slot => ({
    startTime: compact(startTime),
    endTime: compact(endTime),
    slotId: slot.id,
    event: {
      id: map.id,
      map: map.name,
      mode: sameGame(camelCase(map.gameMode.name)),
      modeId: String(map.gameMode.scId - firstMode),
    },
  }),
);

/** The running events, with modes by their English names. Predicted ones are another list. */
export const events = brawlify.endpoint('brawlifyEvents', {
  request: () => ({ path: '/v1/events' }),
  payload: (response) => ({ ...(response.json() as object), answered_at: response.header('date') ?? '' }),
  decode: z
    .object({
      active: requiredList(Active).refine(({ length }) => length > 0, 'expected events'),
      answered_at: text,
    })
    .transform(({ active, answered_at }): readonly Slot[] => {
      const now = Date.parse(answered_at);
      const time = Number.isNaN(now) ? '' : compact(new Date(now).toISOString());
      const running = active.filter(({ endTime }) => endTime > time);
      // Where all have ended, the clock of one side is wrong.
      return running.length > 0 ? running : active;
    }),
  cache: { freshMs: minutes(10), staleIfErrorMs: hours(24) },
});

/** The official names of modes, by the official number. */
export const modes = brawlify.endpoint('brawlifyModes', {
  request: () => ({ path: '/v1/gamemodes' }),
  decode: shape({
    list: requiredList(
      shape({ scId: integer, scHash: text }).transform(({ scId, scHash }) => ({
        modeId: String(scId - firstMode),
        mode: sameGame(/^\dv\d$/.test(scHash) ? scHash.toUpperCase() : scHash),
      })),
    ),
  }).transform(({ list }) => new Map(list.map(({ modeId, mode }) => [modeId, mode]))),
  cache: { freshMs: hours(24), staleIfErrorMs: hours(240) },
});
