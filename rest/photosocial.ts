import { routes, success } from './kernel/route.ts';

const author = `
  fragment Author on PhotosocialUserRef { pk username fullName profilePic isPrivate isVerified }`;

export const photosocial = routes(
  'photosocial',
  { envelope: success },
  {
    path: '/api/photosocial/profile',
    example: { username: 'instagram' },
    document: `
      query ($username: String!) {
        photosocial {
          user(username: $username) {
            id
            username
            fullName
            biography
            profilePic
            isPrivate
            isVerified
            isBusiness
            followers
            following
            posts: postCount
            externalUrl
            accountType
            bioLinks { title url }
          }
        }
      }`,
  },
  {
    path: '/api/photosocial/stories',
    example: { username: 'instagram' },
    document: `
      query ($username: String!, $amount: Int = 200) {
        photosocial {
          stories(username: $username, first: $amount) {
            id
            mediaType
            takenAt
            imageUrl
            videoUrl
            videoDuration
            user: author { ...Author }
          }
        }
      }
      ${author}`,
  },
  {
    path: '/api/photosocial/highlights',
    example: { username: 'instagram' },
    document: `
      query ($username: String!, $amount: Int = 200) {
        photosocial {
          highlights(username: $username, first: $amount) {
            id
            title
            createdAt
            isPinnedHighlight: isPinned
            mediaCount
            coverMedia: coverUrl
          }
        }
      }`,
  },
  {
    path: '/api/photosocial/post',
    example: { url: 'https://www.instagram.com/p/CAnqPB-Jzcj/' },
    envelope: (post) => success([post]),
    document: `
      query ($url: String!, $amount: Int) {
        photosocial {
          post(url: $url, amount: $amount) {
            pk
            mediaId
            code
            mediaType
            takenAt
            likeCount
            commentCount
            playCount
            title
            thumbnailUrl
            videoUrl
            videoDuration
            imageUrls
            user: author { ...Author }
          }
        }
      }
      ${author}`,
  },
  {
    path: '/api/photosocial/comments',
    example: { url: 'https://www.instagram.com/p/CAnqPB-Jzcj/' },
    document: `
      query ($url: String!, $amount: Int = 200) {
        photosocial {
          comments(url: $url, first: $amount) {
            pk
            text
            createdAt
            user: author { ...Author }
          }
        }
      }
      ${author}`,
  },
);
