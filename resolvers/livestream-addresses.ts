import { form, hostsOf, words } from './kernel/page-forms.ts';

const hosts = hostsOf('twitch.tv', 'm', 'go');

/** The addresses of pages of games, videos, clips and users. */
export const forms = [
  form('game', ['name'], {
    hosts,
    patterns: [/^\/directory\/game\/(?<name>[^/]{1,140})$/],
    write: ({ name }) => `https://www.twitch.tv/directory/game/${encodeURIComponent(name)}`,
  }),
  form('video', ['id'], {
    hosts,
    patterns: [/^(?:\/\w{1,25})?\/(?:videos|v)\/(?<id>[1-9]\d{0,17})$/],
    write: ({ id }) => `https://www.twitch.tv/videos/${id}`,
  }),
  form('clip', ['id'], {
    hosts: ['clips.twitch.tv'],
    patterns: [/^\/(?<id>[\w-]{1,100})$/],
    reserved: words('embed create'),
    write: ({ id }) => `https://clips.twitch.tv/${id}`,
  }),
  form('clip', ['id'], {
    hosts,
    patterns: [/^\/\w{1,25}\/clip\/(?<id>[\w-]{1,100})$/],
    write: ({ id }) => `https://clips.twitch.tv/${id}`,
  }),
  form('user', ['login'], {
    hosts,
    patterns: [/^\/(?<login>[A-Za-z0-9]\w{0,24})(?:\/(?:about|schedule|videos|clips|home))?$/],
    reserved: words(
      'bits broadcast creatorcamp directory downloads drops embed friends inventory jobs legal login logout messages ' +
        'moderator p payments popout prime privacy products search settings signup store subs subscriptions team ' +
        'teams turbo user v videos wallet',
    ),
    write: ({ login }) => `https://www.twitch.tv/${login}`,
  }),
] as const;
