import { capitalised, type Dice } from './kernel/dice.ts';
import { namesOfTeam } from './team-names.ts';
import type { World } from './world.ts';

/** The parameters of a request for articles. */
export interface Query {
  readonly words: string;
  /** Ids of publications. */
  readonly sources: readonly string[];
  /** Hosts. */
  readonly domains: readonly string[];
  /** The other parameters: another scope has other articles. */
  readonly scope: string;
  readonly order: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The articles of a query, generated when they are read. */
export interface Stories {
  readonly total: number;
  slice(from: number, to: number): readonly Story[];
}

export function stories(world: World, query: Query): Stories {
  const { words, sources, domains, scope, order, fromMs, toMs } = query;
  const key = [words.toLowerCase(), sources, domains, scope, fromMs].join('|');
  const isEmpty = !world.exists(words) || toMs <= fromMs;
  const total = isEmpty ? 0 : world.of('news.total', key).int(20, mostStories);
  return {
    total,
    slice: (from, to) =>
      Array.from({ length: Math.max(0, Math.min(to, total) - from) }, (_, position) => {
        const index = ((from + position) * (steps[order] ?? 1)) % total;
        const dice = world.of('news.story', key, index);
        return article(
          dice,
          query,
          dice.timeInFeed(index, total, fromMs, toMs),
          teamIn(world, query, key, index),
        );
      }),
  };
}

/** Most headlines of sports are about a team. */
function teamIn(world: World, { words, scope }: Query, key: string, index: number): string {
  const dice = world.of('news.team', key, index);
  const isAboutTeam = words === '' && scope.includes('sports') && dice.chance(0.7);
  return isAboutTeam ? namesOfTeam(world, 'hockey', 'nhl', dice.int(0, 31)).displayName : '';
}

const mostStories = 4_000;

/** The steps in time between neighbours in other orders. A prime above the maximum count reaches each story once. */
const steps: Readonly<Record<string, number>> = { relevancy: 4_001, popularity: 7_919 };

interface Publisher {
  readonly id: string | null;
  readonly name: string;
  readonly host: string;
}

/** Publications with an id, in the format of the upstream. */
const listed = ['amber-courier', 'harbor-gazette', 'meadow-times', 'polar-post', 'summit-herald'];

/** Most publications have no id and are identified by their host. */
function publisherOf(dice: Dice, { sources, domains }: Query): Publisher {
  if (domains.length > 0) return unlisted(dice.pick(domains));
  if (sources.length > 0) return listedAs(dice.pick(sources));
  return dice.chance(0.4)
    ? listedAs(dice.pick(listed))
    : unlisted(`${dice.placeName().toLowerCase()}${dice.pick(['daily', 'news', 'post'])}.example`);
}

const listedAs = (id: string): Publisher => ({
  id,
  name: id.split('-').map(capitalised).join(' '),
  host: `${id}.example`,
});

const unlisted = (host: string): Publisher => ({ id: null, name: capitalised(host), host });

/** The upstream truncates texts at this length, and appends the number of missing characters. */
const shownCharacters = 200;

export type Story = ReturnType<typeof article>;

function article(dice: Dice, query: Query, publishedMs: number, team: string) {
  const { id, name, host } = publisherOf(dice, query);
  const known = <Value>(value: Value): Value | null => (dice.chance(0.1) ? null : value);
  const words = query.words
    .replaceAll(/["+()]|\b(?:AND|OR|NOT)\b/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const subject = words || team;
  const title = subject === '' ? dice.sentence() : `${capitalised(subject)}: ${dice.sentence()}`;
  const body = dice.paragraph(5).replace('. ', '.\r\n');
  return {
    source: { id, name },
    author: known(dice.personName()),
    title: `${title.replace(/\.$/, '')} - ${name}`,
    description: known(dice.paragraph(2)),
    url: `https://${host}/${new Date(publishedMs).getUTCFullYear()}/${dice.token(12)}`,
    urlToImage: known(`https://${host}/images/${dice.token(12)}.jpg`),
    publishedAt: timeText(dice, publishedMs),
    content: known(`${body.slice(0, shownCharacters)}… [+${dice.int(300, 9_000)} chars]`),
  };
}

/** Some publications have fractions of a second, of seven digits. */
const timeText = (dice: Dice, timeMs: number): string => {
  const seconds = new Date(timeMs).toISOString().slice(0, 19);
  return dice.chance(0.1) ? `${seconds}.${dice.digits(7)}Z` : `${seconds}Z`;
};
