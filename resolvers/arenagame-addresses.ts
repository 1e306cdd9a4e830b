import { tagPages } from './kernel/page-forms.ts';

/** The addresses of pages of players and clubs on sites about the game, and of invitations that the game makes. */
export const forms = [
  ...tagPages(
    'player',
    'https://brawlify.com/stats/profile/',
    ['brawlify.com', /^\/stats\/profile\/#?(?<tag>[0-9A-Za-z]{3,15})$/],
    ['brawlstats.com', /^\/profile\/#?(?<tag>[0-9A-Za-z]{3,15})$/],
    ['brawltime.ninja', /^\/profile\/#?(?<tag>[0-9A-Za-z]{3,15})$/],
    ['link.brawlstars.com', /^\/invite\/friend\/[a-z-]{2,5}\?#?(?<tag>[0-9A-Za-z]{3,15})$/, 'tag'],
  ),
  ...tagPages(
    'club',
    'https://brawlify.com/stats/club/',
    ['brawlify.com', /^\/stats\/club\/#?(?<tag>[0-9A-Za-z]{3,15})$/],
    ['brawlstats.com', /^\/club\/#?(?<tag>[0-9A-Za-z]{3,15})$/],
    ['link.brawlstars.com', /^\/invite\/band\/[a-z-]{2,5}\?#?(?<tag>[0-9A-Za-z]{3,15})$/, 'tag'],
  ),
] as const;
