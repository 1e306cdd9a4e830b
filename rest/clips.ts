import { routes } from './kernel/route.ts';

const clipPage = `
  fragment ClipPage on ClipsClipPage {
    contentObjects: items {
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
      query ($categoryId: ID, $limit: Int = 10, $offset: ID) {
        clips { trending(categoryId: $categoryId, first: $limit, after: $offset) { ...ClipPage } }
      }
      ${clipPage}`,
  },
  {
    path: '/api/clips/latest',
    example: { userId: '12597', limit: '3' },
    document: `
      query ($userId: ID, $categoryId: ID, $limit: Int = 10, $offset: ID) {
        clips {
          latest(userId: $userId, categoryId: $categoryId, first: $limit, after: $offset) { ...ClipPage }
        }
      }
      ${clipPage}`,
  },
  {
    path: '/api/clips/search',
    example: { text: '#speedrun', limit: '3' },
    document: `
      query ($text: String!, $limit: Int = 10, $offset: ID) {
        clips { search(text: $text, first: $limit, after: $offset) { ...ClipPage } }
      }
      ${clipPage}`,
  },
  {
    path: '/api/clips/categories',
    example: {},
    document: `
      query {
        clips {
          categories(first: 1000) {
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
