import { form, hostsOf } from './kernel/page-forms.ts';

const languages = ['cs', 'da', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru', 'sv', 'tr', 'zh'];
const hosts = hostsOf('namemc.com', ...languages);
const laby = hostsOf('laby.net');

/** The addresses of pages of players on sites about the game, by UUID or by name; one with a number is of a former owner. */
export const forms = [
  form('uuid', ['uuid'], {
    hosts: [...hosts, ...laby],
    patterns: [/^\/(?:profile\/|@)(?<uuid>[0-9a-fA-F]{8}-?(?:[0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12})$/],
    write: ({ uuid }) => `https://namemc.com/profile/${uuid}`,
  }),
  form('player', ['username'], {
    hosts,
    patterns: [/^\/profile\/(?<username>\w{2,25})$/],
    write: ({ username }) => `https://namemc.com/profile/${username}`,
  }),
  form('player', ['username'], {
    hosts: laby,
    patterns: [/^\/@(?<username>\w{2,25})$/],
    write: ({ username }) => `https://namemc.com/profile/${username}`,
  }),
] as const;
