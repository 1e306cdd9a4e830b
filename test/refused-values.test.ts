import { describe, expect, it } from 'vitest';
import { useTestApp } from './suite.ts';
import { words } from './support/words.ts';

/**
 * Values of a form of their own that parameters refuse, each in the place of `*`. Absent, empty and repeated values,
 * ranges and closed sets are checked for every parameter by the contract.
 */
type Refused = readonly [routes: Several, values: Several, message: string];
/** Words of one text, where none of them is empty or has a space. */
type Several = string | readonly string[];
const each = (several: Several) => (typeof several === 'string' ? words(several) : several);

const of = (length: number) => 'x'.repeat(length);
const many = (count: number, name = 'paper') =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`).join();

const tags = ['A', 'AB', '##ABC', 'AB#C', 'AB C', 'AB/CD', 'ÄBCD', '2PP00\u0000', 'A'.repeat(16)];
const fighters = ['0', '1', '17000000', '160000000', '-16000000', '1.6e7', 'shelly', ' 16000000'];
const uuids = words(`Notch 69a79f4-44e9-4726-a5be-fca90e38aaf5 069a79f4-44e9-4726-a5be-fca90e38aaf50
  069a79f444e9-4726-a5be-fca90e38aaf5 ../../../../../../../../etc/passwd`);
const uuid = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
const trackIds = words(`4uLU6hMCjMI75M1A2tKUQ 4uLU6hMCjMI75M1A2tKUQCC spotify:track:4uLU6hMCjMI75M1A2tKUQC
  ../../../../etc/passwdx`);
const dates = ['tomorrow', '2031-02-30', '20310101-20310102', ''];
const pictures =
  words(`https://notpinimg.com/236x/ab/cd/ef/abcdef.jpg https://i.pinimg.com/236x/ab/cd/ef/abcdef.svg
  https://i.pinimg.com/236x/%2e%2e%2fabcdef.jpg https://i.pinimg.com/a.b/abcdef.jpg https://i.pinimg.com/a..jpg
  https://i.pinimg.com/ image`);
const videosite = 'UC_x5XG1OV2P6uZZ5FSM9Ttw';

const video = '7123456789012345678';
const videos = [
  ...words(`video www.tiktok.com/@ada/video/${video} https://www.tiktok.com/@ada https://www.tiktok.com/t/`),
  ...['', '12x', '012', '1'.repeat(21), `${video}\n`, `${video}?${of(2048)}`].map(
    (rest) => `https://www.tiktok.com/@ada/video/${rest}`,
  ),
  ...[`@a/b/video/${video}`, '@ada/live'].map((rest) => `https://www.tiktok.com/${rest}`),
  ...['', `@ada/video/${video}`, 'a/b'].map((rest) => `https://vm.tiktok.com/${rest}`),
];

const posts = [
  ...words(`post CAnqPB-Jzcj www.instagram.com/p/CAnqPB-Jzcj/ /p/CAnqPB-Jzcj/
    //instagram.com/p/CAnqPB-Jzcj/`),
  ...['', 'jlo/', 'p/', 'reels/audio/123456/', 'stories/jlo/2317006284167526179/', 'p/CAnqPB-Jzcj12345/'].map(
    (rest) => `https://www.instagram.com/${rest}`,
  ),
  ...['p/CAnqPB%2FJzcj/', 'p/../accounts/login/', 'api/v1/media/1/info/', `p/CAnqPB-Jzcj/?${of(2100)}`].map(
    (rest) => `https://www.instagram.com/${rest}`,
  ),
  ...[
    'evilinstagram.com',
    'www.instagram.com\\@evil.example',
    'www.insta\tgram.com',
    'www.instagram.com.',
  ].map((host) => `https://${host}/p/CAnqPB-Jzcj/`),
  'https://i.instagram.com/p/CAnqPB-Jzcj/',
];

/** What follows the name of a player in the paths of blockgame. */
const ofPlayer = [
  '',
  ...words('/avatar /outfits /groups /badges /friends /games /marketdata /username/history'),
];

const refused: Readonly<Record<string, readonly Refused[]>> = {
  arenagame: [
    ['player/* battlelog/* club/* club/*/members', tags, 'tag must be a tag of 3 to 15 letters'],
    ['fighters/* rankings/global/fighters/*', fighters, 'fighterId must be the number of a fighter'],
  ],
  blockgame: [
    [
      ofPlayer.map((rest) => `*${rest}`),
      ['a/b', 'a?x=1', '../b', 'jörg', of(41), 'a\u0000b'],
      'username must be',
    ],
    ['template/*', 'abc 1.5 -1 0 007 1e3 badges 1234567890123456789', 'assetId must be'],
  ],
  brgame: [
    ['cosmetics/br?language=* shop?language=* news/br?language=*', ['EN', 'ar', ''], 'language must be one'],
    ['cosmetics/br/*', 'a/b Search', 'cosmetic_id must be an id'],
    ['playlists/*', ['..\u0000'], 'playlist_id must be an id'],
    ['cosmetics/br/search?type=*', [''], 'type must be text'],
    ['cosmetics/br/search/all?name=*', [of(101)], 'name must be text of 1 to 100'],
    ['cosmetics/br/search/ids?id=*', ['a b'], 'id must be 1 to 100 values'],
    [`cosmetics/br/search/ids?${'id=a&'.repeat(100)}id=*`, 'a', 'id must be 1 to 100 values'],
  ],
  cardgame: [
    ['player/* chests/* battlelog/*', tags, 'playerTag must be a tag of 3 to 15 letters'],
    ['clan/* members/*', tags, 'clanTag must be a tag of 3 to 15 letters'],
    ['clansearch/*', ['a', 'ab', ' ab ', 'a\u0000bc', of(51)], 'query must be text of 3 to 50 characters'],
  ],
  clips: [
    ['search?text=*', [of(257)], 'text must be text of 1 to 256 characters, without control characters.'],
    ['latest?userId=*', 'Galkon -1', 'userId must be the number of a user.'],
    ['trending?categoryId=*', ['a/b', '', of(65)], 'categoryId must be a category id of at most 64 letters'],
    ...['trending?', 'latest?', 'search?text=a&'].map(
      (list): Refused => [
        `${list}limit=900&offset=* ${list}offset=*`,
        '991 1000000',
        'limit plus offset must not exceed 1000.',
      ],
    ),
  ],
  coderepo: [
    [
      'user?username=* repos?username=* repo?username=*&repo=a commits?username=*&repo=a',
      ['a/b', '..', '-x', of(40), 'jörg', 'a?b', 'a%00'],
      'username must be an account name',
    ],
  ],
  cubegame: [
    ['uuid?username=*', ['a b', 'naïve', 'a/b', of(26), '../etc'], 'username must be a name of at most 25'],
    ['avatar?uuid=* render?uuid=*', uuids, 'uuid must be a UUID of 32 hexadecimal digits'],
    [`avatar?uuid=${uuid}&size=*`, '64.5 huge', 'size must be a whole number from 1 to 512.'],
    [`render?uuid=${uuid}&scale=*`, '0.9 10.01 1e9 NaN', 'scale must be a number from 1 to 10.'],
  ],
  livestream: [
    ['user?login=* stream?user_login=*', ['a b', of(26), 'a&login=b', 'ü'], 'must be a login of at most 25'],
    ['user/id?id=* game?id=*', ['x1', '-1', '007', '9'.repeat(19)], 'id must be a number'],
    ['channel?broadcaster_id=*', 'twitchdev', 'broadcaster_id must be a number'],
    ['videos?user_id=*', 'x', 'user_id must be a number'],
    ['game?name=*', [of(141)], 'name must be text of 1 to 140'],
    ['streams/top?after=*', ['a b', '', of(4097)], 'after must be the cursor'],
  ],
  microblog: [
    [
      'post?url=*',
      `https://notx.com/jack/status/20 ftp://x.com/jack/status/20 https://x.com/jack/status/twenty
        https://x.com/jack/status/12345678901234567890 https://x.com/jack post`,
      'url must be the address of a post on x.com or twitter.com',
    ],
    ['user?username=*', ['a b', 'sixteen_letters_', 'a/../b'], 'username must be a name of at most 15'],
  ],
  music: [
    [
      'track?id=* album?id=* artist?id=* artist/top-tracks?id=* artist/discography?id=* prerelease?id=*',
      trackIds,
      'id must be an id of 22 letters and digits.',
    ],
    ['artist/search?name=*', [of(257)], 'name must be text of 1 to 256 characters'],
  ],
  news: [
    ['top-headlines?country=*', ['usa', '1a', ''], 'country must be a country code of two letters, such as'],
    ['top-headlines?sources=*', ['Polar Post', 'polar-post,,amber', many(21)], 'sources must be 1 to 20'],
    ['everything?sources=*', [many(21)], 'sources must be 1 to 20 values'],
    ['top-headlines?q=*', [of(501)], 'q must be text of 1 to 500 characters, without control characters.'],
    ['everything?q=a&from=*', '2025-13-01 2025-02-30', 'from must be a date such as'],
    ['everything?q=a&to=*', '1735689600 yesterday', 'to must be a date such as'],
    ['everything?q=a&from=2025-03-02&to=*', '2025-03-01', 'from must not be later than to.'],
    ['everything?q=a&language=*', 'eng', 'language must be a language code of two letters, such as en.'],
    ['everything?domains=*', 'https://one.example/', 'the host of a web site'],
  ],
  photosocial: [
    ['post?url=* comments?url=*', posts, 'url must be the address of a post or reel on instagram.com'],
    [
      'profile?username=*',
      ['.', '..', '@..', of(31), 'a b', 'a/b', 'a-b', '😀', 'ä', '@@a', '@', 'a\u0000', '../x', 'a?b=c'],
      'username must be made of letters, numbers, periods and under',
    ],
    ['stories?username=* highlights?username=*', ['.', '..'], 'username must be made of letters'],
  ],
  pinboard: [
    ['user?username=*', ['a b', 'a/../b'], 'username must be a name'],
    ['search?q=*', [of(201)], 'q must be text'],
    ['board?username=a&board=*', 'a/b', 'board must be'],
    ['download?url=* similar?url=*', pictures, 'url must be the address of a picture on pinimg.com'],
    ['download?url=*', 'https://www.pinterest.com/pin/1/', 'url must be'],
  ],
  shortvideo: [
    ['video?url=* download?url=*', videos, 'url must be the address of a video on tiktok.com'],
    [
      'user?username=*',
      ['.', '..', '@.', 'a b', 'a/../b', '..\u0000', of(31), 'ä', '@@ada'],
      'username must be ',
    ],
    [
      'video?url=*',
      [`https://www.tiktok.com/@../video/${video}`, `https://www.tiktok.com/@./video/${video}`],
      'url must be',
    ],
  ],
  sports: [
    [
      ['basketball/pro-men', 'football/pro', 'hockey/pro', 'mma/pro'].map((it) => `${it}/scoreboard?date=*`),
      dates,
      'date must be a date such as',
    ],
  ],
  titledb: [
    ['title?title=*', [of(257)], 'title must be text of 1 to 256'],
    ['title?title=a&year=*', 'soon', 'year must be a whole number from 1 to 9999.'],
    [
      'id?id=* season?season=1&id=*',
      ['tt', '0111161', 'TT0111161', 'nm0000001', 'tt12x4567', ' tt1234567', 'tt1234567890123'],
      'id must be an id of the form tt and digits',
    ],
    ['season?season=*&title=a', 'last', 'season must be a whole number, 1 or more.'],
    ['season?season=1&title=a&id=*', 'tt1234567', 'Only one of title or id can be given.'],
  ],
  videosite: [
    [
      'channel?channel_id=* playlists?channel_id=*',
      ['dQw4w9WgXcQ', `${videosite}x`, `XX${videosite.slice(2)}`, `${videosite.slice(0, -2)},x`],
      'channel_id must be a channel id: UC and 22 letters',
    ],
    ['channel?username=*', ['a b', of(31)], 'username must be a name of at most 30 letters'],
    [`channel?channel_id=${videosite}&username=*`, 'ada', 'Only one of channel_id or username'],
    ['video?video_id=* comments?video_id=*', 'tooshort abcde,fghij ../videos?x', 'video_id must be a video'],
    ['search?q=x&type=*', 'movie video,', 'type must be 1 to 3 values'],
    ['playlist/items?playlist_id=*', [videosite, 'PL', `PL${of(63)}`], 'playlist_id must be a playlist id'],
  ],
  weather: [
    ['current?city=*', ['Os\u0000lo', of(101)], 'city must be text of 1 to 100 characters'],
    ['current?city=Oslo&city=*', 'Rome', 'It is given 2 times, and takes'],
    ['current?citty=*', 'Oslo', 'There is no parameter "citty".'],
  ],
};

const app = useTestApp();

describe.each(Object.entries(refused))('values that %s refuses', (group, rows) => {
  it.each(rows)(
    'are a 400 that says how they are, without an upstream call: %j %j',
    async (routes, values, message) => {
      await app.clearCalls();
      const error = expect.stringContaining(message);
      for (const route of each(routes)) {
        for (const value of each(values)) {
          const path = `/api/${group}/${route.replace('*', encodeURIComponent(value))}`;
          expect(await app.ask(path)).toFail(400, error);
        }
      }
      expect(await app.calls()).toEqual([]);
    },
  );
});

const unknownId = 'notfound00000000000000';
const noChannel = `UCnotfound${of(14)}`;
const noPlaylist = `PLnotfound${of(14)}`;
const hiddenPlaylist = `PLprivate${of(25)}`;
const noPlayer = 'No player named "notfoundpal" was found.';
const notPublic = 'This is not public.';
const noFighter = 'No fighter with the id 16999999 was found.';
const noRepo = 'No repository "notfoundcat/a" was found.';

/** Objects that the sandbox lacks or that are not public there: the routes, the status and the message. */
const absent: Readonly<
  Record<string, readonly (readonly [routes: Several, status: number, message: string])[]>
> = {
  arenagame: [
    ['fighters/16999999 rankings/global/fighters/16999999', 404, noFighter],
    ['player/NOTFOUND2 battlelog/NOTFOUND2', 404, 'No player with the tag #NOTFOUND2 was found.'],
    ['club/NOTFOUND2 club/NOTFOUND2/members', 404, 'No club with the tag #NOTFOUND2 was found.'],
  ],
  blockgame: [
    [ofPlayer.map((rest) => `notfoundpal${rest}`), 404, noPlayer],
    ['avatar/123404', 404, 'No picture of a player with the id 123404 was found.'],
  ],
  brgame: [
    ['cosmetics/br/CID_notfound', 404, 'No cosmetic with the id "CID_notfound" was found.'],
    ['playlists/Playlist_notfound', 404, 'No playlist with the id "Playlist_notfound" was found.'],
    ['creatorcode?name=notfound1', 404, 'No creator code "notfound1" was found.'],
    ['stats/br?name=notfound1', 404, 'No player named "notfound1" who has played was found.'],
    ['stats/br?name=private1', 403, 'The statistics of this player are not public.'],
  ],
  cardgame: [
    ['player/NOTFOUND2 chests/NOTFOUND2 battlelog/NOTFOUND2', 404, 'No player with the tag #NOTFOUND2 was'],
    [['clan', 'members'].map((it) => `${it}/NOTFOUND2`), 404, 'No clan with the tag #NOTFOUND2 was found.'],
  ],
  coderepo: [
    ['user?username=notfoundcat repos?username=notfoundcat', 404, 'No user named "notfoundcat" was found.'],
    ['repo?username=notfoundcat&repo=a commits?username=notfoundcat&repo=a', 404, noRepo],
  ],
  cubegame: [['full?username=notfound_at_all', 404, 'No player named "notfound_at_all" was found.']],
  music: [
    ...['track', 'album', 'artist', 'prerelease'].map(
      (kind) => [`${kind}?id=${unknownId}`, 404, `No ${kind} with the id "${unknownId}" was found.`] as const,
    ),
    [
      ['top-tracks', 'discography'].map((it) => `artist/${it}?id=${unknownId}`),
      404,
      `No artist with the id "${unknownId}"`,
    ],
    ['artist/search?name=notfound%20ado', 404, 'No artist named "notfound ado" was found.'],
    ['search?song=notfound&artist=Ada', 404, 'No song "notfound" by "Ada" was found.'],
  ],
  photosocial: [
    [
      ['post', 'comments'].map((it) => `${it}?url=https://www.instagram.com/p/notfoundAAA/`),
      404,
      'No post with the code notfoundAAA was found.',
    ],
  ],
  shortvideo: [
    ['user?username=NotFoundAda', 404, 'No user named "NotFoundAda" was found.'],
    ['video?url=https://vm.tiktok.com/notfound1/', 404, 'This short link leads to no video.'],
    [
      'video?url=https://www.tiktok.com/@ada/video/7123456789012345404',
      404,
      'No video with the id 7123456789012345404 was found.',
    ],
    [`video?url=https://www.tiktok.com/@privateada/video/${video}`, 404, notPublic],
  ],
  titledb: [
    ['title?title=notfound%20film', 404, 'No title named "notfound film" was found.'],
    ['id?id=tt1234404', 404, 'No title with the id "tt1234404" was found.'],
    ['search?query=notfound', 404, 'No titles for "notfound" were found on page 1.'],
    ['season?title=Harbor%20Lights&season=99', 404, 'No season 99 of a series named "harbor lights" was'],
    ['season?id=tt1234404&season=1', 404, 'No season 1 of a series with the id "tt1234404" was found.'],
  ],
  videosite: [
    [
      ['channel', 'playlists', 'all'].map((it) => `${it}?channel_id=${noChannel}`),
      404,
      `No channel with the id "${noChannel}" was found.`,
    ],
    ['channel?username=notfound1 all?username=notfound1', 404, 'No channel named "notfound1" was found.'],
    ['video?video_id=private1234', 404, 'No video with the id "private1234" was found.'],
    [['video', 'comments'].map((it) => `${it}?video_id=notfound123`), 404, 'No video with the id "notfound'],
    [`playlist/items?playlist_id=${noPlaylist}`, 404, `No playlist with the id "${noPlaylist}" was found.`],
    [`playlist/items?playlist_id=${hiddenPlaylist} comments?video_id=private1234`, 403, notPublic],
  ],
  weather: [
    ['current?city=notfoundville forecast?city=notfoundville', 404, 'No city named "notfoundville" was'],
  ],
};

describe.each(Object.entries(absent))('what %s does not have', (group, rows) => {
  it.each(rows)('%j is a %i that names it', async (routes, status, message) => {
    for (const route of each(routes)) {
      expect(await app.ask(`/api/${group}/${route}`)).toFail(status, expect.stringContaining(message));
    }
  });
});
