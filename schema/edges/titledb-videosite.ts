import { wordsOf } from '../../resolvers/links.ts';
import { videosAbout } from '../../resolvers/videosite-findings.ts';
import type { Title as Model } from '../../sources/titledb.ts';
import { builder } from '../kernel/builder.ts';
import { Title } from '../titledb.ts';
import { Findings } from '../videosite-findings.ts';

/** The first year of a title; "2008–2013" for a series. */
const yearOf = ({ year }: Model): string => /^\d{4}/.exec(year)?.[0] ?? '';

builder.objectField(Title, 'trailers', (t) =>
  t.lookup(
    { ...videosAbout, summary: 'The videos that a search for its name, its year and "trailer" finds.' },
    { type: Findings, from: { words: (title) => wordsOf(title.title, yearOf(title), 'trailer') } },
  ),
);
builder.objectField(Title, 'reviews', (t) =>
  t.lookup(
    { ...videosAbout, summary: 'The videos that a search for its name, its year and "review" finds.' },
    { type: Findings, from: { words: (title) => wordsOf(title.title, yearOf(title), 'review') } },
  ),
);
