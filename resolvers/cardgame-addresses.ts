import { tagPages } from './kernel/page-forms.ts';

/** The addresses of pages of players and clans on sites about the game, and of invitations that the game makes. */
export const forms = [
  ...tagPages(
    'player',
    'https://royaleapi.com/player/',
    ['royaleapi.com', /^\/player\/#?(?<tag>[0-9A-Za-z]{3,15})$/],
    ['statsroyale.com', /^\/profile\/#?(?<tag>[0-9A-Za-z]{3,15})$/],
    ['link.clashroyale.com', /^\/invite\/friend\/[a-z-]{2,5}\?#?(?<tag>[0-9A-Za-z]{3,15})$/, 'tag'],
  ),
  ...tagPages(
    'clan',
    'https://royaleapi.com/clan/',
    ['royaleapi.com', /^\/clan\/#?(?<tag>[0-9A-Za-z]{3,15})$/],
    ['statsroyale.com', /^\/clan\/#?(?<tag>[0-9A-Za-z]{3,15})$/],
    ['link.clashroyale.com', /^\/invite\/clan\/[a-z-]{2,5}\?#?(?<tag>[0-9A-Za-z]{3,15})$/, 'tag'],
  ),
] as const;
