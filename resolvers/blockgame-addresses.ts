import { form, hostsOf } from './kernel/page-forms.ts';

const hosts = hostsOf('roblox.com', 'web');

/** A player by id, or by the name that leads there. */
export const playerForms = [
  form('player', ['userId'], {
    hosts,
    patterns: [/^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/users\/(?<userId>[1-9]\d{0,17})(?:\/profile)?$/],
    write: ({ userId }) => `https://www.roblox.com/users/${userId}/profile`,
  }),
  form('player', ['userId'], {
    hosts: hostsOf('rolimons.com'),
    patterns: [/^\/player\/(?<userId>[1-9]\d{0,17})$/],
    write: ({ userId }) => `https://www.roblox.com/users/${userId}/profile`,
  }),
  form('playerNamed', ['username'], {
    hosts,
    patterns: [/^\/(?:user\.aspx|users\/profile)\?(?<username>\w{3,20})$/i],
    parameter: 'username',
    write: ({ username }) => `https://www.roblox.com/user.aspx?username=${username}`,
  }),
] as const;

/** The addresses of pages of players and of things that they wear. */
export const forms = [
  ...playerForms,
  form('asset', ['assetId'], {
    hosts,
    patterns: [/^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/(?:catalog|library)\/(?<assetId>[1-9]\d{0,17})(?:\/[^/]*)?$/],
    write: ({ assetId }) => `https://www.roblox.com/catalog/${assetId}`,
  }),
] as const;
