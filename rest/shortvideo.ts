import { listedFaults, routes, success } from './kernel/route.ts';

const url = 'https://www.tiktok.com/@tiktok/video/6881450806688664838';

const stats = `
  fragment Stats on ShortvideoVideoStats {
    playCount
    diggCount
    commentCount
    shareCount
    collectCount
  }`;

export const shortvideo = routes(
  'shortvideo',
  { envelope: success, faults: listedFaults },
  {
    path: '/api/shortvideo/user',
    example: { username: 'tiktok' },
    document: `
      query ($username: String!) {
        shortvideo {
          user(username: $username) {
            user {
              userId
              uniqueId
              nickname
              signature
              avatar
              avatarThumb
              avatarMedium
              avatarLarger
              verified
              privateAccount
            }
            stats { followerCount followingCount heartCount videoCount }
          }
        }
      }`,
  },
  {
    path: '/api/shortvideo/video',
    example: { url },
    document: `
      query ($url: String!) {
        shortvideo {
          video(url: $url) {
            id
            desc
            createTime
            url: playUrl
            stats { ...Stats }
            author {
              userId
              uniqueId
              nickname
              avatarMedium
              verified
              privateAccount
              stats { followerCount heartCount videoCount }
            }
          }
        }
      }
      ${stats}`,
  },
  {
    path: '/api/shortvideo/download',
    example: { url },
    document: `
      query ($url: String!) {
        shortvideo {
          download(url: $url) { contentType filename byteLength url }
        }
      }`,
  },
  {
    path: '/api/shortvideo/feed',
    example: { count: '10' },
    // Every failure of the upstream is documented as 502.
    faults: { upstreamFailed: 502, upstreamChanged: 502, upstreamTimeout: 502 },
    document: `
      query ($cursor: ID, $count: Int = 30) {
        shortvideo {
          feed(after: $cursor, first: $count) {
            items {
              videoId
              desc
              url
              playUrl
              stats { ...Stats }
              author { uniqueId nickname avatarThumb verified }
            }
            cursor
            hasMore
            count
          }
        }
      }
      ${stats}`,
  },
);
