import { type Envelope, listedFaults, routes } from './kernel/route.ts';

const under =
  (name: string): Envelope =>
  (value) => ({ [name]: value });

const account = `
  fragment Account on BlockgameAccount { userId name displayName hasVerifiedBadge }`;

const example = { username: 'builderman' };

export const blockgame = routes(
  'blockgame',
  { faults: listedFaults },
  {
    path: '/api/blockgame/{username}',
    example,
    document: `
      query ($username: String!, $limit: Int) {
        blockgame {
          player(username: $username, limit: $limit) {
            ...Account
            description
            created
            avatar: avatarUrl
            presence
            friends: friendCount
            followers: followerCount
            following: followingCount
            items: itemCount
            rap
            value
          }
        }
      }
      ${account}`,
  },
  {
    path: '/api/blockgame/avatar/{userId}',
    example: { userId: '156', size: '420x420' },
    document: `
      query ($userId: ID!, $size: BlockgameAvatarSize) {
        blockgame { avatarThumbnail(userId: $userId, size: $size) { imageUrl } }
      }`,
  },
  {
    path: '/api/blockgame/template/{assetId}',
    example: { assetId: '607785314' },
    document: `query ($assetId: ID!) { blockgame { template(assetId: $assetId) { url } } }`,
  },
  {
    path: '/api/blockgame/{username}/avatar',
    example,
    document: `
      query ($username: String!) {
        blockgame {
          avatar(username: $username) {
            playerAvatarType
            scales { height width head depth proportion bodyType }
            bodyColors {
              headColorId
              torsoColorId
              rightArmColorId
              leftArmColorId
              rightLegColorId
              leftLegColorId
            }
            assets(first: 50) { id name currentVersionId assetType { id name } }
            defaultShirtApplied
            defaultPantsApplied
            emotes { assetId assetName position }
          }
        }
      }`,
  },
  {
    path: '/api/blockgame/{username}/outfits',
    example,
    envelope: under('outfits'),
    document: `
      query ($username: String!) {
        blockgame { outfits(username: $username, first: 100) { id name isEditable outfitType } }
      }`,
  },
  {
    path: '/api/blockgame/{username}/groups',
    example,
    envelope: under('groups'),
    document: `
      query ($username: String!) {
        blockgame {
          groups(username: $username, first: 100) { groupId name description memberCount hasVerifiedBadge role rank }
        }
      }`,
  },
  {
    path: '/api/blockgame/{username}/badges',
    example,
    envelope: under('badges'),
    document: `
      query ($username: String!) {
        blockgame {
          badges(username: $username, first: 25) {
            id
            name
            description
            displayIconImageUrl
            enabled
            statistics { pastDayAwardedCount awardedCount winRatePercentage }
            awardingUniverse { universeId name rootPlaceId }
          }
        }
      }`,
  },
  {
    path: '/api/blockgame/{username}/friends',
    example,
    document: `
      query ($username: String!) {
        blockgame { friends(username: $username, first: 1000) { count friends: items { ...Account } } }
      }
      ${account}`,
  },
  {
    path: '/api/blockgame/{username}/games',
    example,
    document: `
      query ($username: String!) {
        blockgame {
          games(username: $username) {
            count
            games: items(first: 50) {
              id
              name
              description
              rootPlaceId
              created
              updated
              isPublic
              maxPlayers
              genre
              stats { totalVisits playing favoritedCount }
            }
          }
        }
      }`,
  },
  {
    path: '/api/blockgame/{username}/marketdata',
    operationId: 'blockgameMarketData',
    example,
    // A refusal by the market-data source is documented as a failed request: 500.
    faults: { private: 500 },
    document: `
      query ($username: String!) {
        blockgame {
          marketData(username: $username) {
            success
            playerId
            isOnline
            lastLocation
            lastOnline
            premium
            playerVerified
            playerTerminated
            playerPrivacyEnabled
            playerAssets(first: 10000) { assetId copies }
          }
        }
      }`,
  },
  {
    path: '/api/blockgame/{username}/username/history',
    example,
    document: `
      query ($username: String!, $limit: Int = 10, $sortOrder: BlockgameSortOrder) {
        blockgame {
          usernameHistory(username: $username, first: $limit, sortOrder: $sortOrder) {
            userId
            username
            history
            count
          }
        }
      }`,
  },
);
