import { form } from './kernel/page-forms.ts';

const hosts = ['open.spotify.com', 'play.spotify.com'];

const page = <const Kind extends string>(kind: Kind, pattern: RegExp) =>
  form(kind, ['id'], {
    hosts,
    patterns: [pattern],
    write: ({ id }) => `https://open.spotify.com/${kind}/${id}`,
  });

/** The addresses of pages of tracks, albums, artists and announced albums, in any language. */
export const forms = [
  page('track', /^(?:\/intl-[a-z]{2}(?:-[a-z]{2})?|\/embed)?\/track\/(?<id>[A-Za-z0-9]{22})$/),
  page('album', /^(?:\/intl-[a-z]{2}(?:-[a-z]{2})?|\/embed)?\/album\/(?<id>[A-Za-z0-9]{22})$/),
  page('artist', /^(?:\/intl-[a-z]{2}(?:-[a-z]{2})?|\/embed)?\/artist\/(?<id>[A-Za-z0-9]{22})$/),
  page('prerelease', /^(?:\/intl-[a-z]{2}(?:-[a-z]{2})?)?\/prerelease\/(?<id>[A-Za-z0-9]{22})$/),
] as const;
