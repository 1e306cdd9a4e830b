import { form, hostsOf } from './kernel/page-forms.ts';

/** The addresses of pages of songs. */
export const forms = [
  form('track', ['id'], {
    hosts: hostsOf('shazam.com'),
    patterns: [/^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/(?:track|song)\/(?<id>[1-9]\d{0,18})(?:\/[^/]*)?$/],
    write: ({ id }) => `https://www.shazam.com/track/${id}`,
  }),
] as const;
