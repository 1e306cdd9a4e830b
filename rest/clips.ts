import { routes } from './kernel/route.ts';

const clipList = `
  fragment ClipList on ClipsClipList {
    contentObjects {
      contentId
      contentTitle
      contentViews
      contentLikes
      contentThumbnail
      categoryId
      videoLengthSeconds
      createdTimestamp
      directClipUrl
      embedIframeCode
      credits
      rawFileUrl
      rawFileUrlLowRes
      unbrandedFileUrl
    }
  }`;

export const clips = routes(
  'clips',
  {},
  {
    path: '/api/clips/trending',
    example: { limit: '3' },
    document: `
      query ($categoryId: ID, $limit: Int, $offset: Int) {
        clips { trending(categoryId: $categoryId, limit: $limit, offset: $offset) { ...ClipList } }
      }
      ${clipList}`,
  },
  {
    path: '/api/clips/latest',
    example: { userId: '12597', limit: '3' },
    document: `
      query ($userId: ID, $categoryId: ID, $limit: Int, $offset: Int) {
        clips {
          latest(userId: $userId, categoryId: $categoryId, limit: $limit, offset: $offset) { ...ClipList }
        }
      }
      ${clipList}`,
  },
  {
    path: '/api/clips/search',
    example: { text: '#speedrun', limit: '3' },
    document: `
      query ($text: String!, $limit: Int, $offset: Int) {
        clips { search(text: $text, limit: $limit, offset: $offset) { ...ClipList } }
      }
      ${clipList}`,
  },
  {
    path: '/api/clips/categories',
    example: {},
    document: `
      query {
        clips {
          categories {
            categoryId
            categoryName
            alternativeName
            slug
            publishedClipCount
            activeSessions
            coverPhoto
            isGame
          }
        }
      }`,
  },
);
