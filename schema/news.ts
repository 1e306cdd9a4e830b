import * as lookups from '../resolvers/news.ts';
import type * as news from '../sources/news.ts';
import { builder } from './kernel/builder.ts';
import { contains, isAmong, isSince, listFilters } from './kernel/list-filters.ts';
import { PageInterface } from './kernel/paging.ts';
import { DataSource } from './kernel/provenance.ts';
import { asTime, asUrl, timeOfText } from './kernel/values.ts';
import { documentedAsId } from './kernel/wire.ts';

export const Publication = builder.objectRef<news.Publication>('NewsPublication');
export const Article = builder.objectRef<news.Article>('NewsArticle');

export const filtersOfArticles = listFilters<news.Article>(
  'NewsArticle',
  {
    source: isAmong('Names or ids of their publications.', ({ source }) => [source.name, source.id]),
    author: contains('A part of who wrote them.', ({ author }) => [author]),
    title: contains('A part of their headline.', ({ title }) => [title]),
    since: isSince('When they were published, at the earliest.', ({ publishedAt }) => publishedAt),
  },
  { published: ({ publishedAt }) => timeOfText(publishedAt), source: ({ source }) => source.name },
);

const Articles = builder.objectRef<lookups.Articles>('NewsArticles').implement({
  description: 'A page of articles.',
  interfaces: [PageInterface],
  fields: (t) => ({
    status: t.exposeString('status', { description: 'What the source says of the question: ok.' }),
    totalResults: t.expose('totalResults', {
      type: 'SafeInt',
      description: 'Number of articles that fit, shown here or not.',
    }),
    items: t.list('items', {
      type: [Article],
      max: 'page',
      filters: filtersOfArticles,
      description: 'The articles.',
    }),
    source: t.field({
      type: DataSource,
      description: 'Where they come from, and which of their values are derived or approximate.',
      resolve: ({ source }) => source ?? lookups.officialSource,
    }),
  }),
});

Publication.implement({
  description: 'Who published an article.',
  fields: (t) => ({
    publicationId: t.exposeID('id', {
      nullable: true,
      description: 'Id of the publication, which headlines can be asked by; many have none.',
      ...documentedAsId,
    }),
    name: t.exposeString('name', { nullable: true, description: 'Name of the publication.' }),
    headlines: t.lookup(lookups.headlinesOf, {
      type: Articles,
      from: { source: (publication) => publication.id },
    }),
  }),
});

Article.implement({
  description: 'One article.',
  fields: (t) => ({
    source: t.expose('source', { type: Publication, description: 'Who published it.' }),
    author: t.exposeString('author', {
      nullable: true,
      description: 'Who wrote it: a name, several, or an address.',
    }),
    title: t.exposeString('title', { nullable: true, description: 'Its headline.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is about.' }),
    url: t.exposeString('url', { description: 'Address of the article.' }),
    urlToImage: t.exposeString('urlToImage', { nullable: true, description: 'Address of its picture.' }),
    imageUrl: t.typed('urlToImage', asUrl, 'Address of its picture.'),
    publishedAt: t.exposeString('publishedAt', {
      nullable: true,
      description: 'When it was published, in ISO 8601.',
    }),
    publishedTime: t.typed('publishedAt', asTime, 'When it was published.'),
    content: t.exposeString('content', {
      nullable: true,
      description: 'Its beginning; the source cuts it off after about 200 characters.',
    }),
  }),
});

builder.namespace('news', {
  description: 'Headlines and articles of many publications.',
  synonyms: {
    '': '*article *articles *headline *headlines *newspaper *newspapers *paper *papers *press *reuters',
    articles:
      '*article *articles content coverage journalist magazine media report reported reporter stories story write writes written wrote',
    'articles words':
      'about archive between date dates from keyword mention mentioning mentions month older popularity publish published since sort sorted topic until week year',
    'type others': 'cover covers other others same story',
    headlines:
      '*article *articles breaking business country entertainment front headline health latest main major morning page politics science sport sports technology today top',
  },
  fields: (t) => ({
    topHeadlines: t.lookup(lookups.topHeadlines, { type: Articles }),
    everything: t.lookup(lookups.everything, { type: Articles }),
  }),
});
