import { form, hostsOf } from './kernel/page-forms.ts';

const write = ({ name }: { readonly name: string }) =>
  `https://fortnitetracker.com/profile/all/${encodeURIComponent(name)}`;

/** The addresses of pages of players on sites about the game, and of the store with the code of a creator. */
export const forms = [
  form('player', ['name'], {
    hosts: hostsOf('fortnitetracker.com'),
    patterns: [/^\/profile\/(?:all|kbm|gamepad|touch|pc)\/(?<name>[^/]{1,64})$/],
    write,
  }),
  form('player', ['name'], {
    hosts: hostsOf('fortnite.gg'),
    patterns: [/^\/stats\?(?<name>.{1,64})$/],
    parameter: 'player',
    write,
  }),
  form('creator', ['name'], {
    hosts: ['store.epicgames.com', ...hostsOf('epicgames.com')],
    patterns: [/\?(?<name>[\w.-]{1,64})$/],
    parameter: 'epic_affiliate',
    write: ({ name }) => `https://store.epicgames.com/?epic_affiliate=${name}`,
  }),
] as const;
