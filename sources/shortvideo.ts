import { path } from './kernel/credentials.ts';
import { dig, isFields, keepProfile, type Profile, UserDetail } from './shortvideo-decode.ts';
import { classifyDetail, classifyEmbed, embedPlaces, mostPageBytes, pageReader } from './shortvideo-pages.ts';
import { embeds, pages, signedInApi } from './shortvideo-sources.ts';

export interface OfUser {
  /** The handle, without `@`. */
  readonly username: string;
}

const kept = {
  // Names are case-insensitive.
  cacheKey: ({ username }: OfUser) => ({ username: username.toLowerCase() }),
  cache: keepProfile,
  weigh: () => 2_048,
};

const absences = {
  1: 'notFound',
  10202: 'notFound',
  10221: 'notFound',
  10222: 'private',
  10223: 'private',
  10225: 'private',
} as const;

const subject = ['userInfo', 'user', 'id'];

const userPage = pageReader([
  {
    script: '__UNIVERSAL_DATA_FOR_REHYDRATION__',
    path: '__DEFAULT_SCOPE__.webapp.user-detail',
    find: (state) => dig(state, '__DEFAULT_SCOPE__', 'webapp.user-detail'),
  },
  // Until 2021.
  { script: '__NEXT_DATA__', path: 'props.pageProps', find: (state) => dig(state, 'props', 'pageProps') },
]);

/** A user, from the page. */
export const user = pages.endpoint<OfUser, Profile>('user', {
  request: ({ username }) => ({ path: path`/@${username}` }),
  classify: classifyDetail(userPage, subject, absences),
  payload: userPage,
  decode: UserDetail,
  maxBytes: mostPageBytes,
  ...kept,
});

/** A user from the web API, which requires a login. */
export const userSignedIn = signedInApi.endpoint<OfUser, Profile>('userSignedIn', {
  request: ({ username }) => ({ path: '/api/user/detail/', query: { uniqueId: username, secUid: '' } }),
  classify: classifyDetail((response) => response.json(), subject, absences),
  decode: UserDetail,
  ...kept,
});

const embeddedUser = pageReader(embedPlaces('userInfo'));

/** A user from the embeddable page: with rounded counters, and often with one picture only. */
export const userEmbedded = embeds.endpoint<OfUser, Profile>('userEmbedded', {
  request: ({ username }) => ({ path: path`/embed/@${username}` }),
  classify: classifyEmbed(embeddedUser, ['userInfo', 'uniqueId']),
  payload(response) {
    const info = dig(embeddedUser(response), 'userInfo');
    if (!isFields(info)) return { userInfo: info };
    const { avatarThumbUrl, avatarMediumUrl, avatarLargerUrl } = info;
    const pictures = {
      avatarThumb: avatarThumbUrl,
      avatarMedium: avatarMediumUrl,
      avatarLarger: avatarLargerUrl,
    };
    // The number of videos may be missing.
    return { userInfo: { user: { ...pictures, ...info }, stats: { videoCount: 0, ...info } } };
  },
  decode: UserDetail,
  maxBytes: mostPageBytes,
  ...kept,
});
