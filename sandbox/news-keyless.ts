import { bytes, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, type UnroutedRequest, type Upstream } from './kernel/upstream.ts';
import { type Query, type Story, stories } from './news-stories.ts';
import type { World } from './world.ts';

/* Feeds: Google News, and those of publications at any path of their hosts. */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const inXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const feed = (title: string, items: readonly string[]): SandboxResponse =>
  bytes(
    'application/rss+xml; charset=utf-8',
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>${inXml(title)}</title>${items.join('')}</channel></rss>`,
    ),
  );

const written = ({ publishedAt }: Story): string =>
  `<pubDate>${new Date(publishedAt).toUTCString()}</pubDate>`;

function googleItem(story: Story, world: World): string {
  const { host } = new URL(story.url);
  const name = story.source.name ?? host;
  const token = world.of('news.google', story.url).token(60);
  const link = `https://news.google.com/rss/articles/CBM${token}?oc=5`;
  const shown = inXml(`<a href="${link}">${story.title}</a>&nbsp;<font>${name}</font>`);
  return `<item><title>${inXml(story.title)}</title><link>${link}</link>${written(story)}<description>${shown}</description><source url="https://${host}">${inXml(name)}</source></item>`;
}

const ownItem = (story: Story): string =>
  `<item><title><![CDATA[${story.title.replace(/ - [^-]+$/, '')}]]></title><link>${story.url}?at_medium=RSS</link>${written(story)}` +
  `<description>${inXml(`<p>${story.description ?? ''}</p>`)}</description>` +
  (story.author === null ? '' : `<dc:creator>${inXml(story.author)}</dc:creator>`) +
  (story.urlToImage === null ? '' : `<media:thumbnail width="240" url="${inXml(story.urlToImage)}"/>`) +
  `<content:encoded>${inXml(`<p>${story.content ?? ''}</p>`)}</content:encoded></item>`;

const asked = (nowMs: number, query: Partial<Query>): Query => {
  const toMs = Math.floor(nowMs / hourMs) * hourMs;
  const usual = { words: '', sources: [], domains: [], scope: '', order: 'publishedAt' };
  return { ...usual, fromMs: toMs - 2 * dayMs, toMs, ...query };
};

function google({ path, query, world, clock }: UnroutedRequest): SandboxResponse {
  const terms = (query.get('q') ?? '').split(' ');
  const valuesOf = (name: string) =>
    terms
      .filter((term) => term.replace('(', '').startsWith(name))
      .map((term) => term.replace(/[()]/g, '').slice(name.length));
  const words = terms.filter((term) => !/^\(?(?:site|after|before|when):|^OR$/.test(term)).join(' ');
  const [after] = valuesOf('after:');
  const found = stories(
    world,
    asked(clock.now(), {
      words,
      domains: valuesOf('site:'),
      scope: `${path} ${query.get('ceid')}`,
      order: words === '' ? 'publishedAt' : 'relevancy',
      ...(after && { fromMs: Date.parse(after) }),
    }),
  );
  return feed(
    'Google News',
    found.slice(0, 100).map((story) => googleItem(story, world)),
  );
}

const googleNews = defineUpstream({ hosts: ['news.google.com'], routes: [], unknown: google });

const publications = defineUpstream({
  hosts: [
    ...[
      'feeds.bbci.co.uk',
      'www.theguardian.com',
      'abcnews.go.com',
      'www.aljazeera.com',
      'feeds.arstechnica.com',
    ],
    ...['www.cbsnews.com', 'www.cnbc.com', 'www.engadget.com', 'www.espn.com', 'news.ycombinator.com'],
    ...[
      'www.newscientist.com',
      'www.nextbigfuture.com',
      'www.polygon.com',
      'techcrunch.com',
      'rss.nytimes.com',
    ],
    ...['www.theverge.com', 'feeds.a.dj.com', 'www.wired.com', 'www.tagesspiegel.de', 'www.spiegel.de'],
    ...['feeds.washingtonpost.com', 'www.lemonde.fr'],
  ],
  routes: [],
  unknown: ({ host, path, world, clock }) =>
    feed(
      host,
      stories(world, asked(clock.now(), { scope: path, domains: [host] }))
        .slice(0, 30)
        .map(ownItem),
    ),
});

export const keylessNews: readonly Upstream[] = [googleNews, publications];
