import { listedFaults, routes } from './kernel/route.ts';

const message = `
  fragment Message on MicroblogPost {
    postId
    text
    author { username userId avatar: avatarUrl display_name: displayName verified: isVerified }
    lang
    likes
    replies
    reshares
    quote: quotes
    views
    bookmarks
    reshared: isReshared
    created_at: createdAt
    is_quote: isQuote
    quote_url: quoteUrl
    hashtags
    mentions
    media { type image_url: imageUrl video_url: videoUrl }
  }`;

export const microblog = routes(
  'microblog',
  { faults: listedFaults },
  {
    path: '/api/microblog/user',
    example: { username: 'jack' },
    document: `
      query ($username: String!) {
        microblog {
          user(username: $username) {
            username
            id
            avatar: avatarUrl
            banner
            bio
            display_name: displayName
            location
            verified: isVerified
            verified_type: verifiedType
            created_at: createdAt
            followers
            following
            posts: mediaPosts
            liked_posts: likedPosts
            message_count: messages
            pinned_messages: pinnedIds
            biolinks: links { display_url: displayUrl expanded_url: expandedUrl url }
            url: website
          }
        }
      }`,
  },
  {
    path: '/api/microblog/post',
    example: { url: 'https://x.com/jack/status/20' },
    document: `query ($url: String!) { microblog { post(url: $url) { ...Message } } } ${message}`,
  },
  {
    path: '/api/microblog/user/posts',
    example: { username: 'jack' },
    envelope: (messages) => ({ messages }),
    document: `
      query ($username: String!) { microblog { userPosts(username: $username) { ...Message } } }
      ${message}`,
  },
);
