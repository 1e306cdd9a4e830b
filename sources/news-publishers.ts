/** A publication with a feed of its own. */
export interface Publisher {
  /** The id that the official source knows it by. */
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly country: string;
  readonly category: string;
  readonly feed: string;
}

const row = (id: string, name: string, country: string, category: string, host: string, feed: string) =>
  ({ id, name, country, category, host, feed: `https://${feed}` }) satisfies Publisher;

const bbc = 'feeds.bbci.co.uk';

/** The publications that are read. Google News has the others. */
export const publishers: readonly Publisher[] = [
  row('bbc-news', 'BBC News', 'gb', 'general', 'bbc.co.uk', `${bbc}/news/rss.xml`),
  row('bbc-sport', 'BBC Sport', 'gb', 'sports', 'bbc.co.uk', `${bbc}/sport/rss.xml`),
  row(
    'the-guardian-uk',
    'The Guardian (UK)',
    'gb',
    'general',
    'theguardian.com',
    'www.theguardian.com/uk/rss',
  ),
  row(
    'the-guardian-au',
    'The Guardian (AU)',
    'au',
    'general',
    'theguardian.com',
    'www.theguardian.com/au/rss',
  ),
  row('abc-news', 'ABC News', 'us', 'general', 'abcnews.go.com', 'abcnews.go.com/abcnews/topstories'),
  row(
    'al-jazeera-english',
    'Al Jazeera English',
    'us',
    'general',
    'aljazeera.com',
    'www.aljazeera.com/xml/rss/all.xml',
  ),
  row(
    'ars-technica',
    'Ars Technica',
    'us',
    'technology',
    'arstechnica.com',
    'feeds.arstechnica.com/arstechnica/index',
  ),
  row('cbs-news', 'CBS News', 'us', 'general', 'cbsnews.com', 'www.cbsnews.com/latest/rss/main'),
  row('cnbc', 'CNBC', 'us', 'business', 'cnbc.com', 'www.cnbc.com/id/100003114/device/rss/rss.html'),
  row('engadget', 'Engadget', 'us', 'technology', 'engadget.com', 'www.engadget.com/rss.xml'),
  row('espn', 'ESPN', 'us', 'sports', 'espn.com', 'www.espn.com/espn/rss/news'),
  row('hacker-news', 'Hacker News', 'us', 'technology', 'news.ycombinator.com', 'news.ycombinator.com/rss'),
  row(
    'new-scientist',
    'New Scientist',
    'us',
    'science',
    'newscientist.com',
    'www.newscientist.com/feed/home/',
  ),
  row(
    'next-big-future',
    'Next Big Future',
    'us',
    'science',
    'nextbigfuture.com',
    'www.nextbigfuture.com/feed',
  ),
  row('polygon', 'Polygon', 'us', 'entertainment', 'polygon.com', 'www.polygon.com/rss/index.xml'),
  row('techcrunch', 'TechCrunch', 'us', 'technology', 'techcrunch.com', 'techcrunch.com/feed/'),
  row(
    'the-new-york-times',
    'The New York Times',
    'us',
    'general',
    'nytimes.com',
    'rss.nytimes.com/services/xml/rss/nyt/HomePage.xml',
  ),
  row('the-verge', 'The Verge', 'us', 'technology', 'theverge.com', 'www.theverge.com/rss/index.xml'),
  row(
    'the-wall-street-journal',
    'The Wall Street Journal',
    'us',
    'business',
    'wsj.com',
    'feeds.a.dj.com/rss/RSSWorldNews.xml',
  ),
  row(
    'the-washington-post',
    'The Washington Post',
    'us',
    'general',
    'washingtonpost.com',
    'feeds.washingtonpost.com/rss/national',
  ),
  row('wired', 'Wired', 'us', 'technology', 'wired.com', 'www.wired.com/feed/rss'),
  row(
    'der-tagesspiegel',
    'Der Tagesspiegel',
    'de',
    'general',
    'tagesspiegel.de',
    'www.tagesspiegel.de/contentexport/feed/home',
  ),
  row(
    'spiegel-online',
    'Spiegel Online',
    'de',
    'general',
    'spiegel.de',
    'www.spiegel.de/schlagzeilen/index.rss',
  ),
  row('le-monde', 'Le Monde', 'fr', 'general', 'lemonde.fr', 'www.lemonde.fr/rss/une.xml'),
];

/** Feeds of sections, for categories that few publications are of. */
export const sections: readonly Publisher[] = (
  [
    ['business', 'business'],
    ['entertainment', 'entertainment_and_arts'],
    ['health', 'health'],
    ['science', 'science_and_environment'],
    ['technology', 'technology'],
  ] as const
).map(([category, section]) =>
  row('bbc-news', 'BBC News', 'gb', category, 'bbc.co.uk', `${bbc}/news/${section}/rss.xml`),
);

/** Whether a host is that of a web site, or below it. */
export const isAt = (site: string, host: string): boolean => host === site || host.endsWith(`.${site}`);
