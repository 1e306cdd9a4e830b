import { describe, expect, it } from 'vitest';
import { addressAt, pageKinds, pageOf } from '../../resolvers/addresses.ts';

const channelId = 'UC_x5XG1OV2P6uZZ5FSM9Ttw';
const trackId = '4uLU6hMCjMI75M1A2tKUQC';

/** Addresses with the object that each is about: `group.kind`, then the parts of its key. */
const pages = [
  ['https://www.twitch.tv/TwitchDev', 'livestream.user', { login: 'TwitchDev' }],
  ['http://m.twitch.tv/twitchdev/', 'livestream.user', { login: 'twitchdev' }],
  ['https://twitch.tv/twitchdev/about?tt=1#panel', 'livestream.user', { login: 'twitchdev' }],
  ['https://www.twitch.tv/videos/2105000001', 'livestream.video', { id: '2105000001' }],
  ['https://www.twitch.tv/twitchdev/v/2105000001', 'livestream.video', { id: '2105000001' }],
  [
    'https://clips.twitch.tv/AwkwardHelplessSalamander',
    'livestream.clip',
    { id: 'AwkwardHelplessSalamander' },
  ],
  ['https://www.twitch.tv/twitchdev/clip/Awkward-1', 'livestream.clip', { id: 'Awkward-1' }],
  ['https://www.twitch.tv/directory/game/Clash%20Royale', 'livestream.game', { name: 'Clash Royale' }],
  [`https://www.youtube.com/channel/${channelId}`, 'videosite.channel', { channelId }],
  [`https://m.youtube.com/channel/${channelId}/videos`, 'videosite.channel', { channelId }],
  ['https://www.youtube.com/@GoogleDevelopers', 'videosite.handle', { handle: 'GoogleDevelopers' }],
  ['https://youtube.com/@%C3%A4rzte/shorts', 'videosite.handle', { handle: 'ärzte' }],
  ['http://www.youtube.com/user/GoogleDevelopers', 'videosite.username', { username: 'GoogleDevelopers' }],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=43', 'videosite.video', { id: 'dQw4w9WgXcQ' }],
  ['https://youtu.be/dQw4w9WgXcQ?t=43', 'videosite.video', { id: 'dQw4w9WgXcQ' }],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'videosite.video', { id: 'dQw4w9WgXcQ' }],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'videosite.video', { id: 'dQw4w9WgXcQ' }],
  ['https://www.youtube.com/playlist?list=PLabcdefghijkl', 'videosite.playlist', { id: 'PLabcdefghijkl' }],
  ['https://x.com/jack', 'microblog.user', { username: 'jack' }],
  ['http://mobile.twitter.com/@jack', 'microblog.user', { username: 'jack' }],
  ['https://twitter.com/jack/with_replies', 'microblog.user', { username: 'jack' }],
  ['https://twitter.com/jack/status/20/photo/1', 'microblog.post', { id: '20' }],
  ['https://x.com/i/web/status/20', 'microblog.post', { id: '20' }],
  ['https://www.instagram.com/instagram/', 'photosocial.user', { username: 'instagram' }],
  ['https://instagram.com/the.figen?igsh=abc', 'photosocial.user', { username: 'the.figen' }],
  ['https://www.instagram.com/p/CAnqPB-Jzcj/', 'photosocial.post', { code: 'CAnqPB-Jzcj' }],
  ['https://instagr.am/instagram/reel/CAnqPB-Jzcj', 'photosocial.post', { code: 'CAnqPB-Jzcj' }],
  ['https://www.instagram.com/share/p/BAbc_1', 'photosocial.sharedPost', { path: '/share/p/BAbc_1/' }],
  [
    'https://www.instagram.com/stories/highlights/17854360229135492/',
    'photosocial.highlight',
    { id: '17854360229135492' },
  ],
  ['https://www.tiktok.com/@tiktok?lang=en', 'shortvideo.user', { username: 'tiktok' }],
  [
    'https://www.tiktok.com/@tiktok/video/6881450806688664838',
    'shortvideo.video',
    { id: '6881450806688664838', author: 'tiktok' },
  ],
  [
    'https://m.tiktok.com/v/6881450806688664838.html',
    'shortvideo.video',
    { id: '6881450806688664838', author: '_' },
  ],
  ['https://vm.tiktok.com/ZMabc12/', 'shortvideo.sharedVideo', { url: 'https://vm.tiktok.com/ZMabc12/' }],
  ['https://www.pinterest.de/pinterest/_saved/', 'pinboard.user', { username: 'pinterest' }],
  [
    'https://pinterest.com/pinterest/red-birds/',
    'pinboard.board',
    { username: 'pinterest', board: 'red-birds' },
  ],
  ['https://www.pinterest.co.uk/pin/red-bird--1234567890/', 'pinboard.pin', { pinId: '1234567890' }],
  ['http://github.com/octocat', 'coderepo.user', { username: 'octocat' }],
  ['https://github.com/orgs/nodejs', 'coderepo.user', { username: 'nodejs' }],
  ['https://github.com/apps/renovate', 'coderepo.user', { username: 'renovate[bot]' }],
  [
    'https://github.com/octocat/Hello-World.git',
    'coderepo.repo',
    { username: 'octocat', repo: 'Hello-World' },
  ],
  [`https://open.spotify.com/intl-de/track/${trackId}?si=1`, 'music.track', { id: trackId }],
  [`https://open.spotify.com/embed/album/${trackId}`, 'music.album', { id: trackId }],
  [`https://open.spotify.com/artist/${trackId}`, 'music.artist', { id: trackId }],
  [`https://open.spotify.com/prerelease/${trackId}`, 'music.prerelease', { id: trackId }],
  ['https://m.imdb.com/title/tt0000001/reference', 'titledb.title', { id: 'tt0000001' }],
  ['https://www.imdb.com/de/title/tt0000001/', 'titledb.title', { id: 'tt0000001' }],
  ['https://medal.tv/games/minecraft/clips/iKsHJMX3a/d1337', 'clips.clip', { id: 'iKsHJMX3a' }],
  ['https://medal.tv/clip/9123456/vcMONks6G5T412oH', 'clips.clip', { id: '9123456' }],
  ['https://medal.tv/users/123456', 'clips.user', { userId: '123456' }],
  ['https://www.shazam.com/track/5933917/arrival-to-earth', 'songid.track', { id: '5933917' }],
  ['https://www.roblox.com/users/156/profile', 'blockgame.player', { userId: '156' }],
  ['https://www.roblox.com/catalog/607702162/Shirt', 'blockgame.asset', { assetId: '607702162' }],
  ['https://www.rolimons.com/player/156', 'blockgame.player', { userId: '156' }],
  ['https://www.roblox.com/User.aspx?username=Builder_1', 'blockgame.playerNamed', { username: 'Builder_1' }],
  ['https://www.roblox.com/users/profile?username=ada', 'blockgame.playerNamed', { username: 'ada' }],
  ['https://brawlify.com/stats/profile/2lp2vjg', 'arenagame.player', { tag: '2LP2VJG' }],
  ['https://brawlstats.com/profile/%232LP2VJG', 'arenagame.player', { tag: '2LP2VJG' }],
  [
    'https://link.brawlstars.com/invite/friend/kr?tag=G9LPQPU0V&token=z',
    'arenagame.player',
    { tag: 'G9LPQPU0V' },
  ],
  [
    'https://link.brawlstars.com/invite/band/ru?tag=28U82UGGV&token=2',
    'arenagame.club',
    { tag: '28U82UGGV' },
  ],
  ['https://royaleapi.com/player/9L9GVQ8R/', 'cardgame.player', { tag: '9L9GVQ8R' }],
  ['https://statsroyale.com/profile/9L9GVQ8R', 'cardgame.player', { tag: '9L9GVQ8R' }],
  ['https://link.clashroyale.com/invite/clan/en?tag=J2RGCRVG&token=d', 'cardgame.clan', { tag: 'J2RGCRVG' }],
  ['https://pl.namemc.com/profile/Notch', 'cubegame.player', { username: 'Notch' }],
  ['https://laby.net/@Notch', 'cubegame.player', { username: 'Notch' }],
  [
    'https://namemc.com/profile/069a79f444e94726a5befca90e38aaf5',
    'cubegame.uuid',
    { uuid: '069a79f444e94726a5befca90e38aaf5' },
  ],
  ['https://fortnitetracker.com/profile/all/fa%20krayy2k', 'brgame.player', { name: 'fa krayy2k' }],
  ['https://fortnite.gg/stats?player=MichalBr', 'brgame.player', { name: 'MichalBr' }],
  ['https://store.epicgames.com/en-US/p/fortnite?epic_affiliate=ADA', 'brgame.creator', { name: 'ADA' }],
  [
    'https://www.espn.com/nba/team/_/name/bos/boston-celtics',
    'sports.team',
    { team: 'bos', league: 'basketball_pro_men' },
  ],
  ['https://www.espn.com/nfl/team/_/id/2', 'sports.team', { team: '2', league: 'football_pro' }],
  ['https://www.espn.com/wnba/teams', 'sports.teams', { league: 'basketball_pro_women' }],
  ['https://www.espn.com/nhl/scoreboard', 'sports.scoreboard', { league: 'hockey_pro' }],
  ['https://www.espn.com/soccer/scoreboard/_/league/eng.1', 'sports.soccer', { league: 'england_top' }],
] as const;

const strangers = [
  '',
  'twitchdev',
  'twitch.tv/twitchdev',
  'ftp://github.com/octocat',
  'javascript:alert(1)//github.com/octocat',
  'https://github.com.evil.example/octocat',
  'https://evilgithub.com/octocat',
  'https://github.com@evil.example/octocat',
  'https://user@github.com/octocat',
  'https://github.com:8443/octocat',
  'https://github.com/octocat%2fHello-World',
  'https://github.com/%ff',
  'https://github.com/',
  'https://github.com/topics',
  'https://github.com/topics/graphql',
  'https://github.com/octocat/Hello-World/issues/1',
  'https://gist.github.com/octocat',
  'https://www.twitch.tv/directory',
  'https://www.twitch.tv/settings',
  'https://clips.twitch.tv/embed?clip=Awkward',
  'https://www.youtube.com/',
  'https://www.youtube.com/c/GoogleDevelopers',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/embed/videoseries?list=PLabcdefghijkl',
  'https://youtu.be/',
  'https://twitter.com/download/iphone',
  'https://twitter.com/intent/user?screen_name=jack',
  'https://x.com/i/article/2079162061142335488',
  'https://t.co/NIwHVIVyrN',
  'https://www.instagram.com/explore/',
  'https://www.instagram.com/p/',
  'https://www.tiktok.com/legal/privacy-policy?lang=en',
  'https://www.tiktok.com/en/',
  'https://www.pinterest.com/ideas/red-birds/',
  'https://www.pinterest.example/pinterest/',
  `https://open.spotify.com/playlist/${trackId}`,
  'https://open.spotify.com/track/short',
  'https://www.imdb.com/name/nm0000001/',
  'https://medal.tv/games/minecraft',
  'https://namemc.com/profile/Notch.2',
  'https://namemc.com/skin/12b92a9206470fe2',
  'https://store.epicgames.com/en-US/p/fortnite',
  'https://link.clashroyale.com/deck/en?deck=26000000;26000001',
  'https://royaleapi.com/card/knight',
  'https://www.roblox.com/games/1818/Crossroads',
  'https://www.espn.com/cricket/scoreboard',
  'https://www.espn.com/soccer/scoreboard/_/league/xyz.9',
  'https://almanac.example/octocat',
];

describe('addressAt', () => {
  it.each(pages)('%s is %s', (url, kind, key) => {
    const address = addressAt(url);
    expect(address && `${address.group}.${address.kind}`).toBe(kind);
    expect(address?.key).toEqual(key);
  });

  it.each(pages)('reads the usual address of %s as the same object', (url) => {
    const address = addressAt(url)!;
    expect(addressAt(pageOf(address))).toEqual(address);
  });

  it.each(strangers)('reads nothing in %j', (url) => {
    expect(addressAt(url)).toBeUndefined();
  });

  it('has a row above for every kind of page', () => {
    const shown = new Set<string>(pages.map(([, kind]) => kind));
    expect(pageKinds.filter((kind) => !shown.has(kind))).toEqual([]);
  });
});
