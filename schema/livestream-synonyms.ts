/** Words of callers by the words of descriptions that they stand for; a star marks those that name the group. */
export const synonyms = {
  '': 'gaming *twitch',
  account: 'broadcast broadcasting channel live stream streamer streaming streams',
  channel: 'broadcaster *streamer',
  'channel broadcaster': 'category delay info label language setting tag title',
  clips: 'best funniest funny highlight moment play short *streamer top viral',
  followers: 'count follow goal *streamer subscriber total',
  'game id': 'art box boxart category cover exact lookup',
  'game match':
    'livestream livestreams broadcast broadcasting live stream streamer streaming streams watch who',
  games: 'categories category',
  'games watched': 'categories category stream streamed streams viewer',
  search: 'autocomplete contain find keyword lookup match matching search *streamer',
  stream:
    'livestream livestreams livestreaming air alert broadcast broadcasting currently live notification offline online start started *streamer streaming streams title uptime viewer viewers',
  'stream user': 'channel count streamer title uptime viewer viewers',
  'streams running': 'audience livestream livestreams live streamer viewer watched',
  user: 'account affiliate bio broadcaster created creation description partner picture *streamer',
  'user id': 'convert number numeric resolve',
  'user login': 'logo name since',
  videos:
    'archive archived broadcast broadcasts highlight old older past previous recording replay rerun rewatch rewatched stream *streamer upload uploads vod vods',
};
