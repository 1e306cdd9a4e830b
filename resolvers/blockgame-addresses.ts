import { form, hostsOf } from './kernel/page-forms.ts';

const hosts = hostsOf('roblox.com', 'web');

/** The addresses of pages of players and of things that they wear. */
export const forms = [
  form('player', ['userId'], {
    hosts,
    patterns: [/^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/users\/(?<userId>[1-9]\d{0,17})(?:\/profile)?$/],
    write: ({ userId }) => `https://www.roblox.com/users/${userId}/profile`,
  }),
  form('asset', ['assetId'], {
    hosts,
    patterns: [/^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/(?:catalog|library)\/(?<assetId>[1-9]\d{0,17})(?:\/[^/]*)?$/],
    write: ({ assetId }) => `https://www.roblox.com/catalog/${assetId}`,
  }),
] as const;
