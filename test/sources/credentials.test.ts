import { describe, expect, it } from 'vitest';
import { Fault } from '../../core/faults.ts';
import { sources } from '../../sources/index.ts';
import {
  bearer,
  type Credential,
  headerKey,
  noCredential,
  path,
  queryKey,
  type Secrets,
  type UpstreamCall,
} from '../../sources/kernel/credentials.ts';
import { manualClock } from '../support/manual-clock.ts';

const refuses = () => Promise.reject(new Error('Nothing to fetch.'));

const signed = (credential: Credential, secrets: Secrets, call: UpstreamCall) =>
  credential.open(secrets, { clock: manualClock(), fetchResponse: refuses, fetchJson: refuses }).sign(call);

describe('credentials', () => {
  const call: UpstreamCall = { path: '/now', query: { q: 'Oslo' }, headers: { accept: 'text/csv' } };
  const secrets = { KEY: 's3cret' };

  it.each<[string, Credential, Secrets, Partial<UpstreamCall>]>([
    ['a key in the query', queryKey('appid', 'KEY'), secrets, { query: { q: 'Oslo', appid: 's3cret' } }],
    [
      'a key in a header',
      headerKey('x-api-key', 'KEY'),
      secrets,
      { headers: { accept: 'text/csv', 'x-api-key': 's3cret' } },
    ],
    ['a token', bearer('KEY'), secrets, { headers: { accept: 'text/csv', authorization: 'Bearer s3cret' } }],
    ['an optional token that is not set', bearer('KEY', { optional: true }), {}, {}],
    ['none', noCredential, secrets, {}],
  ])('sign a call with %s', async (_, credential, values, added) => {
    expect(await signed(credential, values, call)).toEqual({ ...call, ...added });
    expect(call).toEqual({ path: '/now', query: { q: 'Oslo' }, headers: { accept: 'text/csv' } });
  });

  it.each<[string, Credential, readonly string[], readonly string[]]>([
    ['a key', queryKey('appid', 'KEY'), ['KEY'], []],
    ['a header', headerKey('x-api-key', 'KEY'), ['KEY'], []],
    ['an optional token', bearer('KEY', { optional: true }), [], ['KEY']],
    ['none', noCredential, [], []],
  ])('name their variables: %s', (_, { required, optional }, needed, used) => {
    expect({ required, optional }).toEqual({ required: needed, optional: used });
  });
});

describe('every source with a credential', () => {
  const withCredential = sources
    .filter(({ credential: { required, optional } }) => required.length + optional.length > 0)
    .map(({ group, spec }) => [`${group} ${spec.part ?? ''}`.trim(), spec.access] as const);

  it.each(withCredential)('%s says where it comes from', (_, access) => {
    expect(access).toMatchObject({
      provider: expect.stringMatching(/\S/),
      page: expect.stringMatching(/^https:\/\/[\w.-]+(?:\/\S*)?$/),
      // The clauses of one sentence.
      cost: expect.stringMatching(/^[a-z].*[^.]$/),
    });
  });
});

describe('path', () => {
  it.each([
    ['Oslo', '/users/Oslo/repos'],
    ['a/../b', '/users/a%2F..%2Fb/repos'],
    ['a?x=1', '/users/a%3Fx%3D1/repos'],
    ['a#b', '/users/a%23b/repos'],
    ['a\r\nX: 1', '/users/a%0D%0AX%3A%201/repos'],
    ['a\\b', '/users/a%5Cb/repos'],
    ['%2e%2e', '/users/%252e%252e/repos'],
    ['@evil.example', '/users/%40evil.example/repos'],
    ['...', '/users/.../repos'],
    ['ø', '/users/%C3%B8/repos'],
    [42, '/users/42/repos'],
  ])('encodes %j in one segment, which URL normalisation preserves', (segment, expected) => {
    const encoded = path`/users/${segment}/repos`;
    expect(encoded).toBe(expected);
    expect(new URL(`https://api.example.com${encoded}`)).toMatchObject({
      hostname: 'api.example.com',
      pathname: expected,
      search: '',
      hash: '',
    });
  });

  it.each(['.', '..'])('refuses %j, which no encoding preserves', (segment) => {
    expect(() => path`/users/${segment}/repos`).toThrow(Fault);
  });
});
