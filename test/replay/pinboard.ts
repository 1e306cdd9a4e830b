import { jpeg } from '../../sandbox/kernel/images.ts';
import type { GroupReplays, Recorded, Replay } from './recordings.ts';

const site = 'www.pinterest.com';
const resource = (name: string) => `${site}/resource/${name}Resource/get/`;

/** Pages store resource responses under the resource request. */
const firstValue = (from: Recorded): Recorded => Object.values(from)[0];

/** A response in the format of the resource. */
const asResponse = (data: unknown, bookmark = '-end-') =>
  JSON.stringify({ resource_response: { status: 'success', data, bookmark, http_status: 200 } });

const line = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();

/** Links of these recordings are external or dead. */
const pin = (from: Recorded) => ({
  title:
    [from.title, from.grid_title, from.description].map(line).find(Boolean)?.slice(0, 200).trimEnd() ?? '',
  image_url: (from.images.orig ?? from.images['736x']).url,
  link: from.link,
  domain: from.link === null ? null : from.domain,
});

const profile = (from: Recorded) => {
  const { id, username, follower_count, following_count, pin_count, board_count } = firstValue(from).data;
  return {
    id,
    username,
    follower_count,
    following_count,
    pin_count,
    board_count,
    display_name: firstValue(from).data.full_name,
    bio: firstValue(from).data.about,
    profile_image: firstValue(from).data.image_xlarge_url,
    website: '',
    verified: false,
  };
};

const username = 'idenconvey';
const userPath = `/api/pinboard/user?username=${username}`;

const page = (attribute: string, json: string) =>
  `<!doctype html><script ${attribute} type="application/json">${json}</script>`;

/** An invented response for similar pins, which shows that the page gave the picture. */
const lookAlike = {
  id: '1',
  type: 'pin',
  title: 'It looks like it',
  image_large_url: 'https://i.pinimg.com/a.jpg',
};

const closeup = (recording: string, id: string, image: string): Replay => ({
  recording,
  upstream: `${site}/pin/${id}/`,
  within: (json) => page('data-relay-response="true"', json),
  unrecorded: {
    [`i.pinimg.com/originals/${image}.jpg`]: jpeg,
    'api.pinterest.com/v3/visual_search/extension/image/': JSON.stringify({
      status: 'success',
      data: [lookAlike],
    }),
  },
  request: `/api/pinboard/similar?url=https://www.pinterest.com/pin/${id}/`,
  expected: () => ({
    source_image: `https://www.pinterest.com/pin/${id}/`,
    count: 1,
    pins: [{ title: lookAlike.title, image_url: lookAlike.image_large_url, link: null, domain: null }],
  }),
});

export const pinboard: GroupReplays = {
  group: 'pinboard',
  replays: [
    {
      recording: 'base-search-resource--1.json',
      upstream: resource('BaseSearch'),
      request: '/api/pinboard/search?q=narcissist&limit=25',
      expected: ({ resource_response: { data } }) => ({
        query: 'narcissist',
        total_results: 25,
        pins: data.results.map(pin),
      }),
    },
    {
      recording: 'user-pins-resource--1.json',
      upstream: resource('UserPins'),
      within: (json) =>
        asResponse(firstValue(JSON.parse(json)).data, firstValue(JSON.parse(json)).nextBookmark),
      request: `/api/pinboard/user/pins?username=${username}&limit=25`,
      expected: (from) => ({ username, count: 22, pins: firstValue(from).data.map(pin) }),
    },
    {
      recording: 'user-resource--1.json',
      upstream: resource('User'),
      within: (json) => asResponse(firstValue(JSON.parse(json)).data),
      request: userPath,
      expected: profile,
    },
    {
      recording: 'user-resource--1.json',
      upstream: `${site}/${username}/`,
      within: (json) =>
        page('id="__PWS_INITIAL_PROPS__"', `{"initialReduxState":{"resources":{"UserResource":${json}}}}`),
      unrecorded: { [resource('User')]: 'Come back later.' },
      request: userPath,
      expected: profile,
    },
    {
      recording: 'boards-feed-resource--1.json',
      upstream: resource('Board'),
      within: (json) => asResponse(firstValue(JSON.parse(json)).data[0]),
      unrecorded: { [resource('BoardFeed')]: asResponse([]) },
      request: `/api/pinboard/board?username=${username}&board=animated-gif-klick`,
      expected: (from) => ({
        username,
        board: 'animated-gif-klick',
        pin_count: firstValue(from).data[0].pin_count,
        pins: [],
      }),
    },
    closeup('pin-closeupdetail--1.json', '165366617561100485', 'd8/b3/47/d8b3474f5c83be27d058b22508105c50'),
    closeup('pin-closeupdetail--2.json', '327285097892763986', 'c9/58/5b/c9585bb730790c042f3e3bc9ff380158'),
    closeup('pin-closeuppage--1.json', '635640934940256125', '1e/05/09/1e05096588b5d0431a1dfe05e5e5bd21'),
  ],
};
