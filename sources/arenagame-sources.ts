import { bearer } from './kernel/credentials.ts';
import { classifyReasons } from './kernel/reason-errors.ts';
import { defineSource, type Source } from './kernel/source.ts';

const group = 'arenagame';

/**
 * Players, clubs and rankings of the Brawl Stars API, with a token that is bound to the operator's IP addresses. It
 * accepts one tag per request and documents no limit. Its brawlers are named fighters here. Each season adds modes and
 * fields, so enumerated values stay text.
 * The documented keys of a battle are always present, null or empty. An unknown role is `member`. A single fighter is read
 * from the list of fighters, so that any number of them costs one request.
 */
export const source = defineSource({
  group,
  origins: ['https://api.brawlstars.com'],
  credential: bearer('ARENAGAME_TOKEN'),
  access: {
    provider: 'Supercell',
    page: 'https://developer.brawlstars.com',
    cost: 'free, for the IP addresses that it is created with',
    recipe:
      'There, "Create New Key" takes the address of this machine; a machine whose address changes takes 45.79.218.79 and ARENAGAME_ORIGIN=https://bsproxy.royaleapi.dev, a free proxy of RoyaleAPI that then sees the token.',
  },
  headers: { accept: 'application/json' },
  limits: { concurrent: 8 },
  classify: classifyReasons(group),
});

export const brawlify = defineSource({
  group,
  part: 'brawlify',
  origins: ['https://api.brawlify.com'],
  mirrors: ['https://api.brawlapi.com'],
  keyless: {
    provider: 'Brawlify',
    licence: 'none stated; Supercell’s Fan Content Policy',
    attribution: 'Game data by Brawlify.com',
  },
  serves: {
    '/api/arenagame/fighters': 'hypercharges and gears',
    '/api/arenagame/fighters/{fighterId}': 'hypercharges and gears',
    '/api/arenagame/events/rotation': '',
  },
  limits: { concurrent: 2 },
});

/** All sources of the group. */
export const sources: readonly Source[] = [source, brawlify];
