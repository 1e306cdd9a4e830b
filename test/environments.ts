import { groups } from '../core/groups.ts';
import { sources } from '../sources/index.ts';

type Environment = Readonly<Record<string, string>>;

const allSet = (which: 'required' | 'optional', value: string): Environment =>
  Object.fromEntries(sources.flatMap(({ credential }) => credential[which].map((name) => [name, value])));

const webQueries = 'TweetResultByRestId=q1,UserByScreenName=q2,UserTweets=q3';

/** Variables of the service, over those of `startTestApp`, which together lead to every upstream of every group. */
export const environments: Readonly<Record<string, Environment>> = {
  'the required credentials': {},
  'no credential': { ...allSet('required', ''), KEYLESS: 'on' },
  'a guest of the web client': {
    MICROBLOG_TOKEN: '',
    MICROBLOG_WEB_BEARER: 'a-bearer',
    MICROBLOG_WEB_QUERIES: webQueries,
  },
  'all credentials and the other sources': {
    ...allSet('optional', 'a=b'),
    MUSIC_SOURCE: 'official',
    MUSIC_OFFICIAL_QUOTA: 'extended',
    SHORTVIDEO_FIRST: 'embeds',
    CUBEGAME_HISTORY: 'ashcon',
    MICROBLOG_WEB_QUERIES: webQueries,
  },
};

/** The groups that an environment concerns, whose names its variables begin with; every group for an empty one. */
export function groupsOf(environment: Environment) {
  const names = Object.keys(environment);
  return groups.filter(
    (group) => names.length === 0 || names.some((name) => name.startsWith(`${group.toUpperCase()}_`)),
  );
}
