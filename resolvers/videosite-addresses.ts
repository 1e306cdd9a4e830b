import { form, hostsOf } from './kernel/page-forms.ts';

const hosts = hostsOf('youtube.com', 'm', 'music', 'gaming');
const videoPage = ({ id }: { readonly id: string }) => `https://www.youtube.com/watch?v=${id}`;

/** A channel has an id, and may have a handle and an old user name; names below `/c/` are none of the three. */
export const channelForms = [
  form('channel', ['channelId'], {
    hosts,
    patterns: [/^\/channel\/(?<channelId>UC[\w-]{22})(?:\/\w+)?$/],
    write: ({ channelId }) => `https://www.youtube.com/channel/${channelId}`,
  }),
  form('handle', ['handle'], {
    hosts,
    patterns: [/^\/@(?<handle>[\p{L}\p{M}\p{N}_.·-]{1,30})(?:\/\w+)?$/u],
    write: ({ handle }) => `https://www.youtube.com/@${encodeURIComponent(handle)}`,
  }),
  form('username', ['username'], {
    hosts,
    patterns: [/^\/user\/(?<username>[A-Za-z0-9]{1,30})(?:\/\w+)?$/],
    write: ({ username }) => `https://www.youtube.com/user/${username}`,
  }),
] as const;

/** The addresses of pages of channels, videos and playlists. */
export const forms = [
  ...channelForms,
  form('video', ['id'], {
    hosts,
    patterns: [/^\/watch\?(?<id>[\w-]{11})$/],
    parameter: 'v',
    write: videoPage,
  }),
  form('video', ['id'], {
    hosts: [...hosts, ...hostsOf('youtube-nocookie.com')],
    patterns: [/^\/(?:shorts|embed|live|v|e)\/(?<id>(?!videoseries$)[\w-]{11})$/],
    write: videoPage,
  }),
  form('video', ['id'], {
    hosts: hostsOf('youtu.be'),
    patterns: [/^\/(?<id>[\w-]{11})$/],
    write: videoPage,
  }),
  form('playlist', ['id'], {
    hosts,
    patterns: [/^\/playlist\?(?<id>(?:PL|UU|FL|OL|RD|EL|EC|SC|SP)[\w-]{10,62})$/],
    parameter: 'list',
    write: ({ id }) => `https://www.youtube.com/playlist?list=${id}`,
  }),
] as const;
