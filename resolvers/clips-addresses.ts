import { form, hostsOf } from './kernel/page-forms.ts';

const hosts = hostsOf('medal.tv');

/** The addresses of pages of clips and of those who made them. */
export const forms = [
  form('clip', ['id'], {
    hosts,
    patterns: [
      /^\/games\/[\w-]{1,100}\/clips\/(?<id>[\w-]{1,64})(?:\/[\w-]{1,64})?$/,
      /^\/clips?\/(?<id>[\w-]{1,64})(?:\/[\w-]{1,64})?$/,
    ],
    write: ({ id }) => `https://medal.tv/clips/${id}`,
  }),
  form('user', ['userId'], {
    hosts,
    patterns: [/^\/users\/(?<userId>[1-9]\d{0,18})$/],
    write: ({ userId }) => `https://medal.tv/users/${userId}`,
  }),
] as const;
