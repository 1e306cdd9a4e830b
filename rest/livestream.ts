import { type Envelope, routes } from './kernel/route.ts';

/** The body is a list with the result, or an empty list when it does not exist. */
const found: Envelope = (value) => ({ data: value === null ? [] : [value] });
const listed: Envelope = (data) => ({ data });

const user = `
  fragment User on LivestreamUser {
    id
    login
    display_name: displayName
    type
    broadcaster_type: broadcasterType
    description
    profile_image_url: profileImageUrl
    offline_image_url: offlineImageUrl
    view_count: viewCount
    created_at: createdAt
  }`;

const stream = `
  fragment Stream on LivestreamStream {
    id
    user_id: userId
    user_login: userLogin
    user_name: userName
    game_id: gameId
    game_name: gameName
    type
    title
    viewer_count: viewerCount
    started_at: startedAt
    language
    thumbnail_url: thumbnailUrl
    tags
    is_mature: isMature
  }`;

const game = `
  fragment Game on LivestreamGame { id name box_art_url: boxArtUrl external_db_id: externalDbId }`;

const broadcaster = { broadcaster_id: '141981764' };

export const livestream = routes(
  'livestream',
  {},
  {
    path: '/api/livestream/user',
    example: { login: 'twitchdev' },
    envelope: found,
    isNullWhenAbsent: true,
    document: `query ($login: String!) { livestream { user(login: $login) { ...User } } } ${user}`,
  },
  {
    path: '/api/livestream/user/id',
    example: { id: '141981764' },
    envelope: found,
    isNullWhenAbsent: true,
    document: `query ($id: ID!) { livestream { userById(id: $id) { ...User } } } ${user}`,
  },
  {
    path: '/api/livestream/stream',
    example: { user_login: 'twitchdev' },
    envelope: found,
    document: `
      query ($user_login: String!) { livestream { stream(login: $user_login) { ...Stream } } }
      ${stream}`,
  },
  {
    path: '/api/livestream/streams/top',
    example: { first: '5' },
    document: `
      query ($first: Int = 20, $after: String) {
        livestream {
          topStreams(first: $first, after: $after) { data: items { ...Stream } next }
        }
      }
      ${stream}`,
  },
  {
    path: '/api/livestream/channel',
    example: broadcaster,
    envelope: found,
    isNullWhenAbsent: true,
    document: `
      query ($broadcaster_id: ID!) {
        livestream {
          channel(broadcasterId: $broadcaster_id) {
            broadcaster_id: broadcasterId
            broadcaster_login: broadcasterLogin
            broadcaster_name: broadcasterName
            broadcaster_language: broadcasterLanguage
            game_id: gameId
            game_name: gameName
            title
            delay
            tags
            is_branded_content: isBrandedContent
            content_classification_labels: contentClassificationLabels
          }
        }
      }`,
  },
  {
    path: '/api/livestream/channels/search',
    example: { query: 'chess', first: '5' },
    document: `
      query ($query: String!, $first: Int = 20, $after: String) {
        livestream {
          searchChannels(query: $query, first: $first, after: $after) {
            data: items {
              broadcasterId
              broadcaster_login: broadcasterLogin
              display_name: displayName
              broadcaster_language: broadcasterLanguage
              game_id: gameId
              game_name: gameName
              is_live: isLive
              started_at: startedAt
              tags
              thumbnail_url: thumbnailUrl
              title
            }
            next
          }
        }
      }`,
  },
  {
    path: '/api/livestream/followers',
    example: broadcaster,
    document: `
      query ($broadcaster_id: ID!, $first: Int = 20, $after: String) {
        livestream {
          followers(broadcasterId: $broadcaster_id, first: $first, after: $after) {
            total
            data: items {
              user_id: userId
              user_login: userLogin
              user_name: userName
              followed_at: followedAt
            }
            next
          }
        }
      }`,
  },
  {
    path: '/api/livestream/clips',
    example: broadcaster,
    document: `
      query ($broadcaster_id: ID!, $first: Int = 20, $after: String) {
        livestream {
          clips(broadcasterId: $broadcaster_id, first: $first, after: $after) {
            data: items {
              id
              url
              embed_url: embedUrl
              broadcaster_id: broadcasterId
              broadcaster_name: broadcasterName
              creator_id: creatorId
              creator_name: creatorName
              video_id: videoId
              game_id: gameId
              language
              title
              view_count: viewCount
              created_at: createdAt
              thumbnail_url: thumbnailUrl
              duration
              is_featured: isFeatured
            }
            next
          }
        }
      }`,
  },
  {
    path: '/api/livestream/videos',
    example: { user_id: '141981764' },
    document: `
      query ($user_id: ID!, $first: Int = 20, $after: String) {
        livestream {
          videos(userId: $user_id, first: $first, after: $after) {
            data: items {
              id
              stream_id: streamId
              user_id: userId
              user_login: userLogin
              user_name: userName
              title
              description
              created_at: createdAt
              published_at: publishedAt
              url
              thumbnail_url: thumbnailUrl
              viewable
              view_count: viewCount
              language
              type
              duration
              muted_segments: mutedSegments(first: 500) { duration offset }
            }
            next
          }
        }
      }`,
  },
  {
    path: '/api/livestream/game',
    example: { name: 'Chess' },
    envelope: listed,
    document: `
      query ($name: String, $id: ID) { livestream { findGames(name: $name, id: $id) { ...Game } } }
      ${game}`,
  },
  {
    path: '/api/livestream/games/top',
    example: { first: '5' },
    document: `
      query ($first: Int = 20, $after: String) {
        livestream {
          topGames(first: $first, after: $after) { data: items { ...Game } next }
        }
      }
      ${game}`,
  },
);
