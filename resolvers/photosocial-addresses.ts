import { addressOf, pageOf } from '../sources/photosocial-addresses.ts';
import { site } from '../sources/photosocial-sources.ts';
import { form, formOf, hostsOf, type PageKey, words } from './kernel/page-forms.ts';

const hosts = ['instagram.com', 'instagr.am'].flatMap((host) => hostsOf(host, 'm'));

/** The addresses of pages of posts, highlights and users, and links as apps share them, which lead to posts. */
export const forms = [
  formOf('post', {
    read(url): PageKey<'code'> | undefined {
      const address = addressOf(url);
      return address?.kind === 'post' ? { code: address.code } : undefined;
    },
    write: ({ code }) => pageOf(code),
  }),
  formOf('sharedPost', {
    read(url): PageKey<'path'> | undefined {
      const address = addressOf(url);
      return address?.kind === 'share' ? { path: address.path } : undefined;
    },
    write: ({ path }) => `${site}${path}`,
  }),
  form('highlight', ['id'], {
    hosts,
    patterns: [/^\/stories\/highlights\/(?<id>[1-9]\d{0,19})$/],
    write: ({ id }) => `${site}/stories/highlights/${id}/`,
  }),
  form('user', ['username'], {
    hosts,
    patterns: [/^\/@?(?!\.{1,2}(?:\/|$))(?<username>[A-Za-z0-9._]{1,30})(?:\/(?:reels|tagged))?$/],
    reserved: words(
      'about accounts api ar archive challenge create data developer direct directory download emails explore graphql ' +
        'legal oauth p privacy reel reels s session share static stories terms tv web',
    ),
    write: ({ username }) => `${site}/${username}/`,
  }),
] as const;
