import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../suite.ts';

describe('a query that is not answered within RESPONSE_SECONDS', { timeout: 60_000 }, () => {
  const app = useTestApp({ environment: { RESPONSE_SECONDS: '1' } });
  beforeAll(async () => {
    await app.fault({ host: 'api.openweathermap.org', delayMs: 40_000 });
  }, 60_000);

  const late = (city: string) => `{ weather { current(city: "${city}") { main { temp } } } }`;
  const timedOut = {
    errors: [
      {
        message: 'The response had not begun within 1 s.',
        extensions: { code: 'UPSTREAM_TIMEOUT', retryable: true, requestId: expect.any(String) },
      },
    ],
  };

  it.each([
    ['application/graphql-response+json', 504],
    ['application/json', 200],
  ])('is the error of a timeout for a client that accepts %s, with status %i', async (accept, status) => {
    const response = await app.graphql(late('Oslo'), {}, { headers: { accept } });
    expect(response.headers.get('content-type')).toContain(accept);
    expect(JSON.parse(response.text)).toEqual(timedOut);
    expect(response.status).toBe(status);
    expect(response.headers.get('x-query-cost')).toBe('1');
  });

  it('is given up for all callers of equal queries', async () => {
    const responses = await Promise.all(['Rome', 'Rome', 'Rome'].map((city) => app.graphql(late(city))));
    for (const { body } of responses) expect(body).toEqual(timedOut);
  });
});
