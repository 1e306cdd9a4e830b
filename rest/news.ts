import { routes } from './kernel/route.ts';

const articles = `
  fragment Articles on NewsArticles {
    status
    totalResults
    articles: items {
      source { publicationId name }
      author
      title
      description
      url
      urlToImage
      publishedAt
      content
    }
  }`;

export const news = routes(
  'news',
  {},
  {
    path: '/api/news/top-headlines',
    example: { category: 'science' },
    document: `
      query ($country: String, $category: NewsCategory, $sources: [String!], $q: String) {
        news {
          topHeadlines(country: $country, category: $category, sources: $sources, q: $q, first: 20) { ...Articles }
        }
      }
      ${articles}`,
  },
  {
    path: '/api/news/everything',
    example: { q: 'lighthouse', sortBy: 'relevancy' },
    document: `
      query (
        $q: String
        $domains: [String!]
        $sources: [String!]
        $from: String
        $to: String
        $language: String
        $sortBy: NewsOrder
      ) {
        news {
          everything(
            q: $q
            domains: $domains
            sources: $sources
            from: $from
            to: $to
            language: $language
            sortBy: $sortBy
            first: 100
          ) { ...Articles }
        }
      }
      ${articles}`,
  },
);
