import * as lookups from '../resolvers/cubegame.ts';
import * as pictures from '../resolvers/cubegame-pictures.ts';
import type * as cubegame from '../sources/cubegame.ts';
import { builder } from './kernel/builder.ts';
import { asTime } from './kernel/values.ts';

/** Returns a function from the values of a lookup to the path of its picture. */
const pictureAt =
  (route: 'avatar' | 'render') => (values: Readonly<Record<string, string | number | boolean>>) =>
    `/api/cubegame/${route}?${new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))}`;

const ofPlayer = { uuid: ({ uuid }: cubegame.Identity) => uuid };

const Named = builder.interfaceRef<cubegame.Identity>('CubegameNamed').implement({
  description: 'The name of a player, and the UUID behind it.',
  fields: (t) => ({
    username: t.exposeString('username', { description: 'The name that the player bears now.' }),
    uuid: t.exposeID('uuid', { description: 'UUID with dashes, which stays when the name changes.' }),
  }),
});

const FormerName = builder.objectRef<cubegame.History[number]>('CubegameFormerName').implement({
  description: 'A name that a player has had, or has.',
  fields: (t) => ({
    username: t.exposeString('username', { description: 'The name.' }),
    changedAt: t.exposeString('changedAt', {
      nullable: true,
      description: 'When the player took it, in ISO 8601; null for the original name.',
    }),
    changedTime: t.typed('changedAt', asTime, 'When the player took it.'),
  }),
});

const Skin = builder.objectRef<cubegame.Skin>('CubegameSkin').implement({
  description: 'What a player looks like.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Address of the sheet, a PNG.' }),
    variant: t.expose('variant', {
      type: builder.enumOf(lookups.variantKind),
      description: 'How wide the arms are: four pixels of the sheet, or three.',
    }),
  }),
});

const Cape = builder.objectRef<cubegame.Cape>('CubegameCape').implement({
  description: 'A cape, which the game gives for merits.',
  fields: (t) => ({ url: t.exposeString('url', { description: 'Address of its picture, a PNG.' }) }),
});

export const Player = builder.objectRef<lookups.Player>('CubegamePlayer').implement({
  description: 'A player with former names, skin and cape.',
  interfaces: [Named],
  fields: (t) => ({
    nameHistory: t.list('history', {
      type: [FormerName],
      max: 100,
      description: 'Former names and the current one; the current one alone where no others are known.',
    }),
    skin: t.expose('skin', {
      type: Skin,
      description: 'Skin; for players without one of their own, what the game gives them.',
    }),
    cape: t.expose('cape', { type: Cape, nullable: true, description: 'Cape; null when there is none.' }),
    avatar: t.download(pictures.avatar, { url: pictureAt('avatar'), from: ofPlayer }),
    render: t.download(pictures.render, { url: pictureAt('render'), from: ofPlayer }),
  }),
});

const Identity = builder.objectRef<cubegame.Identity>('CubegameIdentity').implement({
  description: 'A name and the UUID of who bears it.',
  interfaces: [Named],
  fields: (t) => ({
    player: t.lookup(lookups.playerByUuid, { type: Player, from: ofPlayer }),
    avatar: t.download(pictures.avatar, { url: pictureAt('avatar'), from: ofPlayer }),
    render: t.download(pictures.render, { url: pictureAt('render'), from: ofPlayer }),
  }),
});

builder.namespace('cubegame', {
  description: 'Players of a cube game: who they are, former names, skins, and pictures of them.',
  synonyms: {
    '': 'mc *minecraft *mojang',
    account: 'look looks skin uuid',
    'former names': 'before cape changed dress earlier history look old optifine previous skin texture used',
    'player png': '3d character look looks render skin thumbnail',
    player: 'account gamertag skin username',
    uuid: 'convert id identifier lookup name resolve username',
  },
  fields: (t) => ({
    identity: t.lookup(lookups.identity, { type: Identity }),
    identities: t.lookup(lookups.identities, { type: [Identity, null] }),
    player: t.lookup(lookups.player, { type: Player }),
    playerByUuid: t.lookup(lookups.playerByUuid, { type: Player }),
    avatar: t.download(pictures.avatar, { url: pictureAt('avatar') }),
    render: t.download(pictures.render, { url: pictureAt('render') }),
  }),
});
