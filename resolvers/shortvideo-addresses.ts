import { addressOf, addressText, nobody, pageOf } from '../sources/shortvideo-addresses.ts';
import { site } from '../sources/shortvideo-sources.ts';
import { form, formOf, hostsOf, type PageKey } from './kernel/page-forms.ts';

/** The addresses of pages of videos and users, and short links, which lead to videos. */
export const forms = [
  formOf('video', {
    read(url): PageKey<'id' | 'author'> | undefined {
      const address = addressOf(url);
      return address?.kind === 'video' ? { id: address.id, author: address.author ?? nobody } : undefined;
    },
    write: ({ id, author }) => pageOf(id, author),
  }),
  formOf('sharedVideo', {
    read(url): PageKey<'url'> | undefined {
      const address = addressOf(url);
      return address?.kind === 'short' ? { url: addressText(address) } : undefined;
    },
    write: ({ url }) => url,
  }),
  form('user', ['username'], {
    hosts: hostsOf('tiktok.com', 'm'),
    patterns: [/^\/@(?!\.{1,2}(?:\/|$))(?<username>[A-Za-z0-9_.]{1,30})(?:\/live)?$/],
    write: ({ username }) => `${site}/@${username}`,
  }),
] as const;
