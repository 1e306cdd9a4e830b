import * as livestream from '../sources/livestream.ts';
import type { Context } from './kernel/context.ts';
import { atLeastOne, freeText, handle, identifier, list } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { after, first, upToFirst } from './kernel/paging.ts';
import { plural } from './kernel/plural.ts';
import * as reads from './livestream-web.ts';

const group = 'livestream';
const { userOf, streamOf, channelOf, gameOf } = reads;
const { maxPerRequest: most } = livestream;

const login = handle('Login name of the user, such as "twitchdev"; upper and lower case are the same.', {
  pattern: /^\w{1,25}$/,
  expected: 'a login of at most 25 letters, digits and underscores',
});

// A number outside the range of the upstream would fail its batch.
const number = { pattern: /^[1-9]\d{0,17}$/, expected: 'a number of at most 18 digits' } as const;
const userId = identifier('Id of the user.', number);
const broadcasterId = identifier('Id of the user who owns the channel.', number);
const gameId = identifier('Id of the game.', number);
const gameName = freeText('Name of the game, exactly as it is spelled.', { max: 140 });

const paged = { first: first(most), after };
const maxItems = upToFirst;

/** A user by login. */
export const user = lookup({
  group,
  summary: 'A user by login; null when there is none.',
  input: { login },
  batchSize: most,
  run: userOf,
});

/** A user by id. */
export const userById = lookup({
  group,
  summary: 'A user by id; null when there is none.',
  input: { id: userId },
  batchSize: most,
  run: userOf,
});

/** Users by login. */
export const users = plural({
  group,
  summary: 'Users by login, in the order asked; null in the place of one that does not exist.',
  input: { logins: list('Login names.', login, { max: most }) },
  runOne: (login, context) => userOf({ login }, context),
});

/** Users by id. */
export const usersById = plural({
  group,
  summary: 'Users by id, in the order asked; null in the place of one that does not exist.',
  input: { ids: list('Ids of users.', userId, { max: most }) },
  runOne: (id, context) => userOf({ id }, context),
});

/** The running stream of a user. */
export const stream = lookup({
  group,
  summary: 'The stream that a user is sending now; null when there is none, or no such user.',
  input: { login },
  batchSize: most,
  run: ({ login }, context) => streamOf(login, context),
});

/** The running streams of users. */
export const streams = plural({
  group,
  summary:
    'The streams that users are sending now, in the order asked; null in the place of who is not live.',
  input: { logins: list('Login names.', login, { max: most }) },
  runOne: streamOf,
});

/** The most watched streams. */
export const topStreams = lookup({
  group,
  summary: 'The streams that are running now, the most watched first.',
  input: { ...paged },
  maxItems,
  run: reads.topStreams,
});

/** The most watched streams of a game. */
export const gameStreams = lookup({
  group,
  summary: 'The streams of a game that are running now, the most watched first.',
  input: { gameId, ...paged },
  maxItems,
  run: reads.topStreams,
});

/** The channel of a broadcaster. */
export const channel = lookup({
  group,
  summary: 'The channel of a broadcaster; null when there is none.',
  input: { broadcasterId },
  batchSize: most,
  run: ({ broadcasterId }, context) => channelOf(broadcasterId, context),
});

/** Channels of broadcasters. */
export const channels = plural({
  group,
  summary: 'Channels of broadcasters, in the order asked; null in the place of one that does not exist.',
  input: { broadcasterIds: list('Ids of the users who own the channels.', broadcasterId, { max: most }) },
  runOne: channelOf,
});

/** Channels by a search term. */
export const searchChannels = lookup({
  group,
  summary: 'Channels whose name or description holds some words, whether they are live or not.',
  input: { query: freeText('What to search for.'), ...paged },
  maxItems,
  run: reads.searchChannels,
});

/** The followers of a channel. */
export const followers = lookup({
  group,
  summary:
    'How many follow a channel, and who, the newest first. The list is empty where the broadcaster restricts it, and without LIVESTREAM_USER_TOKEN of the operator.',
  input: { broadcasterId, ...paged },
  maxItems,
  run: reads.followers,
});

/** The clips of a channel. */
export const clips = lookup({
  group,
  summary: 'Clips of a channel, the most watched first.',
  input: { broadcasterId, ...paged },
  maxItems,
  run: reads.clips,
});

/** The videos of a user. */
export const videos = lookup({
  group,
  summary: 'Videos of a user, the newest first.',
  input: { userId, ...paged },
  maxItems,
  run: reads.videos,
});

/** A game by name. */
export const game = lookup({
  group,
  summary: 'A game by its exact name; null when there is none.',
  input: { name: gameName },
  batchSize: most,
  run: gameOf,
});

/** A game by id. */
export const gameById = lookup({
  group,
  summary: 'A game by id; null when there is none.',
  input: { id: gameId },
  batchSize: most,
  run: gameOf,
});

/** Games by name. */
export const games = plural({
  group,
  summary: 'Games by their exact names, in the order asked; null in the place of one that does not exist.',
  input: { names: list('Names of games.', gameName, { max: most }) },
  runOne: (name, context) => gameOf({ name }, context),
});

/** Games by id. */
export const gamesById = plural({
  group,
  summary: 'Games by id, in the order asked; null in the place of one that does not exist.',
  input: { ids: list('Ids of games.', gameId, { max: most }) },
  runOne: (id, context) => gameOf({ id }, context),
});

/** The games with a name, with an id, or with either. */
export const findGames = lookup({
  group,
  summary: 'The game of a name, the game of an id, or both; at least one of the two must be given.',
  input: {
    name: freeText('Name of a game, exactly as it is spelled.', { max: 140, optional: true }),
    id: identifier('Id of a game.', { ...number, optional: true }),
  },
  rules: [atLeastOne('name', 'id')],
  maxItems: () => 2,
  run: (values, context) => eitherGame(values, context),
});

async function eitherGame(
  { name, id }: { readonly name: string | undefined; readonly id: string | undefined },
  context: Context,
): Promise<livestream.Game[]> {
  const found = await Promise.all([
    name === undefined ? null : gameOf({ name }, context),
    id === undefined ? null : gameOf({ id }, context),
  ]);
  const known = found.filter((game) => game !== null);
  return [...new Map(known.map((game) => [game.id, game])).values()];
}

/** The most watched games. */
export const topGames = lookup({
  group,
  summary: 'The games that are watched now, the most watched first.',
  input: { ...paged },
  maxItems,
  run: reads.topGames,
});
