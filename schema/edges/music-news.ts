import { nameIn } from '../../resolvers/links.ts';
import { articlesNaming } from '../../resolvers/news-findings.ts';
import { builder } from '../kernel/builder.ts';
import { Artist } from '../music.ts';
import { Findings } from '../news-findings.ts';

builder.objectField(Artist, 'news', (t) =>
  t.lookup(articlesNaming, { type: Findings, from: { names: ({ name }) => nameIn(name) } }),
);
