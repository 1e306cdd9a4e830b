import { type GroupReplays, type Recorded, row } from './recordings.ts';

const host = 'developers.medal.tv/v1';

/** Fields that responses of 2019 omit or rename. */
const clip = ({ embedIframeUrl, ...recorded }: Recorded) => ({
  contentThumbnail: '',
  rawFileUrlLowRes: 'not_authorized',
  unbrandedFileUrl: 'not_authorized',
  embedIframeCode: embedIframeUrl,
  ...recorded,
  categoryId: String(recorded.categoryId),
});

const clipList = ({ contentObjects }: Recorded) => ({ contentObjects: contentObjects.map(clip) });

const replay = (route: string, number: number, query: string) =>
  row(`${route}--${number}.json`, `${host}/${route}`, `/api/clips/${route}?${query}`, clipList);

export const clips: GroupReplays = {
  group: 'clips',
  replays: [
    replay('trending', 1, 'categoryId=62&limit=1'),
    replay('latest', 1, 'userId=12597&categoryId=10&limit=2'),
    replay('latest', 2, 'categoryId=10&limit=1&offset=5'),
    replay('search', 1, 'text=%23flamingo&limit=1'),
    replay('search', 2, 'text=flip%20reset&offset=100&limit=1'),
    {
      recording: 'category-element--1.json',
      upstream: `${host}/categories`,
      within: (recorded) => `[${recorded}]`,
      request: '/api/clips/categories',
      expected: (recorded) => [recorded],
    },
    row(
      'keyless/category-element--1-web.json',
      'medal.tv/api/categories',
      '/api/clips/categories',
      { within: (recorded) => `[${recorded}]`, environment: { KEYLESS: 'on', CLIPS_API_KEY: '' } },
      ({ igdbGame: _, ...recorded }) => [
        { ...recorded, ...{ alternativeName: null, activeSessions: null, coverPhoto: null, isGame: null } },
      ],
    ),
  ],
  unused: {
    'keyless/content-list--1-user.json': 'lists of clips need an account',
    'keyless/error--400-invalid-id.json': 'it answers lists of clips',
    'keyless/guest-account--1.json': 'no accounts are made',
    'keyless/issued-key--1.txt': 'the command "credential" reads it',
  },
};
