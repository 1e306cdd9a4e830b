import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { minutes } from '../core/clock.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { freshNumber } from './fresh.ts';
import { type ManualClock, manualClock } from './support/manual-clock.ts';

export const site = 'www.tiktok.com';
export const text = expect.any(String);
export const number = expect.any(Number);
export const flag = expect.any(Boolean);

/** A video that no other test requests. Its ending selects no size of the file in the sandbox. */
export function freshId(): string {
  return `7${String(freshNumber()).padStart(13, '0')}34567`;
}

export const pageOf = (id: string, author = 'ada'): string => `https://${site}/@${author}/video/${id}`;
export const user = (username: string): string =>
  `/api/shortvideo/user?username=${encodeURIComponent(username)}`;
export const video = (url: string): string => `/api/shortvideo/video?url=${encodeURIComponent(url)}`;
export const download = (url: string): string => `/api/shortvideo/download?url=${encodeURIComponent(url)}`;

/** The page of a video in the upstream's format, with these fields only. */
export const videoPage = (itemStruct: object): string =>
  `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${JSON.stringify({
    __DEFAULT_SCOPE__: { 'webapp.video-detail': { statusCode: 0, itemInfo: { itemStruct } } },
  })}</script>`;

/** A post with its required fields. */
export const post = (id: string, playAddr: string) => ({
  id,
  desc: 'A post',
  createTime: '1700000000',
  video: { playAddr },
  stats: { playCount: 1, diggCount: 2, commentCount: 3, shareCount: 4 },
  author: { id: '1', uniqueId: 'ada', nickname: 'Ada' },
  authorStats: { followerCount: 5, heartCount: 6, videoCount: 7 },
});

/** An app per test file. After each test, faults, calls and cache are cleared and rate limit pauses have ended. */
export function shortvideoApp(options: TestAppOptions = {}): { readonly app: TestApp } {
  const running: { app: TestApp } = { app: undefined as never };
  beforeAll(async () => {
    running.app = await startTestApp(options);
  });
  afterEach(async () => {
    await running.app.clearFaults();
    await running.app.clearCalls();
    running.app.clock.skip(minutes(11));
  });
  afterAll(() => running.app.close());
  return running;
}

/** The paths called upstream since the last reading, without queries. */
export async function calledPaths({ app }: { readonly app: TestApp }): Promise<string[]> {
  const calls = await app.calls();
  await app.clearCalls();
  return calls.map(({ host, path }) => `${host === site ? '' : host}${path.split('?')[0]}`);
}

/** A clock that only the test advances. */
export function ownedClock() {
  const manual: ManualClock = manualClock();
  return { ...manual, skip: (byMs: number) => void manual.advance(byMs) };
}

/** The response of an app whose clock advances in small steps until it responds. */
export async function hurried<Said>(clock: ManualClock, said: Promise<Said>): Promise<Said> {
  let isSaid = false;
  const noted = said.finally(() => {
    isSaid = true;
  });
  while (!isSaid) {
    await clock.advance(100);
    await delay(20);
  }
  return noted;
}
