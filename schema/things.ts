import type { InterfaceRef, ObjectRef } from '@pothos/core';
import { namesIn } from '../resolvers/links.ts';
import { Player as ArenagamePlayer, Club } from './arenagame.ts';
import { Player as BlockgamePlayer } from './blockgame.ts';
import { CreatorCode, Stats } from './brgame.ts';
import { Player as CardgamePlayer, Clan } from './cardgame-players.ts';
import { User as CoderepoUser, Repo } from './coderepo.ts';
import { Player as CubegamePlayer } from './cubegame.ts';
import { builder } from './kernel/builder.ts';
import type { Types } from './kernel/schema-types.ts';
import { timeOfText, urlOfText, wholeOfText } from './kernel/values.ts';
import { wire } from './kernel/wire.ts';
import { Game, User as LivestreamUser } from './livestream.ts';
import { User as MicroblogUser, Post } from './microblog.ts';
import { Album, Artist, Prerelease, Track } from './music.ts';
import { Post as PhotosocialPost, User as PhotosocialUser } from './photosocial.ts';
import { Board, Profile as PinboardProfile } from './pinboard.ts';
import { Video as Shortvideo, Profile as ShortvideoProfile } from './shortvideo.ts';
import { Scoreboard, Teams } from './sports.ts';
import { Title } from './titledb.ts';
import { Channel, Playlist, Video } from './videosite.ts';

// Every type with a page is shown by the same fields, whatever its upstream calls them: one fragment shows any address.

type Text = string | null | undefined;
type Read<Model, Value = Text> = (model: Model) => Value;

/** How a model is shown by what it has under other names, or not at all. */
interface Shown<Model> {
  readonly name?: Read<Model>;
  readonly description?: Read<Model>;
  readonly imageUrl?: Read<Model>;
}

const texts = {
  name: 'Its name or title.',
  description: 'What it says, or what is said of it; null without any.',
  imageUrl: 'Address of its picture, which may be good for a limited time; null without one.',
};
const followers = 'Number of followers; null where the profile does not state it.';
const creators = 'Names of those who made it, as far as they are known.';
const published = 'When it came out; null where that is not known.';

// A field without a function is the property of that name, if the model has one.

export const Thing = builder.interfaceRef<object>('Thing').implement({
  description: 'What has a page on the web.',
  fields: (t) => ({
    name: t.string({ nullable: true, description: texts.name }),
    url: t.string({ description: 'Address of its page.' }),
    description: t.string({ nullable: true, description: texts.description }),
    imageUrl: t.string({ nullable: true, description: texts.imageUrl }),
  }),
});

export const Profile = builder.interfaceRef<object>('Profile').implement({
  interfaces: [Thing],
  description: 'An account of somebody, of any group.',
  fields: (t) => ({
    followers: t.field({ type: 'SafeInt', nullable: true, description: followers }),
  }),
});

const Work = builder.interfaceRef<object>('Work').implement({
  interfaces: [Thing],
  description: 'What somebody has made: a track, a film, a video, a post.',
  fields: (t) => ({
    creators: t.stringList({ description: creators }),
    publishedTime: t.field({ type: 'DateTime', nullable: true, description: published }),
  }),
});

/** Makes a type a thing, or one of its kinds. */
function show<Model>(
  type: ObjectRef<Types, Model>,
  { name, description, imageUrl }: Shown<Model>,
  ...kind: readonly InterfaceRef<Types, object>[]
): void {
  (type as unknown as typeof Profile).addInterfaces([Thing, ...kind]);
  const reads = { name, description, imageUrl: imageUrl && ((model: Model) => urlOfText(imageUrl(model))) };
  for (const [field, read] of Object.entries(reads)) {
    if (!read) continue;
    builder.objectField(type, field, (t) =>
      t.string({
        nullable: true,
        description: texts[field as keyof typeof texts],
        // Some sources write an empty text for none.
        resolve: (model) => read(model as Model) || null,
        // Routes of music select the name, which their objects always have.
        ...wire(field === 'name' ? { present: true } : {}),
      }),
    );
  }
}

function showProfile<Model>(
  type: ObjectRef<Types, Model>,
  shown: Shown<Model>,
  followersOf?: Read<Model, number | null>,
): void {
  show(type, shown, Profile);
  if (!followersOf) return;
  builder.objectField(type, 'followers', (t) =>
    t.field({
      type: 'SafeInt',
      nullable: true,
      description: followers,
      resolve: (model) => followersOf(model as Model),
    }),
  );
}

function showWork<Model>(
  type: ObjectRef<Types, Model>,
  creatorsOf: Read<Model, readonly string[]>,
  publishedAt: Read<Model>,
  shown: Shown<Model>,
): void {
  show(type, shown, Work);
  builder.objectField(type, 'creators', (t) =>
    t.stringList({ description: creators, resolve: (model) => creatorsOf(model as Model) }),
  );
  builder.objectField(type, 'publishedTime', (t) =>
    t.field({
      type: 'DateTime',
      nullable: true,
      description: published,
      resolve: (model) => timeOfText(publishedAt(model as Model)),
    }),
  );
}

showProfile(CoderepoUser, { description: ({ bio }) => bio, imageUrl: ({ avatarUrl }) => avatarUrl });
showProfile(LivestreamUser, {
  name: ({ displayName }) => displayName,
  imageUrl: ({ profileImageUrl }) => profileImageUrl,
});
showProfile(MicroblogUser, {
  name: ({ displayName }) => displayName,
  description: ({ bio }) => bio,
  imageUrl: ({ avatar }) => avatar,
});
showProfile(Artist, { name: ({ name }) => name, imageUrl: ({ profilePictureUrl }) => profilePictureUrl });
showProfile(PhotosocialUser, {
  name: ({ fullName, username }) => fullName || username,
  description: ({ biography }) => biography,
  imageUrl: ({ profilePic }) => profilePic,
});
showProfile(
  PinboardProfile,
  {
    name: ({ displayName }) => displayName,
    description: ({ bio }) => bio,
    imageUrl: ({ profileImage }) => profileImage,
  },
  ({ followerCount }) => followerCount,
);
showProfile(
  ShortvideoProfile,
  {
    name: ({ user }) => user.nickname,
    description: ({ user }) => user.signature,
    imageUrl: ({ user }) => user.avatar,
  },
  ({ stats }) => stats.followerCount,
);
showProfile(
  Channel,
  {
    name: ({ snippet }) => snippet.title,
    description: ({ snippet }) => snippet.description,
    imageUrl: ({ snippet: { thumbnails } }) => (thumbnails.high ?? thumbnails.default)?.url,
  },
  ({ statistics }) => wholeOfText(statistics.subscriberCount),
);

showProfile(
  BlockgamePlayer,
  { imageUrl: ({ avatarUrl }) => avatarUrl },
  ({ followerCount }) => followerCount,
);

const namesOf = ({ artists }: { readonly artists: readonly { readonly name: string }[] }) =>
  artists.map(({ name }) => name);

showWork(
  Repo,
  ({ owner }) => [owner.login],
  ({ createdAt }) => createdAt,
  {},
);
showWork(
  Post,
  ({ author }) => [author.displayName],
  ({ createdAt }) => createdAt,
  {
    description: ({ text }) => text,
    imageUrl: ({ media: [first] }) => first?.imageUrl,
  },
);
showWork(Track, namesOf, () => null, { name: ({ name }) => name });
showWork(Album, namesOf, ({ releaseDate }) => releaseDate, {
  name: ({ name }) => name,
  imageUrl: ({ coverUrl }) => coverUrl,
});
showWork(Prerelease, namesOf, ({ releaseDate }) => releaseDate, { imageUrl: ({ coverUrl }) => coverUrl });
showWork(
  PhotosocialPost,
  ({ author: { fullName, username } }) => [fullName || username],
  ({ takenAt }) => takenAt,
  { description: ({ title }) => title, imageUrl: ({ thumbnailUrl }) => thumbnailUrl },
);
showWork(
  Board,
  ({ username }) => [username],
  () => null,
  { name: ({ board }) => board, imageUrl: ({ pins: [first] }) => first?.imageUrl },
);
showWork(
  Shortvideo,
  ({ author }) => [author.nickname],
  ({ createTime }) => createTime,
  { description: ({ desc }) => desc },
);
showWork(
  Title,
  ({ director }) => namesIn(director),
  ({ released }) => released,
  { name: ({ title }) => title, description: ({ plot }) => plot, imageUrl: ({ poster }) => poster },
);
showWork(
  Video,
  ({ snippet }) => [snippet.channelTitle],
  ({ snippet }) => snippet.publishedAt,
  {
    name: ({ snippet }) => snippet.title,
    description: ({ snippet }) => snippet.description,
    imageUrl: ({ snippet: { thumbnails } }) => (thumbnails.high ?? thumbnails.default)?.url,
  },
);
showWork(
  Playlist,
  ({ snippet }) => [snippet.channelTitle],
  ({ snippet }) => snippet.publishedAt,
  { name: ({ snippet }) => snippet.title, description: ({ snippet }) => snippet.description },
);

// Of players of these games nothing is known that they say of themselves.
show(ArenagamePlayer, {});
show(Club, {});
show(Stats, { name: ({ account }) => account.name });
show(CreatorCode, { name: ({ code }) => code });
show(CardgamePlayer, {});
show(Clan, {});
show(CubegamePlayer, { name: ({ username }) => username, imageUrl: ({ skin }) => skin.url });
show(Game, {
  // Its address has the places of width and height, of which the site itself shows this size.
  imageUrl: ({ boxArtUrl }) => boxArtUrl?.replace('{width}', '285').replace('{height}', '380'),
});
const leagueName = (league: string) => league.replaceAll('_', ' ');
show(Teams, { name: ({ league }) => `Teams of ${leagueName(league)}` });
show(Scoreboard, { name: ({ leagueName: name, league }) => name ?? leagueName(league) });
