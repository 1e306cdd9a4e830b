import { routes } from './kernel/route.ts';

const channel = `
  fragment Channel on VideositeChannel {
    id
    snippet {
      title
      description
      customUrl
      publishedAt
      country
      thumbnails { default { ...Thumbnail } high { ...Thumbnail } }
    }
    statistics { viewCount subscriberCount videoCount hiddenSubscriberCount }
  }
  fragment Thumbnail on VideositeThumbnail { url width height }`;

const video = `
  fragment Video on VideositeVideo {
    id
    snippet { title channelId channelTitle publishedAt tags categoryId }
    statistics { viewCount likeCount commentCount }
    contentDetails { duration definition caption }
    status { privacyStatus embeddable madeForKids }
  }`;

const searchResult = `
  fragment SearchResult on VideositeSearchResult {
    kind
    resourceId { kind videoId playlistId channelId }
    snippet { title channelTitle publishedAt description }
  }`;

const playlist = `
  fragment Playlist on VideositePlaylist {
    id
    snippet { title description channelTitle publishedAt }
    contentDetails { itemCount }
  }`;

const someChannel = { channel_id: 'UC_x5XG1OV2P6uZZ5FSM9Ttw' };
const someVideo = { video_id: 'D-lhorsDlUQ' };

export const videosite = routes(
  'videosite',
  {},
  {
    path: '/api/videosite/channel',
    example: someChannel,
    document: `
      query ($channel_id: ID, $username: String) {
        videosite { channel(channelId: $channel_id, username: $username) { ...Channel } }
      }
      ${channel}`,
  },
  {
    path: '/api/videosite/video',
    example: someVideo,
    document: `query ($video_id: ID!) { videosite { video(id: $video_id) { ...Video } } } ${video}`,
  },
  {
    path: '/api/videosite/search',
    example: { q: 'surfing', type: 'video', max_results: '5' },
    document: `
      query (
        $q: String!
        $type: [VideositeSearchKind!]
        $order: VideositeSearchOrder
        $max_results: Int = 50
      ) {
        videosite {
          search(query: $q, kinds: $type, order: $order, first: $max_results) {
            count
            results { ...SearchResult }
          }
        }
      }
      ${searchResult}`,
  },
  {
    path: '/api/videosite/playlists',
    example: { ...someChannel, max_results: '5' },
    document: `
      query ($channel_id: ID!, $max_results: Int = 50) {
        videosite {
          playlists(channelId: $channel_id, first: $max_results) { count playlists: items { ...Playlist } }
        }
      }
      ${playlist}`,
  },
  {
    path: '/api/videosite/playlist/items',
    example: { playlist_id: 'PLOU2XLYxmsIKpaV8h0AGE05so0fAwwfTw', max_results: '5' },
    document: `
      query ($playlist_id: ID!, $max_results: Int = 50) {
        videosite {
          playlistItems(playlistId: $playlist_id, first: $max_results) {
            count
            items {
              placeId
              snippet { title position channelTitle resourceId { kind videoId } }
              contentDetails { videoId videoPublishedAt }
            }
          }
        }
      }`,
  },
  {
    path: '/api/videosite/comments',
    example: { ...someVideo, max_results: '5' },
    document: `
      query ($video_id: ID!, $max_results: Int = 100) {
        videosite {
          comments(videoId: $video_id, first: $max_results) {
            count
            comments: items {
              id
              snippet {
                videoId
                totalReplyCount
                topLevelComment {
                  id
                  snippet { textDisplay authorDisplayName likeCount publishedAt }
                }
              }
            }
          }
        }
      }`,
  },
  {
    path: '/api/videosite/all',
    example: { ...someChannel, max_videos: '5' },
    document: `
      query ($channel_id: ID, $username: String, $max_videos: Int = 50) {
        videosite {
          allData(channelId: $channel_id, username: $username, first: $max_videos) {
            fetched_at: fetchedAt
            channel { ...Channel }
            uploads_playlist_id: uploadsPlaylistId
            videos { ...Video }
            playlists(first: 50) { ...Playlist }
            search_results: searchResults(first: 50) { ...SearchResult }
          }
        }
      }
      ${channel}
      ${video}
      ${searchResult}
      ${playlist}`,
  },
);
