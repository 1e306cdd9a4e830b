import type { Dice } from './kernel/dice.ts';
import type { KnownSong } from './kernel/songs.ts';

const images = 'https://is1-ssl.mzstatic.com/image/thumb/Music115/v4';
const icons = 'https://images.shazam.com/static/icons/hub/web/v5';

const slugOf = (title: string) => encodeURIComponent(title.toLowerCase().replaceAll(' ', '-'));

/** Names and addresses of one song, from which a track is derived. */
interface Song extends KnownSong {
  readonly key: string;
  readonly artistId: string;
  readonly albumId: string;
  readonly picture: string;
  readonly page: string;
}

function songFrom(known: KnownSong, dice: Dice): Song {
  const key = dice.digits(8);
  return {
    ...known,
    key,
    artistId: dice.digits(8),
    albumId: dice.digits(9),
    picture: `${images}/${dice.hex(2)}/${dice.hex(2)}/${dice.uuid()}/cover.jpg`,
    page: `https://www.shazam.com/track/${key}/${slugOf(known.title)}`,
  };
}

/** A track with all keys of the service; a little-known one lacks genres and most metadata. */
export function track(known: KnownSong, isLittleKnown: boolean, dice: Dice) {
  const song = songFrom(known, dice);
  const { key, title, artist, page, artistId, albumId } = song;
  const related = `https://cdn.shazam.com/shazam/v3/en/US/web/-/tracks/track-similarities-id-${key}?startFrom=0&pageSize=20&connected=`;
  return {
    layout: '5',
    type: 'MUSIC',
    key,
    title,
    subtitle: artist,
    images: {
      background: `${song.picture}/800x800cc.jpg`,
      coverart: `${song.picture}/400x400cc.jpg`,
      coverarthq: `${song.picture}/400x400cc.jpg`,
      joecolor: `b:${dice.hex(6)}p:${dice.hex(6)}s:${dice.hex(6)}t:${dice.hex(6)}q:${dice.hex(6)}`,
    },
    share: share(song),
    hub: hub(song, dice),
    sections: sections(song, dice, isLittleKnown, related),
    url: page,
    artists: [{ id: artistId, adamid: artistId }],
    isrc: `US${dice.token(3, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')}${dice.digits(7)}`,
    ...(isLittleKnown ? {} : { genres: { primary: song.genre } }),
    urlparams: {
      '{tracktitle}': encodeURIComponent(title).replaceAll('%20', '+'),
      '{trackartist}': encodeURIComponent(artist).replaceAll('%20', '+'),
    },
    myshazam: { apple: { actions: [{ name: 'myshazam:apple', type: 'uri', uri: albumPage(song) }] } },
    highlightsurls: {},
    relatedtracksurl: related,
    albumadamid: albumId,
  };
}

const albumPage = ({ title, albumId, key }: Song) =>
  `https://music.apple.com/us/album/${slugOf(title)}/${albumId}?i=${key}`;

const share = ({ title, artist, page, key, picture }: Song) => ({
  subject: `${title} - ${artist}`,
  text: `${title} by ${artist}`,
  href: page,
  image: `${picture}/400x400cc.jpg`,
  twitter: `I used @Shazam to discover ${title} by ${artist}.`,
  html: `https://www.shazam.com/snippets/email-share/${key}?lang=en-US&country=US`,
  avatar: `${picture}/800x800cc.jpg`,
  snapchat: `https://www.shazam.com/partner/sc/track/${key}`,
});

const hub = (song: Song, dice: Dice) => ({
  type: 'APPLEMUSIC',
  image: `${icons}/applemusic.png`,
  actions: [
    { name: 'apple', type: 'applemusicplay', id: song.key },
    {
      name: 'apple',
      type: 'uri',
      uri: `https://audio-ssl.itunes.apple.com/itunes-assets/AudioPreview115/v4/${dice.uuid()}/preview.m4a`,
    },
  ],
  options: [
    {
      caption: 'OPEN IN',
      actions: [{ name: 'hub:applemusic:deeplink', type: 'applemusicopen', uri: albumPage(song) }],
      beacondata: { type: 'open', providername: 'applemusic' },
      image: `${icons}/overflow-open-option.png`,
      type: 'open',
      listcaption: 'Open in Apple Music',
      overflowimage: `${icons}/applemusic-overflow.png`,
      colouroverflowimage: false,
      providername: 'applemusic',
    },
  ],
  providers: [
    {
      caption: 'Open in Spotify',
      images: { overflow: `${icons}/spotify-overflow.png`, default: `${icons}/spotify.png` },
      actions: [
        {
          name: 'hub:spotify:searchdeeplink',
          type: 'uri',
          uri: `spotify:search:${encodeURIComponent(`${song.title} ${song.artist}`)}`,
        },
      ],
      type: 'SPOTIFY',
    },
  ],
  explicit: dice.chance(0.1),
  displayname: 'APPLE MUSIC',
});

const sections = (song: Song, dice: Dice, isLittleKnown: boolean, related: string) => [
  {
    type: 'SONG',
    metapages: [
      { image: `${song.picture}/800x800cc.jpg`, caption: song.artist },
      { image: `${song.picture}/400x400cc.jpg`, caption: song.title },
    ],
    tabname: 'Song',
    metadata: isLittleKnown
      ? [{ title: 'Title', text: song.title }]
      : [
          { title: 'Album', text: song.album },
          { title: 'Label', text: song.label },
          { title: 'Released', text: song.released },
        ],
  },
  ...(dice.chance(0.5)
    ? [
        {
          type: 'LYRICS',
          text: Array.from({ length: 8 }, () => dice.sentence()),
          footer: `Writer(s): ${song.artist}`,
          tabname: 'Lyrics',
          beacondata: {
            lyricsid: dice.digits(8),
            providername: 'musixmatch',
            commontrackid: dice.digits(8),
          },
        },
      ]
    : []),
  {
    type: 'VIDEO',
    tabname: 'Video',
    youtubeurl: `https://cdn.shazam.com/video/v3/-/US/web/${song.key}/youtube/video?q=${encodeURIComponent(`${song.artist} "${song.title}"`)}`,
  },
  { type: 'RELATED', url: related, tabname: 'Related' },
];
