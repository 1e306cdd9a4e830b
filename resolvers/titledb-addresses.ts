import { form, hostsOf } from './kernel/page-forms.ts';

/** The addresses of pages of titles, in any language. */
export const forms = [
  form('title', ['id'], {
    hosts: hostsOf('imdb.com', 'm'),
    patterns: [
      /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/title\/(?<id>tt\d{1,12})(?:\/(?:reference|fullcredits|episodes|plotsummary))?$/,
    ],
    write: ({ id }) => `https://www.imdb.com/title/${id}/`,
  }),
] as const;
