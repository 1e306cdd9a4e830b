import { describe, expect, it } from 'vitest';
import { hours, minutes, seconds } from '../../core/clock.ts';
import type { UpstreamCall } from '../../sources/kernel/credentials.ts';
import { clientCredentials, createTokens } from '../../sources/kernel/oauth.ts';
import type { ClassifyResponse } from '../../sources/kernel/source.ts';
import { manualClock } from '../support/manual-clock.ts';

const lifetimeSeconds = 3600;

/** Tokens `token-1`, `token-2`, …, each issued when the test calls `arrive`. */
function tokensAtRest({ fails = false, lifetime = lifetimeSeconds } = {}) {
  const clock = manualClock();
  const waiting: (() => void)[] = [];
  const issuer = { issued: 0, fails };
  const tokens = createTokens(clock, async () => {
    issuer.issued += 1;
    const token = `token-${issuer.issued}`;
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (issuer.fails) throw new Error('The issuer is away.');
    return { token, lifetimeSeconds: lifetime };
  });
  /** Issues the requested tokens. */
  const arrive = async () => {
    await clock.advance(0);
    for (const resolve of waiting.splice(0)) resolve();
    await clock.advance(0);
  };
  const current = async () => {
    const token = tokens.current();
    await arrive();
    return token;
  };
  return { clock, tokens, issuer, arrive, current };
}

describe('a token', () => {
  it.each([
    [3600, seconds(3600) - minutes(5)],
    [600, seconds(540)],
    [60, seconds(54)],
  ])('of %i seconds is renewed in the background before it expires', async (lifetime, renewedAfterMs) => {
    const { clock, tokens, issuer, arrive, current } = tokensAtRest({ lifetime });
    await current();
    await clock.advance(renewedAfterMs - 1);
    expect(await tokens.current()).toBe('token-1');
    expect(issuer.issued).toBe(1);
    await clock.advance(1);
    expect(await Promise.all([tokens.current(), tokens.current()])).toEqual(['token-1', 'token-1']);
    await arrive();
    expect(await tokens.current()).toBe('token-2');
    expect(issuer.issued).toBe(2);
  });

  it('expires in time although the clock was set back an hour', async () => {
    const { clock, issuer, current } = tokensAtRest({ lifetime: 60 });
    await current();
    clock.set(-hours(1));
    await clock.advance(minutes(1));
    expect(await current()).toBe('token-2');
    expect(issuer.issued).toBe(2);
  });

  it('that cannot be renewed early is used until it expires, with an attempt every ten seconds', async () => {
    const { clock, tokens, issuer, arrive, current } = tokensAtRest();
    await current();
    issuer.fails = true;
    await clock.advance(seconds(lifetimeSeconds) - seconds(15));
    for (let step = 0; step < 14; step += 1) {
      expect(await tokens.current()).toBe('token-1');
      await arrive();
      await clock.advance(seconds(1));
    }
    expect(issuer.issued).toBe(3);
    await clock.advance(seconds(1));
    const late = expect(tokens.current()).rejects.toThrow('The issuer is away.');
    await arrive();
    await late;
    issuer.fails = false;
    expect(await current()).toBe('token-5');
  });
});

describe('clientCredentials', () => {
  const secrets = { ID: 'who&1', SECRET: 's3cret=', USER: 'user-token' };
  const issuer = { origin: 'https://id.example.com', path: '/token' };
  const variables = { issuer, clientId: 'ID', clientSecret: 'SECRET' };
  const credential = clientCredentials({ ...variables, clientIdHeader: 'client-id', userToken: 'USER' });

  function open(values: Partial<typeof secrets>, status = 200, opened = credential) {
    const clock = manualClock();
    const fetched: UpstreamCall[] = [];
    const signer = opened.open(values, {
      clock,
      fetchResponse: () => Promise.reject(new Error('Tokens are JSON.')),
      async fetchJson(call, classify?: ClassifyResponse) {
        fetched.push(call);
        const fault = classify?.({ status } as Parameters<ClassifyResponse>[0]);
        if (fault instanceof Error) throw fault;
        return { access_token: `token-${fetched.length}`, token_type: 'bearer' };
      },
    });
    return { clock, fetched, signer };
  }

  it('requires its variables', () => {
    expect(credential).toMatchObject({ required: ['ID', 'SECRET'], optional: ['USER'] });
  });

  it('signs with a token of the application, and sends the client id', async () => {
    const { signer, fetched } = open(secrets);
    expect(await signer.sign({ path: '/now', headers: { accept: 'text/csv' } })).toEqual({
      path: '/now',
      headers: { accept: 'text/csv', 'client-id': 'who&1', authorization: 'Bearer token-1' },
    });
    expect(fetched).toEqual([
      {
        ...issuer,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'client_id=who%261&client_secret=s3cret%3D&grant_type=client_credentials',
      },
    ]);
  });

  it('sends the client credentials in a header where the issuer requires it', async () => {
    const { signer, fetched } = open(secrets, 200, clientCredentials({ ...variables, isBasic: true }));
    await signer.sign({ path: '/now' });
    expect(fetched[0]).toMatchObject({
      headers: { authorization: `Basic ${Buffer.from('who%261:s3cret%3D').toString('base64')}` },
      body: 'grant_type=client_credentials',
    });
  });

  it.each([
    ['the user’s token', secrets, 'Bearer user-token', 0],
    ['the application’s when there is none of a user', { ID: 'a', SECRET: 'b' }, 'Bearer token-1', 1],
  ])('signs the calls of a user with %s', async (_, values, authorization, tokens) => {
    const { signer, fetched } = open(values);
    const signed = await signer.sign({ path: '/now', asUser: true });
    expect(signed.headers?.authorization).toBe(authorization);
    expect(fetched).toHaveLength(tokens);
    expect(signer.renew?.(signed)).toBe(tokens > 0);
  });
});
