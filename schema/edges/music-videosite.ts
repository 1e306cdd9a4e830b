import { wordsOf } from '../../resolvers/links.ts';
import { channelTitled, videosAbout } from '../../resolvers/videosite-findings.ts';
import { builder } from '../kernel/builder.ts';
import { Album, Artist, Track } from '../music.ts';
import { ChannelMatch, Findings } from '../videosite-findings.ts';

interface Work {
  readonly name: string;
  readonly artists: readonly { readonly name: string }[];
}

const titleWithArtist = ({ name, artists: [artist] }: Work) => wordsOf(name, artist?.name ?? '');

builder.objectField(Artist, 'videos', (t) =>
  t.lookup(videosAbout, { type: Findings, from: { words: ({ name }) => wordsOf(name) } }),
);
builder.objectField(Artist, 'channel', (t) =>
  t.lookup(channelTitled, { type: ChannelMatch, from: { words: ({ name }) => wordsOf(name) } }),
);
builder.objectField(Track, 'videos', (t) =>
  t.lookup(videosAbout, { type: Findings, from: { words: titleWithArtist } }),
);
builder.objectField(Album, 'videos', (t) =>
  t.lookup(videosAbout, { type: Findings, from: { words: titleWithArtist } }),
);
