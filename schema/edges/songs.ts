import { enumKind } from '../../resolvers/kernel/inputs.ts';
import { lookup } from '../../resolvers/kernel/lookup.ts';
import {
  filmOfAlbum,
  filmOfVideo,
  type Likeness,
  likenesses,
  likenessOf,
  nameIn,
  plainTitle,
  songOfVideo,
} from '../../resolvers/links.ts';
import { findTrack, soundtrackOf } from '../../resolvers/music.ts';
import { download } from '../../resolvers/shortvideo-download.ts';
import { heardIn } from '../../resolvers/songid.ts';
import { titleNamed } from '../../resolvers/titledb.ts';
import type { Recording } from '../../sources/music-types.ts';
import { pageOf } from '../../sources/shortvideo-addresses.ts';
import type { Song } from '../../sources/shortvideo-decode.ts';
import type * as videosite from '../../sources/videosite.ts';
import { Track as JamTrack } from '../brgame-cosmetics.ts';
import { builder } from '../kernel/builder.ts';
import { namedMatch } from '../kernel/matched-by.ts';
import { Album, AlbumRef, TrackRef } from '../music.ts';
import { FeedItem, Video } from '../shortvideo.ts';
import { Track as HeardTrack, Identification } from '../songid.ts';
import { Title } from '../titledb.ts';
import { Video as SiteVideo } from '../videosite.ts';

interface MusicLink {
  readonly track: Recording;
  readonly matchedBy: Likeness;
}

const MusicLink = builder.objectRef<MusicLink>('SongidMusicLink').implement({
  description: 'The same song in the music group. The two share no ids, so this is a judgement by names.',
  fields: (t) => ({
    track: t.expose('track', { type: TrackRef, description: 'The track, with its album and artists.' }),
    matchedBy: t.field({
      type: builder.enumOf(
        enumKind('SongidLikeness', likenesses, 'What two songs have in common, the surest first.'),
      ),
      description:
        'How it was found: both title and artist agree, the artist alone does, or no more than some words.',
      resolve: ({ matchedBy }) => matchedBy,
    }),
  }),
});

const musicOf = lookup({
  group: findTrack.group,
  summary: 'The same song in the music group, found by title and artist; null when there is none.',
  input: findTrack.input,
  async run(values, context): Promise<MusicLink | null> {
    const track = await findTrack.run(values, context);
    return track && { track, matchedBy: likenessOf(values, track) };
  },
});

const artistIn = (text: string): string | null => text.trim().slice(0, 256) || null;

builder.objectField(HeardTrack, 'music', (t) =>
  t.lookup(musicOf, {
    type: MusicLink,
    from: { song: ({ title }) => plainTitle(title), artist: ({ subtitle }) => artistIn(subtitle) },
  }),
);
builder.objectField(JamTrack, 'music', (t) =>
  t.lookup(musicOf, {
    type: MusicLink,
    from: { song: ({ title }) => plainTitle(title), artist: ({ artist }) => artistIn(artist) },
  }),
);
const ofVideo = {
  song: ({ song }: { readonly song: Song | null }) => song && plainTitle(song.title),
  artist: ({ song }: { readonly song: Song | null }) => song && artistIn(song.artist),
};
const heard = {
  ...musicOf,
  summary:
    'The song that is heard in it, in the music group; null for sounds of its own and when there is none.',
};
builder.objectField(Video, 'song', (t) => t.lookup(heard, { type: MusicLink, from: ofVideo }));
builder.objectField(FeedItem, 'song', (t) => t.lookup(heard, { type: MusicLink, from: ofVideo }));

builder.objectField(Video, 'heard', (t) =>
  t.lookup(
    heardIn(
      download,
      'The song that is heard in its file, found by its sound, also where the video names none; files have 10 MB at most.',
    ),
    { type: Identification, from: { url: ({ id, author }) => pageOf(id, author.uniqueId) } },
  ),
);

const SoundtrackMatch = namedMatch('MusicSoundtrackMatch', {
  description:
    'An album that is named as the music of a film or series; it may be of another one of that name.',
  field: 'album',
  type: AlbumRef,
  fieldDescription: 'The album.',
});
builder.objectField(Title, 'soundtrack', (t) =>
  t.lookup(soundtrackOf, { type: SoundtrackMatch, from: { title: ({ title }) => nameIn(title) } }),
);

const ofSiteVideo = ({ snippet }: videosite.Video) => songOfVideo(snippet.title, snippet.description);
builder.objectField(SiteVideo, 'song', (t) =>
  t.lookup(
    {
      ...musicOf,
      summary:
        'The song of a music video, in the music group, by the names in its title or those that its distributor states; null for other videos and when there is none.',
    },
    {
      type: MusicLink,
      from: {
        song: (video) => ofSiteVideo(video)?.song ?? null,
        artist: (video) => ofSiteVideo(video)?.artist ?? null,
      },
    },
  ),
);

const FilmMatch = namedMatch('TitledbTitleMatch', {
  description: 'A film or series that a work of another group names; it may be another one of that name.',
  field: 'title',
  type: Title,
  fieldDescription: 'The film or series.',
});
builder.objectField(Album, 'film', (t) =>
  t.lookup(
    { ...titleNamed, summary: 'The film or series whose music it says to be; null for other albums.' },
    { type: FilmMatch, from: { name: ({ name }) => filmOfAlbum(name) } },
  ),
);
builder.objectField(SiteVideo, 'film', (t) =>
  t.lookup(titleNamed, { type: FilmMatch, from: { name: ({ snippet }) => filmOfVideo(snippet.title) } }),
);
