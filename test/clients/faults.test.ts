import { describe, expect, it } from 'vitest';
import { createClient, RequestError, UpstreamError } from '../../clients/typescript/src/index.ts';
import { startBothModes } from '../server/backends/test-keys-fixture.ts';
import { useStarted } from '../suite.ts';

const modes = useStarted(startBothModes);

const weather = '/api/weather/current';
const oslo = { city: 'Oslo' };

/** A client with the key of these headers. */
const clientOf = (headers: Record<string, string>, sandboxFault?: string) =>
  createClient({
    url: modes.app.baseUrl,
    key: 'in-the-headers',
    retry: false,
    sandboxFault,
    fetch: (url, init) => fetch(url, { ...init, headers: { ...(init.headers as object), ...headers } }),
  });

describe('the fault of a test key', () => {
  it('is that of a call', async () => {
    const { get } = clientOf(modes.test);
    const error = await get(weather, oslo, { sandboxFault: 'unavailable' }).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error).toMatchObject({ code: 'UPSTREAM_FAILED', isRetryable: true });
    expect((await get(weather, oslo)).name).toBe('Oslo');
  });

  it('is that of the client, unless a call has another or none', async () => {
    const { get } = clientOf(modes.test, 'garbage');
    await expect(get(weather, oslo)).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' });
    await expect(get(weather, oslo, { sandboxFault: 'throttled' })).rejects.toMatchObject({
      code: 'UPSTREAM_LIMITED',
    });
    expect((await get(weather, oslo, { sandboxFault: '' })).name).toBe('Oslo');
  });

  it('fails one group of a query, and of a watch', async () => {
    const { graphql, graphqlWatch } = clientOf(modes.test, 'error; group=weather');
    const parts =
      'weather { current(city: "Oslo") { name } } coderepo { user(username: "octocat") { login } }';
    const expected = { data: { weather: { current: null }, coderepo: { user: { login: 'octocat' } } } };
    const failed = { errors: [{ extensions: { group: 'weather', code: 'UPSTREAM_FAILED' } }] };
    expect(await graphql(`{ ${parts} }`)).toMatchObject({ ...expected, ...failed });
    for await (const result of graphqlWatch(`query @live { ${parts} }`)) {
      expect(result).toMatchObject({ ...expected, ...failed });
      break;
    }
  });

  it('must have a name that the sandbox knows, which a live key is not asked for', async () => {
    const options = { sandboxFault: 'nothing' };
    await expect(clientOf(modes.test).get(weather, oslo, options)).rejects.toBeInstanceOf(RequestError);
    expect((await clientOf(modes.live).get(weather, oslo, options)).name).toBe('Oslo');
  });
});
