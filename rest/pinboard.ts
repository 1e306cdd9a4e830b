import { listedFaults, routes } from './kernel/route.ts';

const pin = 'fragment Pin on PinboardPin { title image_url: imageUrl link domain }';

/** A picture that the host refuses or truncates is documented as an invalid address. */
const downloadFaults = { upstreamFailed: 400, notFound: 400 };

const picture = 'https://i.pinimg.com/236x/5f/1e/2d/5f1e2d3c4b5a69788796a5b4c3d2e1f0.jpg';

export const pinboard = routes(
  'pinboard',
  { faults: listedFaults },
  {
    path: '/api/pinboard/user',
    example: { username: 'pinterest' },
    // A failed request is documented as a user that does not exist.
    faults: { upstreamFailed: 404 },
    document: `
      query ($username: String!) {
        pinboard {
          user(username: $username) {
            id
            username
            display_name: displayName
            bio
            profile_image: profileImage
            follower_count: followerCount
            following_count: followingCount
            pin_count: pinCount
            board_count: boardCount
            website
            verified: isVerified
          }
        }
      }`,
  },
  {
    path: '/api/pinboard/search',
    example: { q: 'garden', limit: '5' },
    document: `
      query ($q: String!, $limit: Int = 20) {
        pinboard { search(q: $q, first: $limit) { query total_results: totalResults pins { ...Pin } } }
      }
      ${pin}`,
  },
  {
    path: '/api/pinboard/user/pins',
    example: { username: 'pinterest', limit: '5' },
    document: `
      query ($username: String!, $limit: Int = 20) {
        pinboard { userPins(username: $username, first: $limit) { username count pins { ...Pin } } }
      }
      ${pin}`,
  },
  {
    path: '/api/pinboard/board',
    example: { username: 'pinterest', board: 'gardens' },
    document: `
      query ($username: String!, $board: String!) {
        pinboard {
          board(username: $username, board: $board) { username board pin_count: pinCount pins(first: 100) { ...Pin } }
        }
      }
      ${pin}`,
  },
  {
    path: '/api/pinboard/download',
    example: { url: picture },
    faults: downloadFaults,
    document: `
      query ($url: String!) {
        pinboard {
          download(url: $url) { url content_type: contentType size_bytes: sizeBytes data_uri: dataUri }
        }
      }`,
  },
  {
    path: '/api/pinboard/similar',
    example: { url: picture, limit: '5' },
    // An address without a picture is documented as an invalid one.
    faults: { notFound: 400 },
    document: `
      query ($url: String!, $limit: Int = 20) {
        pinboard { similar(url: $url, first: $limit) { source_image: sourceImage count pins { ...Pin } } }
      }
      ${pin}`,
  },
);
