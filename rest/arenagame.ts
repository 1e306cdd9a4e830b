import { bare, items, routes } from './kernel/route.ts';

const profile = `
  fragment Profile on ArenagameProfile { tag name nameColor icon { id } trophies }`;

const member = `
  fragment Member on ArenagameMember { ...Profile role }
  ${profile}`;

const rankedPlayer = `
  fragment RankedPlayer on ArenagameRankedPlayer { ...Profile rank club { name } }
  ${profile}`;

const kit = `
  fragment Kit on ArenagameKit {
    name
    starPowers { itemId name }
    gadgets { itemId name }
    hyperCharges { itemId name }
    gears { gearId name level }
  }`;

const event = `
  fragment Event on ArenagameEvent { eventId map mode modeId }`;

const example = { tag: '2PP00' };
const exampleFighter = { fighterId: '16000000' };

export const arenagame = routes(
  'arenagame',
  { auth: 'raw', envelope: items },
  {
    path: '/api/arenagame/player/{tag}',
    envelope: bare,
    example,
    document: `
      query ($tag: ID!) {
        arenagame {
          player(tag: $tag) {
            ...Profile
            highestTrophies
            expLevel
            expPoints
            totalPrestigeLevel
            threeVsThreeVictories
            soloVictories
            duoVictories
            bestRoboRumbleTime
            bestTimeAsBigFighter
            club { name }
            fighters(first: 150) {
              fighterId
              ...Kit
              power
              rank
              trophies
              highestTrophies
              prestigeLevel
              currentWinStreak
              maxWinStreak
              skin { itemId name }
              buffies { gadget starPower hyperCharge }
            }
          }
        }
      }
      ${profile}
      ${kit}`,
  },
  {
    path: '/api/arenagame/battlelog/{tag}',
    example,
    document: `
      query ($tag: ID!) {
        arenagame {
          battlelog(tag: $tag, first: 25) {
            battleTime
            event { ...Event }
            battle {
              mode
              type
              result
              duration
              trophyChange
              starPlayer { tag name fighter { fighterId name power trophies } }
              teams { ...Participant }
              players { ...Participant }
              rank
              level { levelId name }
            }
          }
        }
      }
      fragment Participant on ArenagameParticipant {
        tag
        name
        fighter { fighterId name power trophies }
        fighters { fighterId name power trophies trophyChange }
      }
      ${event}`,
  },
  {
    path: '/api/arenagame/club/{tag}',
    envelope: bare,
    example,
    document: `
      query ($tag: ID!) {
        arenagame {
          club(tag: $tag) {
            tag
            name
            description
            type
            badgeId
            requiredTrophies
            trophies
            isFamilyFriendly
            members(first: 30) { ...Member }
          }
        }
      }
      ${member}`,
  },
  {
    path: '/api/arenagame/club/{tag}/members',
    example,
    document: `query ($tag: ID!) { arenagame { members(tag: $tag, first: 30) { ...Member } } } ${member}`,
  },
  {
    path: '/api/arenagame/rankings/global/players',
    example: {},
    document: `{ arenagame { playerRankings(first: 200) { ...RankedPlayer } } } ${rankedPlayer}`,
  },
  {
    path: '/api/arenagame/rankings/global/clubs',
    example: {},
    document: '{ arenagame { clubRankings(first: 200) { tag name badgeId trophies memberCount rank } } }',
  },
  {
    path: '/api/arenagame/rankings/global/fighters/{fighterId}',
    example: exampleFighter,
    document: `
      query ($fighterId: ID!) {
        arenagame { fighterRankings(fighterId: $fighterId, first: 200) { ...RankedPlayer } }
      }
      ${rankedPlayer}`,
  },
  {
    path: '/api/arenagame/fighters',
    example: {},
    document: `{ arenagame { fighters(first: 150) { id ...Kit } } } ${kit}`,
  },
  {
    path: '/api/arenagame/fighters/{fighterId}',
    envelope: bare,
    example: exampleFighter,
    document: `
      query ($fighterId: ID!) { arenagame { fighter(fighterId: $fighterId) { id ...Kit } } }
      ${kit}`,
  },
  {
    path: '/api/arenagame/events/rotation',
    envelope: bare,
    example: {},
    document: `
      { arenagame { rotation(first: 50) { startTime endTime slotId event { ...Event } } } }
      ${event}`,
  },
);
