import { form, hostsOf, words } from './kernel/page-forms.ts';

const hosts = ['x.com', 'twitter.com'].flatMap((host) => hostsOf(host, 'mobile', 'm'));

export const postForm = form('post', ['id'], {
  hosts,
  patterns: [/^\/(?:\w{1,20}|i\/web)\/status(?:es)?\/(?<id>[1-9]\d{0,18})(?:\/.*)?$/],
  write: ({ id }) => `https://x.com/i/status/${id}`,
});

/** The addresses of pages of posts and users. */
export const forms = [
  postForm,
  form('user', ['username'], {
    hosts,
    patterns: [/^\/@?(?<username>\w{1,15})(?:\/(?:media|with_replies|likes|followers|following))?$/],
    reserved: words(
      'about account compose download explore hashtag help home i intent jobs login logout messages notifications ' +
        'oauth personalization privacy search settings share signup tos who_to_follow widgets',
    ),
    write: ({ username }) => `https://x.com/${username}`,
  }),
] as const;
