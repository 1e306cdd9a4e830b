import type { ObjectRef } from '@pothos/core';
import { type GameGroup, nameIn, nameOfGame, plainTitle, wordsOf } from '../../resolvers/links.ts';
import { articlesNaming, subjectOf } from '../../resolvers/news-findings.ts';
import { type Team as TeamInLeague, teamsIn } from '../../resolvers/sports.ts';
import { linkedVideo } from '../../resolvers/videosite.ts';
import { channelTitled, videosAbout } from '../../resolvers/videosite-findings.ts';
import type * as sports from '../../sources/sports.ts';
import type * as titledb from '../../sources/titledb.ts';
import { Fighter as ArenagameFighter, Event } from '../arenagame.ts';
import { Game as BlockgameGame } from '../blockgame.ts';
import { Car, Cosmetic, CosmeticDetail, Instrument, Track as JamTrack } from '../brgame-cosmetics.ts';
import { Card } from '../cardgame-cards.ts';
import { Category } from '../clips.ts';
import { Repo } from '../coderepo.ts';
import { Player as CubegamePlayer } from '../cubegame.ts';
import { builder } from '../kernel/builder.ts';
import { matchedBy } from '../kernel/matched-by.ts';
import type { Types } from '../kernel/schema-types.ts';
import { Game as LivestreamGame, User as Streamer } from '../livestream.ts';
import { User as MicroblogUser } from '../microblog.ts';
import { Album, Artist, Track } from '../music.ts';
import { Article } from '../news.ts';
import { Findings as Articles } from '../news-findings.ts';
import { User as PhotosocialUser } from '../photosocial.ts';
import { Track as HeardTrack } from '../songid.ts';
import { FightCard, Fighter, Game, GameTeam, Match, Scoreboard, Soccer, Team } from '../sports.ts';
import { Title } from '../titledb.ts';
import { Channel, Video } from '../videosite.ts';
import { ChannelMatch, Findings as Videos } from '../videosite-findings.ts';
import { Current } from '../weather.ts';
import { Person } from './people.ts';

// The news and the video site know nothing by an id of another group: they are searched for names, which the results state.

type Read<Model> = (model: Model) => string | null;

/** Adds a search for articles that hold a name, or several with bars between them. */
const addNews = <Model>(
  type: ObjectRef<Types, Model>,
  names: Read<Model>,
  summary = articlesNaming.summary,
) =>
  builder.objectField(type, 'news', (t) =>
    t.lookup({ ...articlesNaming, summary }, { type: Articles, from: { names } }),
  );

/** Adds a search for videos by words. */
const addVideos = <Model>(
  type: ObjectRef<Types, Model>,
  words: Read<Model>,
  { field = 'videos', summary = videosAbout.summary } = {},
) =>
  builder.objectField(type, field, (t) =>
    t.lookup({ ...videosAbout, summary }, { type: Videos, from: { words } }),
  );

interface Named {
  readonly name: string | null;
}
const itsName = ({ name }: Named) => nameIn(name);

interface Work {
  readonly name: string;
  readonly artists: readonly { readonly name: string }[];
}
const withArtist = ({ name, artists: [artist] }: Work) => wordsOf(name, artist?.name ?? '');

addNews(Artist, itsName);
addVideos(Artist, itsName);
for (const type of [Artist, Team, GameTeam, LivestreamGame]) {
  builder.objectField(type as unknown as ObjectRef<Types, Named>, 'channel', (t) =>
    t.lookup(channelTitled, { type: ChannelMatch, from: { words: itsName } }),
  );
}
addVideos(Track, withArtist);
addVideos(Album, withArtist);
addNews(
  Album,
  ({ name, artists: [artist] }) => [name, artist?.name].filter(Boolean).join('|'),
  'The newest articles that hold its name and that of its main artist.',
);
addVideos(HeardTrack, ({ title, subtitle }) => wordsOf(plainTitle(title), subtitle));
addVideos(JamTrack, ({ title, artist }) => wordsOf(plainTitle(title), artist));

const ofBoth = ({ homeTeam, awayTeam }: sports.Game) => `${homeTeam.name}|${awayTeam.name}`;
const aboutBoth = 'The newest articles that hold the names of both teams.';
const highlights = ({ name }: Named) => wordsOf(name, 'highlights');
const highlightsOfBoth = ({ homeTeam, awayTeam }: sports.Game) =>
  wordsOf(homeTeam.name, awayTeam.name, 'highlights');
addNews(Team, itsName);
addNews(GameTeam, itsName);
addNews(Fighter, itsName);
addNews(FightCard, itsName);
addNews(Game, ofBoth, aboutBoth);
addNews(Match, ofBoth, aboutBoth);
addVideos(Team, highlights);
addVideos(GameTeam, highlights);
addVideos(Fighter, highlights);
addVideos(FightCard, highlights);
addVideos(Game, highlightsOfBoth);
addVideos(Match, highlightsOfBoth);
// A list of all leagues has no name.
const ofLeague = ({ leagueName }: { readonly leagueName: string | null }) =>
  leagueName === 'all' ? null : wordsOf(leagueName, 'highlights');
const aboutLeague = { summary: 'The videos that a search for the name of the league finds.' };
addVideos(Scoreboard, ofLeague, aboutLeague);
addVideos(Soccer, ofLeague, aboutLeague);

/** The first year of a title; "2008–2013" for a series. */
const yearOf = ({ year }: titledb.Title): string => /^\d{4}/.exec(year)?.[0] ?? '';
const summaryOf = (word: string) => `The videos that a search for its name, its year and "${word}" finds.`;
addNews(Title, ({ title }) => nameIn(title));
for (const [field, word] of [
  ['trailers', 'trailer'],
  ['reviews', 'review'],
] as const) {
  addVideos(Title, (title) => wordsOf(title.title, yearOf(title), word), { field, summary: summaryOf(word) });
}
addNews(Person, itsName);
addVideos(Person, itsName);

addVideos(Article, ({ title }) => subjectOf(title), {
  summary: 'The videos that a search for the telling words of its headline finds.',
});
addNews(Current, itsName, 'The newest articles that hold the name of the place.');
addVideos(Current, ({ name }) => wordsOf(name, 'weather'), {
  summary: 'The videos that a search for the name of the place and "weather" finds.',
});
addNews(Repo, ({ owner, name }) => `${owner.login}/${name}`);
addVideos(Repo, ({ owner, name }) => wordsOf(owner.login, name));

const aboutAccount =
  'The newest articles that hold the name that the account shows; it may be that of somebody else.';
addNews(Streamer, ({ displayName }) => nameIn(displayName), aboutAccount);
addNews(MicroblogUser, ({ displayName }) => nameIn(displayName), aboutAccount);
addNews(PhotosocialUser, ({ fullName }) => nameIn(fullName), aboutAccount);
addNews(Channel, ({ snippet }) => nameIn(snippet.title), aboutAccount);

/** Adds a search for videos of a thing of a game, by the names of both. */
const addGameVideos = <Model>(group: GameGroup, type: ObjectRef<Types, Model>, nameOf: Read<Model>) =>
  addVideos(type, (model) => wordsOf(nameOfGame(group), nameOf(model) ?? ''), {
    summary: 'The videos that a search for its name and that of the game finds.',
  });

addGameVideos('arenagame', ArenagameFighter, itsName);
addGameVideos('arenagame', Event, ({ map }) => map);
addGameVideos('blockgame', BlockgameGame, itsName);
addGameVideos('brgame', Cosmetic, itsName);
addGameVideos('brgame', CosmeticDetail, itsName);
addGameVideos('cardgame', Card, itsName);
addGameVideos('cubegame', CubegamePlayer, ({ username }) => username);
addNews(LivestreamGame, itsName);
addNews(Category, ({ categoryName }) => nameIn(categoryName));

const idOfVideo = (text: string | null) => (text && /^[\w-]{11}$/.test(text) ? text : null);

// The game names the video that shows an item.
for (const type of [Instrument, Car]) {
  builder.objectField(type as typeof Instrument, 'video', (t) =>
    t.lookup(linkedVideo, { type: Video, from: { id: ({ showcaseVideo }) => idOfVideo(showcaseVideo) } }),
  );
}

const TeamsMatch = builder.objectRef<readonly TeamInLeague[]>('SportsTeamsMatch').implement({
  description: 'The teams that a text names.',
  fields: (t) => ({
    matchedBy: t.field(matchedBy('phrase')),
    teams: t.list((teams) => teams as readonly TeamInLeague[], {
      type: [Team],
      max: 4,
      description: 'The teams; at most four.',
    }),
  }),
});

/** Adds the teams that a text names in full. */
const addTeams = <Model>(
  type: ObjectRef<Types, Model>,
  texts: (model: Model) => readonly (string | null)[],
) =>
  builder.objectField(type, 'teamsNamed', (t) =>
    t.lookup(teamsIn, {
      type: TeamsMatch,
      from: { text: (model) => oneLine(texts(model as Model)) },
    }),
  );
const oneLine = (texts: readonly (string | null)[]): string | null =>
  texts
    .join(' ')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 20_000) || null;

addTeams(Article, ({ title, description }) => [title, description]);
addTeams(Video, ({ snippet }) => [snippet.title, snippet.description]);
