import { type Envelope, items, routes } from './kernel/route.ts';

/** The list is complete: there is no next page. */
const onePage: Envelope = (list) => ({ items: list, paging: { cursors: {} } });

const arena = `
  fragment Arena on CardgameArena { arenaId name rawName }`;

const card = `
  fragment Card on CardgameCard {
    cardId
    name
    level
    starLevel
    evolutionLevel
    maxLevel
    maxEvolutionLevel
    rarity
    count
    elixirCost
    used
    iconUrls { medium heroMedium evolutionMedium }
  }`;

const clanReference = `
  fragment ClanReference on CardgameClanReference { tag name badgeId }`;

const clanFacts = `
  fragment ClanFacts on CardgameClanFacts {
    tag
    name
    type
    badgeId
    clanScore
    clanWarTrophies
    location: place { locationId name isCountry countryCode }
    requiredTrophies
    donationsPerWeek
    clanChestLevel
    clanChestMaxLevel
    members: memberCount
  }`;

const member = `
  fragment Member on CardgameMember {
    tag
    name
    role
    lastSeen
    expLevel
    trophies
    arena { ...Arena }
    clanRank
    previousClanRank
    donations
    donationsReceived
    clanChestPoints
  }
  ${arena}`;

const playerExample = { playerTag: '#2PP00' };
const clanExample = { clanTag: '#2PP00' };

export const cardgame = routes(
  'cardgame',
  {},
  {
    path: '/api/cardgame/player/{playerTag}',
    example: playerExample,
    document: `
      query ($playerTag: ID!) {
        cardgame {
          player(tag: $playerTag) {
            tag
            name
            expLevel
            expPoints
            totalExpPoints
            starPoints
            kingTowerLevel
            collectionLevel
            trophies
            bestTrophies
            wins
            losses
            battleCount
            threeCrownWins
            challengeCardsWon
            challengeMaxWins
            tournamentCardsWon
            tournamentBattleCount
            currentWinLoseStreak
            role
            donations
            donationsReceived
            totalDonations
            warDayWins
            clanCardsCollected
            clan { ...ClanReference }
            arena { ...Arena }
            leagueStatistics {
              currentSeason { ...Season }
              previousSeason { ...Season }
              bestSeason { ...Season }
            }
            badges(first: 300) { name level maxLevel progress target iconUrls { large } }
            achievements(first: 100) { name stars value target info completionInfo }
            cards(first: 300) { ...Card }
            supportCards { ...Card }
            currentDeck { ...Card }
            currentDeckSupportCards { ...Card }
            currentFavouriteCard { ...Card }
            legacyTrophyRoadHighScore
            currentPathOfLegendSeasonResult { ...LeagueResult }
            lastPathOfLegendSeasonResult { ...LeagueResult }
            bestPathOfLegendSeasonResult { ...LeagueResult }
            progress(first: 100) { mode result { arena { ...Arena } trophies bestTrophies } }
          }
        }
      }
      fragment Season on CardgameSeason { seasonId rank trophies bestTrophies }
      fragment LeagueResult on CardgameLeagueResult { leagueNumber trophies rank }
      ${clanReference}
      ${arena}
      ${card}`,
  },
  {
    path: '/api/cardgame/cards',
    example: {},
    document: `{ cardgame { cards { items(first: 300) { ...Card } supportItems { ...Card } } } } ${card}`,
  },
  {
    path: '/api/cardgame/clan/{clanTag}',
    example: clanExample,
    document: `
      query ($clanTag: ID!) {
        cardgame {
          clan(tag: $clanTag) { ...ClanFacts description clanChestStatus memberList(first: 50) { ...Member } }
        }
      }
      ${clanFacts}
      ${member}`,
  },
  {
    path: '/api/cardgame/members/{clanTag}',
    envelope: onePage,
    example: clanExample,
    document: `query ($clanTag: ID!) { cardgame { members(tag: $clanTag, first: 50) { ...Member } } } ${member}`,
  },
  {
    path: '/api/cardgame/clansearch/{query}',
    example: { query: 'Golden' },
    document: `
      query ($query: String!, $after: String) {
        cardgame {
          clanSearch(query: $query, first: 50, after: $after) {
            items { ...ClanFacts }
            next
          }
        }
      }
      ${clanFacts}`,
  },
  {
    path: '/api/cardgame/chests/{playerTag}',
    envelope: items,
    example: playerExample,
    document: `
      query ($playerTag: ID!) { cardgame { upcomingChests(tag: $playerTag, first: 50) { index name } } }`,
  },
  {
    path: '/api/cardgame/battlelog/{playerTag}',
    example: playerExample,
    document: `
      query ($playerTag: ID!) {
        cardgame {
          battlelog(tag: $playerTag, first: 40) {
            type
            battleTime
            isLadderTournament
            isHostedMatch
            arena { ...Arena }
            gameMode { gameModeId name }
            deckSelection
            leagueNumber
            eventTag
            tournamentTag
            challengeId
            challengeTitle
            challengeWinCountBefore
            boatBattleSide
            boatBattleWon
            newTowersDestroyed
            prevTowersDestroyed
            remainingTowers
            modifiers { tag modifiers }
            team { ...Contestant }
            opponent { ...Contestant }
          }
        }
      }
      fragment Contestant on CardgameContestant {
        ...Standing
        tag
        name
        startingTrophies
        trophyChange
        clan { ...ClanReference }
        supportCards { ...Card }
        globalRank
        rounds { ...Standing }
      }
      fragment Standing on CardgameStanding {
        crowns
        kingTowerHitPoints
        princessTowersHitPoints
        elixirLeaked
        cards { ...Card }
      }
      ${clanReference}
      ${arena}
      ${card}`,
  },
);
