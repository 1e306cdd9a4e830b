import * as lookups from '../resolvers/arenagame.ts';
import * as arenagame from '../sources/arenagame.ts';
import {
  filtersOfBattles,
  filtersOfClubs,
  filtersOfMembers,
  filtersOfPlayers,
  filtersOfSlots,
} from './arenagame-filters.ts';
import { synonyms } from './arenagame-synonyms.ts';
import { builder } from './kernel/builder.ts';
import { entity } from './kernel/entity.ts';
import { DataSource } from './kernel/provenance.ts';
import { asTime } from './kernel/values.ts';
import { asNumber, documentedAsNumber, wire } from './kernel/wire.ts';

/** A field of some game modes, or that the upstream may drop; the REST bodies omit it when it is null. */
const whereKnown = { nullable: true, ...wire({ omit: 'null' }) } as const;

const Role = builder.enumOf(lookups.roleKind);

export const Player = builder.objectRef<arenagame.Player>('ArenagamePlayer');
export const Club = builder.objectRef<arenagame.Club>('ArenagameClub');
export const Fighter = builder.objectRef<arenagame.Fighter>('ArenagameFighter');
const LogEntry = builder.objectRef<arenagame.LogEntry>('ArenagameLogEntry');
const RankedPlayer = builder.objectRef<arenagame.RankedPlayer>('ArenagameRankedPlayer');

const playerOf = { tag: (listed: { readonly tag: string | null }) => listed.tag };
const fighterOf = { fighterId: (fighter: { readonly id: string }) => fighter.id };

const Icon = builder.objectRef<arenagame.Icon>('ArenagameIcon').implement({
  ...entity,
  description: 'A picture that a player chose.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Number of the picture.', ...asNumber }) }),
});

const Profile = builder.interfaceRef<arenagame.Profile>('ArenagameProfile').implement({
  description: 'What stands of a player wherever one is listed.',
  fields: (t) => ({
    tag: t.exposeID('tag', { description: 'Tag of the player, with its #.' }),
    name: t.exposeString('name', { description: 'Name; may hold any character.' }),
    nameColor: t.exposeString('nameColor', {
      ...whereKnown,
      description: 'Colour of the name, such as 0xffa8e132.',
    }),
    icon: t.expose('icon', { type: Icon, ...whereKnown, description: 'The picture that they chose.' }),
    trophies: t.expose('trophies', { type: 'SafeInt', description: 'Trophies now.' }),
  }),
});

const Item = builder.objectRef<arenagame.Item>('ArenagameItem').implement({
  description: 'A thing of the game with a number and a name: a gadget, a star power, a skin.',
  fields: (t) => ({
    itemId: t.exposeID('id', { description: 'Number of the thing.', ...documentedAsNumber }),
    name: t.exposeString('name', { description: 'Name in English.' }),
  }),
});

const Gear = builder.objectRef<arenagame.Gear>('ArenagameGear').implement({
  description: 'A gear that strengthens a fighter.',
  fields: (t) => ({
    gearId: t.exposeID('id', { description: 'Number of the gear.', ...documentedAsNumber }),
    name: t.exposeString('name', { description: 'Name in English.' }),
    level: t.exposeInt('level', { nullable: true, description: 'Level of the gear.' }),
  }),
});

const Kit = builder.interfaceRef<arenagame.Fighter>('ArenagameKit').implement({
  description: 'A fighter and what it is equipped with.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name in English, in capitals.' }),
    starPowers: t.list('starPowers', { type: [Item], max: 20, description: 'Star powers.' }),
    gadgets: t.list('gadgets', { type: [Item], max: 20, description: 'Gadgets.' }),
    hyperCharges: t.list('hyperCharges', {
      type: [Item],
      max: 20,
      nullable: true,
      description: 'Hypercharges; null where the source does not state them.',
    }),
    gears: t.list('gears', {
      type: [Gear],
      max: 20,
      nullable: true,
      description: 'Gears; null where the source does not state them.',
    }),
  }),
});

const numberOfFighter = 'Number of the fighter: 16000000 plus an index.';

Fighter.implement({
  description: 'A fighter of the game, with everything that it can be equipped with.',
  interfaces: [Kit],
  fields: (t) => ({
    id: t.exposeID('id', { description: numberOfFighter, ...asNumber }),
    source: t.field({
      type: DataSource,
      description: 'Where it comes from, and which of its values are derived or approximate.',
      resolve: lookups.sourceOfFighter,
    }),
    rankings: t.lookup(lookups.fighterRankings, {
      type: [RankedPlayer],
      filters: filtersOfPlayers,
      from: fighterOf,
    }),
  }),
});

const Buffies = builder.objectRef<arenagame.Buffies>('ArenagameBuffies').implement({
  description: 'Which parts of a fighter a player has improved.',
  fields: (t) => ({
    gadget: t.exposeBoolean('gadget', { description: 'Whether the gadgets are.' }),
    starPower: t.exposeBoolean('starPower', { description: 'Whether the star powers are.' }),
    hyperCharge: t.exposeBoolean('hyperCharge', { description: 'Whether the hypercharge is.' }),
  }),
});

const PlayerFighter = builder.objectRef<arenagame.PlayerFighter>('ArenagamePlayerFighter').implement({
  description: 'A fighter that a player has, with what they have unlocked for it.',
  interfaces: [Kit],
  fields: (t) => ({
    fighterId: t.exposeID('id', { description: numberOfFighter, ...documentedAsNumber }),
    power: t.exposeInt('power', { description: 'Power level.' }),
    rank: t.exposeInt('rank', { nullable: true, description: 'Rank that the fighter has reached.' }),
    trophies: t.expose('trophies', { type: 'SafeInt', description: 'Trophies with this fighter now.' }),
    highestTrophies: t.expose('highestTrophies', {
      type: 'SafeInt',
      nullable: true,
      description: 'Most trophies that the player ever had with it.',
    }),
    prestigeLevel: t.exposeInt('prestigeLevel', { nullable: true, description: 'Prestige level.' }),
    currentWinStreak: t.exposeInt('currentWinStreak', {
      nullable: true,
      description: 'Victories in a row up to now.',
    }),
    maxWinStreak: t.exposeInt('maxWinStreak', { nullable: true, description: 'Most victories in a row.' }),
    skin: t.expose('skin', { type: Item, nullable: true, description: 'The look that it wears.' }),
    buffies: t.expose('buffies', { type: Buffies, nullable: true, description: 'Its improved parts.' }),
    fighter: t.lookup(lookups.fighter, { type: Fighter, from: fighterOf }),
  }),
});

const Membership = builder.objectRef<arenagame.Membership>('ArenagameMembership').implement({
  description: 'The club that a player belongs to; without a name when they belong to none.',
  fields: (t) => ({
    tag: t.exposeID('tag', {
      nullable: true,
      description: 'Tag of the club, with its #. Rankings do not tell it.',
    }),
    name: t.exposeString('name', { nullable: true, description: 'Name of the club.' }),
    club: t.lookup(lookups.club, { type: Club, from: playerOf }),
  }),
});

Player.implement({
  description: 'A player and their fighters.',
  interfaces: [Profile],
  fields: (t) => ({
    highestTrophies: t.expose('highestTrophies', {
      type: 'SafeInt',
      description: 'Most trophies that they ever had.',
    }),
    totalPrestigeLevel: t.expose('totalPrestigeLevel', {
      type: 'SafeInt',
      description: 'Prestige levels of all their fighters together.',
    }),
    expLevel: t.expose('expLevel', { type: 'SafeInt', description: 'Experience level.' }),
    expPoints: t.expose('expPoints', { type: 'SafeInt', description: 'Experience points.' }),
    threeVsThreeVictories: t.expose('threeVsThreeVictories', {
      type: 'SafeInt',
      description: 'Victories of teams of three.',
      ...wire({ name: '3vs3Victories' }),
    }),
    soloVictories: t.expose('soloVictories', { type: 'SafeInt', description: 'Victories alone.' }),
    duoVictories: t.expose('duoVictories', { type: 'SafeInt', description: 'Victories of two.' }),
    bestRoboRumbleTime: t.expose('bestRoboRumbleTime', {
      type: 'SafeInt',
      description: 'How far they came against the robots: a number of the game, 0 for never.',
    }),
    bestTimeAsBigFighter: t.expose('bestTimeAsBigFighter', {
      type: 'SafeInt',
      description: 'Seconds that they lasted as the big fighter; 0 for never.',
    }),
    club: t.expose('club', { type: Membership, description: 'The club that they belong to.' }),
    fighters: t.list('fighters', {
      type: [PlayerFighter],
      max: lookups.usualFighters,
      description: 'The fighters that they have.',
    }),
    battlelog: t.lookup(lookups.battlelog, { type: [LogEntry], filters: filtersOfBattles, from: playerOf }),
  }),
});

const Member = builder.objectRef<arenagame.Member>('ArenagameMember').implement({
  description: 'A member of a club.',
  interfaces: [Profile],
  fields: (t) => ({
    role: t.expose('role', { type: Role, description: 'What they are in the club.' }),
    player: t.lookup(lookups.player, { type: Player, from: playerOf }),
  }),
});

Club.implement({
  description: 'A club with its members.',
  fields: (t) => ({
    tag: t.exposeID('tag', { description: 'Tag of the club, with its #.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    description: t.exposeString('description', { description: 'What it says of itself.' }),
    type: t.exposeString('type', { description: 'Who may join: open, inviteOnly or closed.' }),
    badgeId: t.exposeID('badgeId', { description: 'Number of its badge.', ...asNumber }),
    requiredTrophies: t.expose('requiredTrophies', {
      type: 'SafeInt',
      description: 'Trophies that one needs to join.',
    }),
    trophies: t.expose('trophies', { type: 'SafeInt', description: 'Trophies of all members together.' }),
    isFamilyFriendly: t.exposeBoolean('isFamilyFriendly', {
      nullable: true,
      description: 'Whether it asks for language fit for all ages.',
    }),
    members: t.list('members', {
      type: [Member],
      max: arenagame.mostMembers,
      filters: filtersOfMembers,
      description: 'Its members, 30 at most.',
    }),
  }),
});

RankedPlayer.implement({
  description: 'A place in a ranking of players.',
  interfaces: [Profile],
  fields: (t) => ({
    rank: t.exposeInt('rank', { description: 'The place, 1 being the best.' }),
    club: t.expose('club', { type: Membership, description: 'The club that they belong to.' }),
    player: t.lookup(lookups.player, { type: Player, from: playerOf }),
  }),
});

const RankedClub = builder.objectRef<arenagame.RankedClub>('ArenagameRankedClub').implement({
  description: 'A place in a ranking of clubs.',
  fields: (t) => ({
    tag: t.exposeID('tag', { description: 'Tag of the club, with its #.' }),
    name: t.exposeString('name', { description: 'Name of the club.' }),
    badgeId: t.exposeID('badgeId', { description: 'Number of its badge.', ...asNumber }),
    trophies: t.expose('trophies', { type: 'SafeInt', description: 'Trophies of all members together.' }),
    memberCount: t.exposeInt('memberCount', { description: 'Number of members.' }),
    rank: t.exposeInt('rank', { description: 'The place, 1 being the best.' }),
    club: t.lookup(lookups.club, { type: Club, from: playerOf }),
  }),
});

export const Event = builder.objectRef<arenagame.Event>('ArenagameEvent').implement({
  description: 'A mode on a map.',
  fields: (t) => ({
    eventId: t.exposeID('id', {
      description: 'Number of the event; 0 for maps that players made.',
      ...documentedAsNumber,
    }),
    map: t.exposeString('map', { nullable: true, description: 'Name of the map in English.' }),
    mode: t.exposeString('mode', { nullable: true, description: 'The mode, such as gemGrab or ball.' }),
    modeId: t.exposeID('modeId', { nullable: true, description: 'Number of the mode.', ...asNumber }),
  }),
});

const Slot = builder.objectRef<lookups.Slot>('ArenagameSlot').implement({
  description: 'An event of the rotation, while it is played.',
  fields: (t) => ({
    source: t.field({
      type: DataSource,
      description: 'Where it comes from, and which of its values are derived or approximate.',
      resolve: lookups.sourceOfSlot,
    }),
    startTime: t.exposeString('startTime', { description: 'When it began, as YYYYMMDDThhmmss.000Z.' }),
    startedTime: t.typed('startTime', asTime, 'When it began.'),
    endTime: t.exposeString('endTime', { description: 'When it ends, in the same form.' }),
    endedTime: t.typed('endTime', asTime, 'When it ends.'),
    slotId: t.exposeID('slotId', {
      nullable: true,
      description: 'Number of its place in the rotation.',
      ...asNumber,
    }),
    event: t.expose('event', { type: Event, description: 'What is played.' }),
  }),
});

const BattleFighter = builder.objectRef<arenagame.BattleFighter>('ArenagameBattleFighter').implement({
  description: 'A fighter in a battle.',
  fields: (t) => ({
    fighterId: t.exposeID('id', { description: 'Number of the fighter.', ...documentedAsNumber }),
    name: t.exposeString('name', { description: 'Name in English, in capitals.' }),
    power: t.exposeInt('power', { description: 'Power level.' }),
    trophies: t.exposeInt('trophies', { description: 'Trophies that its player had with it.' }),
    trophyChange: t.exposeInt('trophyChange', {
      description: 'Trophies won or lost with it, in duels.',
      ...whereKnown,
    }),
    fighter: t.lookup(lookups.fighter, { type: Fighter, from: fighterOf }),
  }),
});

const StarPlayer = builder.objectRef<arenagame.StarPlayer>('ArenagameStarPlayer').implement({
  description: 'The best player of a battle.',
  fields: (t) => ({
    tag: t.exposeID('tag', { description: 'Tag of the player, with its #.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    fighter: t.expose('fighter', { type: BattleFighter, description: 'The fighter that they played.' }),
    player: t.lookup(lookups.player, { type: Player, from: playerOf }),
  }),
});

const Participant = builder.objectRef<arenagame.Participant>('ArenagameParticipant').implement({
  description: 'Someone in a battle.',
  fields: (t) => ({
    tag: t.exposeID('tag', { nullable: true, description: 'Tag of the player, with its #.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    fighter: t.expose('fighter', {
      type: BattleFighter,
      description: 'The fighter that they played; null in duels.',
      ...whereKnown,
    }),
    fighters: t.list('fighters', {
      type: [BattleFighter],
      max: 20,
      usual: 3,
      description: 'The fighters that they played one after the other, in duels.',
      ...whereKnown,
    }),
    player: t.lookup(lookups.player, { type: Player, from: playerOf }),
  }),
});

const Level = builder.objectRef<arenagame.Level>('ArenagameLevel').implement({
  description: 'How hard a battle against the game itself was.',
  fields: (t) => ({
    levelId: t.exposeID('id', { description: 'Number of the level.', ...documentedAsNumber }),
    name: t.exposeString('name', { nullable: true, description: 'Name of the level.' }),
  }),
});

const Battle = builder.objectRef<arenagame.Battle>('ArenagameBattle').implement({
  description: 'How a battle went. What there is of it depends on the mode.',
  fields: (t) => ({
    mode: t.exposeString('mode', { description: 'The mode, such as gemGrab or ball.' }),
    type: t.exposeString('type', {
      nullable: true,
      description: 'What it was fought for: ranked for trophies, soloRanked, friendly, challenge.',
    }),
    result: t.exposeString('result', {
      nullable: true,
      description: 'victory, defeat or draw; null where places are told instead.',
    }),
    duration: t.exposeInt('duration', { nullable: true, description: 'Seconds that it lasted.' }),
    trophyChange: t.exposeInt('trophyChange', {
      nullable: true,
      description: 'Trophies won or lost; null where none were at stake.',
    }),
    starPlayer: t.expose('starPlayer', {
      type: StarPlayer,
      nullable: true,
      description: 'The best player, where one is chosen.',
    }),
    teams: t.expose('teams', {
      type: t.listRef(t.listRef(Participant)),
      extensions: { maxItems: 9 },
      description: 'The teams and their players; empty where nobody has a team.',
    }),
    players: t.list('players', {
      type: [Participant],
      max: 20,
      usual: 9,
      description: 'The players, where nobody has a team.',
      ...whereKnown,
    }),
    rank: t.exposeInt('rank', {
      description: 'The place that was reached, where places are told, 1 being the best.',
      ...whereKnown,
    }),
    level: t.expose('level', {
      type: Level,
      description: 'How hard it was, against the game itself.',
      ...whereKnown,
    }),
  }),
});

LogEntry.implement({
  description: 'A battle of a player.',
  fields: (t) => ({
    battleTime: t.exposeString('battleTime', { description: 'When it was, as YYYYMMDDThhmmss.000Z.' }),
    time: t.typed('battleTime', asTime, 'When it was.'),
    event: t.expose('event', { type: Event, description: 'Mode and map.' }),
    battle: t.expose('battle', { type: Battle, description: 'How it went.' }),
  }),
});

builder.namespace('arenagame', {
  description: 'Players, clubs, rankings, fighters and events of an arena game.',
  synonyms,
  fields: (t) => ({
    player: t.lookup(lookups.player, { type: Player }),
    battlelog: t.lookup(lookups.battlelog, { type: [LogEntry], filters: filtersOfBattles }),
    club: t.lookup(lookups.club, { type: Club }),
    members: t.lookup(lookups.members, { type: [Member], filters: filtersOfMembers }),
    playerRankings: t.lookup(lookups.playerRankings, { type: [RankedPlayer], filters: filtersOfPlayers }),
    clubRankings: t.lookup(lookups.clubRankings, { type: [RankedClub], filters: filtersOfClubs }),
    fighterRankings: t.lookup(lookups.fighterRankings, { type: [RankedPlayer], filters: filtersOfPlayers }),
    fighters: t.lookup(lookups.fighters, { type: [Fighter] }),
    fighter: t.lookup(lookups.fighter, { type: Fighter }),
    rotation: t.lookup(lookups.rotation, {
      type: [Slot],
      filters: filtersOfSlots,
    }),
  }),
});
