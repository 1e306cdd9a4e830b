import { rotation } from './arenagame-battles.ts';
import { type Fighter, fighters } from './arenagame-players.ts';
import { capitalised } from './kernel/dice.ts';
import { json } from './kernel/responses.ts';
import { defineUpstream, get } from './kernel/upstream.ts';

const firstMode = 48_000_000;
/** `20260324T234127.000Z` in ISO 8601. */
const written = (time: string): string =>
  time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:');

const titled = <Thing extends { readonly name: string }>(thing: Thing) => ({
  ...thing,
  name: capitalised(thing.name.toLowerCase()),
  released: true,
});

const brawlerOf = ({ id, name, starPowers, gadgets }: Fighter) => ({
  ...titled({ id, name }),
  class: { id: 0, name: 'Unknown' },
  starPowers: starPowers.map(titled),
  gadgets: gadgets.map(titled),
});

const englishName = (mode: string): string => capitalised(mode.replaceAll(/([A-Z\d]+)/g, ' $1'));

/** Brawlify: the fighters and events of the other upstream, in its own form, the newest fighter first. */
export const brawlify = defineUpstream({
  hosts: ['api.brawlify.com', 'api.brawlapi.com'],
  routes: [
    get('/v1/brawlers', ({ world }) => json({ list: fighters(world).map(brawlerOf).reverse() })),
    get('/v1/brawlers/{id}', ({ world, params }) => {
      const found = fighters(world).find(({ id }) => String(id) === params.id);
      return found ? json(brawlerOf(found)) : json({ error: 'Not found' }, { status: 404 });
    }),
    get('/v1/events', ({ world, clock }) => {
      const active = rotation(world, clock.now()).map(({ startTime, endTime, slotId, event }) => ({
        slot: { id: slotId, name: 'Daily' },
        predicted: false,
        startTime: written(startTime),
        endTime: written(endTime),
        map: {
          id: event.id,
          name: event.map,
          gameMode: { scId: firstMode + event.modeId, name: englishName(event.mode ?? 'unknown') },
        },
      }));
      return json({ active, upcoming: [] });
    }),
    get('/v1/gamemodes', ({ world, clock }) =>
      json({
        list: rotation(world, clock.now()).map(({ event }) => ({
          scId: firstMode + event.modeId,
          name: englishName(event.mode ?? 'unknown'),
          scHash: event.mode,
        })),
      }),
    ),
  ],
});
