import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { fault } from './harness/case.ts';
import { ask, type CallOptions } from './harness/client.ts';
import { exampleOf, exampleRequests } from './harness/routes.ts';
import { changeKeys, generous, useFaults } from './harness/service.ts';

const track = exampleOf('/api/music/track');
const weather = '/api/weather/current?city=Oslo';
const trackId = new URL(track, 'http://a').searchParams.get('id')!;
const weatherField = 'weather { current(city: "Oslo") { name } }';
const trackField = `music { track(id: "${trackId}") { name } }`;

describe('B permissions', () => {
  const { dataDir, upstream, keys, serve } = useFaults({
    all: { address: '127.0.0.1', ...generous },
    weather: { address: '127.0.0.2', groups: ['weather'], ...generous },
    news: { address: '127.0.0.3', groups: ['news'], ...generous },
    leaving: { address: '127.0.0.4', groups: ['weather', 'music'], ...generous },
  });
  const service = serve({ SONGID_MEDIA_DIR: dataDir });

  const weatherOnly = (options: CallOptions = {}): CallOptions => ({
    from: '127.0.0.2',
    key: keys.weather,
    ...options,
  });
  const query = (text: string, options: CallOptions = weatherOnly()) => ask(service.url, text, options);
  const refusal = { status: 403, body: { success: false, error: { code: 403, message: 'Forbidden' } } };
  const remaining = async () =>
    Number((await service.call(weather, weatherOnly())).headers['x-ratelimit-remaining']);

  fault('B1 a route of a group that the key lacks', async () => {
    const before = await remaining();
    await upstream.reset();
    const reply = await service.call(track, weatherOnly());
    expect(reply).toMatchObject(refusal);
    expect(reply.body.error.details).toContain('music');
    expect(Number(reply.headers['x-ratelimit-remaining'])).toBe(before - 1);
    expect(upstream.hits).toEqual([]);
  });

  fault('B2 the same without a required parameter', async () => {
    for (const path of ['/api/music/track', '/api/music/track?id=%00', '/api/music/track?id=a&id=b']) {
      expect(await service.call(path, weatherOnly()), path).toMatchObject(refusal);
    }
  });

  fault('B3 an unknown route with any key', async () => {
    for (const options of [weatherOnly(), { key: keys.all }]) {
      const reply = await service.call('/api/nope', options);
      expect(reply).toMatchObject({ status: 404, body: { error: expect.stringContaining('no such route') } });
    }
  });

  fault('B4 a query over an allowed and a forbidden group', async () => {
    const { status, body } = await query(`{ ${weatherField} ${trackField} }`);
    expect(status).toBe(200);
    expect(body.data.weather.current.name).toBeTruthy();
    expect(body.data.music?.track ?? null).toBeNull();
    expect(body.errors).toMatchObject([
      {
        message: 'This key has no permission for music.',
        path: ['music', 'track'],
        extensions: { code: 'FORBIDDEN', retryable: false },
      },
    ]);
  });

  fault('B5 a query over forbidden groups alone', async () => {
    const forms = [
      `{ ${trackField} }`,
      `{ other: ${trackField.replace('track(', 'same: track(')} }`,
      `{ ...F } fragment F on Query { ${trackField} }`,
      `{ ... on Query @include(if: true) { ${trackField} } }`,
    ];
    for (const form of forms) {
      const reply = await query(form);
      expect(reply, form).toMatchObject(refusal);
      expect(reply.body.errors[0].extensions.code).toBe('FORBIDDEN');
    }
    const byGet = `/graphql?query=${encodeURIComponent(forms[0]!)}`;
    expect(await service.call(byGet, weatherOnly())).toMatchObject(refusal);
  });

  fault('B6 a forbidden response that another key has cached', async () => {
    const text = `{ ${trackField} }`;
    let tag = '';
    for (let count = 0; count < 3; count += 1) {
      tag = (await service.call(track, { key: keys.all })).headers.etag!;
      expect((await query(text, { key: keys.all })).status).toBe(200);
    }
    expect(tag).toBeTruthy();
    expect(await service.call(track, weatherOnly())).toMatchObject(refusal);
    expect(await service.call(track, weatherOnly({ headers: { 'If-None-Match': tag } }))).toMatchObject(
      refusal,
    );
    expect(await query(text)).toMatchObject(refusal);
  });

  fault('B7 a permission that is removed while a request waits', async () => {
    await upstream.reset();
    await upstream.fault({ host: 'api.openweathermap.org', delayMs: 1_200 });
    const options = { from: '127.0.0.4', key: keys.leaving };
    const waiting = service.call('/api/weather/current?city=Bergen', options);
    await pause(200);
    await changeKeys(dataDir, async (store) => {
      const { id } = (await store.list()).find(({ name }) => name === 'leaving')!;
      await store.set(id, { groups: ['music'] });
    });
    expect(await service.call('/api/weather/current?city=Bergen', options)).toMatchObject(refusal);
    expect((await waiting).status).toBe(200);
    await upstream.reset();
  });

  fault('B8 every documented route with a key that lacks its group', async () => {
    await upstream.reset();
    expect(exampleRequests.length).toBe(128);
    for (const { group, method, address } of exampleRequests) {
      const options = group === 'weather' ? { from: '127.0.0.3', key: keys.news } : weatherOnly();
      expect(await service.call(address, { ...options, method }), address).toMatchObject(refusal);
    }
    expect(upstream.hits).toEqual([]);
  });

  fault('B9 identification of a file by path without the permission for files', async () => {
    const reply = await service.call('/api/songid/identify?path=/etc/passwd', { key: keys.all });
    expect(reply).toMatchObject(refusal);
    expect(reply.body.error.details).toContain('songid:files');
  });
});
