import * as lookups from '../resolvers/pinboard.ts';
import type * as pinboard from '../sources/pinboard.ts';
import type { Pin as PinModel } from '../sources/pinboard-pins.ts';
import { builder } from './kernel/builder.ts';
import { entity } from './kernel/entity.ts';
import { contains, isAmong, listFilters } from './kernel/list-filters.ts';
import { documentedAsId } from './kernel/wire.ts';

type ResultOf<Lookup extends { run: (...args: never[]) => unknown }> = Awaited<ReturnType<Lookup['run']>>;

export const Profile = builder.objectRef<pinboard.Profile>('PinboardProfile');
export const Pin = builder.objectRef<PinModel>('PinboardPin');
const UserPins = builder.objectRef<ResultOf<typeof lookups.userPins>>('PinboardUserPins');
export const Board = builder.objectRef<ResultOf<typeof lookups.board>>('PinboardBoard');
const Similar = builder.objectRef<ResultOf<typeof lookups.similar>>('PinboardSimilar');

const filtersOfPins = listFilters<PinModel>(
  'PinboardPin',
  {
    domain: isAmong('Domains that they lead to.', ({ domain }) => domain),
    title: contains('A part of their title.', ({ title }) => [title]),
  },
  { title: ({ title }) => title || null, domain: ({ domain }) => domain },
);

Profile.implement({
  ...entity,
  description: 'A user with a profile.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the user.' }),
    username: t.exposeString('username', { description: 'Name of the user.' }),
    displayName: t.exposeString('displayName', { description: 'Name to be shown.' }),
    bio: t.exposeString('bio', { description: 'What they say of themselves.' }),
    profileImage: t.exposeString('profileImage', { description: 'Address of their picture.' }),
    followerCount: t.expose('followerCount', { type: 'SafeInt', description: 'Number of followers.' }),
    followingCount: t.expose('followingCount', {
      type: 'SafeInt',
      description: 'Number of users they follow.',
    }),
    pinCount: t.expose('pinCount', { type: 'SafeInt', description: 'Number of their pins.' }),
    boardCount: t.expose('boardCount', { type: 'SafeInt', description: 'Number of their boards.' }),
    website: t.exposeString('website', { description: 'Their website; empty without one.' }),
    isVerified: t.exposeBoolean('isVerified', {
      description: 'Whether their website, their shop or they themselves were looked at.',
    }),
    isPrivate: t.exposeBoolean('isPrivate', { description: 'Whether they hide their pins.' }),
    userPins: t.lookup(lookups.userPins, {
      type: UserPins,
      from: { username: (profile) => profile.username },
    }),
    boardNamed: t.lookup(lookups.board, { type: Board, from: { username: (profile) => profile.username } }),
  }),
});

Pin.implement({
  description: 'A picture that somebody has pinned.',
  fields: (t) => ({
    pinId: t.exposeID('id', { description: 'Id of the pin.', ...documentedAsId }),
    title: t.exposeString('title', {
      description: 'Its title, or what else is written beside it; 200 characters at most.',
    }),
    imageUrl: t.exposeString('imageUrl', {
      nullable: true,
      description: 'Address of the largest picture that is known of it.',
    }),
    link: t.exposeString('link', { nullable: true, description: 'Address elsewhere that it leads to.' }),
    domain: t.exposeString('domain', { nullable: true, description: 'Domain of that address.' }),
    similar: t.lookup(lookups.similar, { type: Similar, from: { url: (pin) => pin.imageUrl } }),
  }),
});

const Search = builder.objectRef<ResultOf<typeof lookups.search>>('PinboardSearch').implement({
  description: 'Pins that words have found.',
  fields: (t) => ({
    query: t.exposeString('query', { description: 'The words.' }),
    totalResults: t.exposeInt('totalResults', { description: 'How many pins are listed.' }),
    pins: t.list('pins', {
      type: [Pin],
      max: 'page',
      filters: filtersOfPins,
      description: 'The pins, the best first.',
    }),
  }),
});

UserPins.implement({
  description: 'Pins of a user.',
  fields: (t) => ({
    username: t.exposeString('username', { description: 'Name of the user, as it was asked for.' }),
    count: t.exposeInt('count', { description: 'How many pins are listed.' }),
    pins: t.list('pins', {
      type: [Pin],
      max: 'page',
      filters: filtersOfPins,
      description: 'The pins, the newest first.',
    }),
    profile: t.lookup(lookups.user, { type: Profile, from: { username: (pins) => pins.username } }),
  }),
});

Board.implement({
  description: 'A board of a user.',
  fields: (t) => ({
    username: t.exposeString('username', { description: 'Name of its owner, as it was asked for.' }),
    board: t.exposeString('board', { description: 'Name of the board in its address.' }),
    pinCount: t.expose('pinCount', { type: 'SafeInt', description: 'How many pins are on it.' }),
    pins: t.list('pins', {
      type: [Pin],
      max: lookups.mostPins,
      filters: filtersOfPins,
      description: 'The newest 100 of them, the newest first.',
    }),
    owner: t.lookup(lookups.user, { type: Profile, from: { username: (board) => board.username } }),
  }),
});

const Download = builder.objectRef<ResultOf<typeof lookups.download>>('PinboardDownload').implement({
  description: 'A picture with all its bytes.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Address that it was had from.' }),
    contentType: t.exposeString('contentType', { description: 'Its media type, by its first bytes.' }),
    sizeBytes: t.exposeInt('sizeBytes', { description: 'Number of its bytes.' }),
    dataUri: t.exposeString('dataUri', { description: 'Its bytes in base64, as a data URI.' }),
  }),
});

Similar.implement({
  description: 'Pins that look like another.',
  fields: (t) => ({
    sourceImage: t.exposeString('sourceImage', { description: 'Address that was asked about.' }),
    count: t.exposeInt('count', { description: 'How many pins are listed.' }),
    pins: t.list('pins', {
      type: [Pin],
      max: 'page',
      filters: filtersOfPins,
      description: 'The pins, the most similar first.',
    }),
  }),
});

builder.namespace('pinboard', {
  description: 'Profiles, pins and boards of a pin board.',
  synonyms: {
    '': '*pinner *pinterest',
    account: 'board boards pin pins',
    board: 'board collection content folder slug',
    'board pins': 'inside saved slug',
    'newest pins user': 'latest pinned recent save saved uploaded',
    'picture uploaded': 'base64 data download embed full image original pic resolution save size uri',
    profile: 'person',
    'profile user': 'bio boards count follower following many name person username website',
    search: 'find idea ideas inspiration keyword look pic picture pictures',
    similar: 'alike image like lookalike match related resemble reverse same visual visually',
  },
  fields: (t) => ({
    user: t.lookup(lookups.user, { type: Profile }),
    search: t.lookup(lookups.search, { type: Search }),
    userPins: t.lookup(lookups.userPins, { type: UserPins }),
    board: t.lookup(lookups.board, { type: Board }),
    download: t.lookup(lookups.download, { type: Download }),
    similar: t.lookup(lookups.similar, { type: Similar }),
  }),
});
