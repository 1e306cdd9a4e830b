import * as lookups from '../resolvers/songid.ts';
import type * as songid from '../songid/index.ts';
import { builder } from './kernel/builder.ts';
import { documentedAsId } from './kernel/wire.ts';

const Part = builder.objectRef<songid.RecordingPart>('SongidPart').implement({
  description: 'A part of a recording.',
  fields: (t) => ({
    start: t.exposeFloat('start', { description: 'Where it begins in the recording, in seconds.' }),
    end: t.exposeFloat('end', { description: 'Where it ends in the recording, in seconds.' }),
  }),
});

const Match = builder.objectRef<songid.SongMatch>('SongidMatch').implement({
  description: 'How a recording lies on a song.',
  fields: (t) => ({
    songId: t.exposeID('id', {
      description: 'Id of the song at whoever recognised it.',
      ...documentedAsId,
    }),
    offset: t.exposeFloat('offset', {
      description:
        'Where in the song the recording begins, in seconds; negative when it begins before the song.',
    }),
    timeskew: t.exposeFloat('timeskew', {
      description: 'How much faster it runs than the song: 0.01 is one per cent.',
    }),
    frequencyskew: t.exposeFloat('frequencyskew', {
      description: 'How much higher it sounds than the song: 0.01 is one per cent.',
    }),
    evidence: t.exposeFloat('evidence', {
      nullable: true,
      description:
        'How far it agrees with the song beyond chance, in standard deviations; null from the public service.',
    }),
    confidence: t.exposeFloat('confidence', {
      nullable: true,
      description:
        'The probability, from 0 to 1, that it is this song, and neither agreement by chance nor another song with the same loop; null from the public service.',
    }),
    part: t.expose('part', { type: Part, description: 'The part of the recording that was listened to.' }),
  }),
});

const Fact = builder.objectRef<songid.SongFact>('SongidFact').implement({
  description: 'One fact about a song.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What it tells: Album, Label, Released or the like.' }),
    text: t.exposeString('text', { description: 'The fact itself.' }),
  }),
});

const Section = builder.objectRef<songid.SongSection>('SongidSection').implement({
  description: 'A part of what is known of a song.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'SONG has the facts; others, such as LYRICS, have none.' }),
    metadata: t.list('metadata', {
      type: [Fact],
      max: 20,
      description: 'Facts, in the order of their source.',
    }),
  }),
});

const Genres = builder.objectRef<songid.SongTrack['genres']>('SongidGenres').implement({
  description: 'What kind of music a song is.',
  fields: (t) => ({
    primary: t.exposeString('primary', {
      nullable: true,
      description: 'Main genre; null when it is not known.',
    }),
  }),
});

export const Track = builder.objectRef<songid.SongTrack>('SongidTrack').implement({
  description: 'A song that was recognised.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Its title.' }),
    subtitle: t.exposeString('subtitle', { description: 'Its artist.' }),
    url: t.exposeString('url', { description: 'Page of the song; empty when there is none.' }),
    genres: t.expose('genres', { type: Genres, description: 'What kind of music it is.' }),
    sections: t.list('sections', { type: [Section], max: 20, description: 'What is known of it.' }),
  }),
});

export const Identification = builder.objectRef<songid.Identification>('SongidIdentification').implement({
  description: 'What song a recording was found to be.',
  fields: (t) => ({
    advice: t.exposeString('advice', {
      nullable: true,
      description:
        '`longer` when no song was recognised for sure, and one of a longer recording, of up to twelve seconds, or of one that goes on after it, may be; else null.',
    }),
    matched: t.exposeBoolean('matched', { description: 'Whether a song was recognised.' }),
    matches: t.list('matches', {
      type: [Match],
      max: 20,
      description: 'How the recording lies on the song, the best first; none when no song was recognised.',
    }),
    track: t.expose('track', {
      type: Track,
      nullable: true,
      description: 'The song; null when none was recognised.',
    }),
  }),
});

builder.namespace('songid', {
  description: 'Which song it is, from a recording of it.',
  synonyms: {
    '': 'audio fragment *heard hum humming listening mp3 play playing *recognise *recognised *recognition *recognize *recognized *recorded *recording *shazam wav',
    file: 'file mp3 ogg wav',
    music: 'spotify',
    song: 'audio detect fingerprint hear hearing hum identify listen listening name play playing recognise recognize sample snippet sound title tune',
    'song identification': 'audio sound tune',
    'recording sound': 'clip computer file microphone mp3 phone record song tune upload uploaded',
    track: 'identified recorded song',
  },
  fields: (t) => ({
    identified: t.lookup(lookups.identified, { type: Identification }),
    identify: t.lookup(lookups.identify, { type: Identification }),
  }),
});
