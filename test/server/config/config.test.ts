import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { version } from '../../../core/version.ts';
import { type Config, misspelt, readConfig, variables } from '../../../server/config/config.ts';
import { ConfigError } from '../../../server/config/config-error.ts';
import { words } from '../../support/words.ts';

const folder = mkdtempSync(join(tmpdir(), 'almanac-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string) => {
  const place = join(folder, name);
  writeFileSync(place, text);
  return place;
};

describe('the default configuration', () => {
  it('listens on the loopback address', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      dataDir: './data',
      logLevel: 'info',
      trustedProxies: [],
      cacheBytes: 64 * 1_048_576,
      corsOrigins: [],
      metricsPort: undefined,
      valkeyUrl: undefined,
      keysUrl: undefined,
      graphqlPlugins: [],
      upstreamOrigin: undefined,
      proxy: undefined,
      userAgent: `almanac/${version} (+https://almanac.example)`,
    });
  });

  it('applies to variables that are empty', () => {
    const empty = Object.fromEntries(variables.map(({ name }) => [name, '']));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it('is frozen', () => {
    const config = readConfig({}) as { port: number; secrets: Record<string, string> };
    expect(() => {
      config.port = 1;
    }).toThrow(TypeError);
    expect(() => {
      config.secrets.WEATHER_API_KEY = 'forged';
    }).toThrow(TypeError);
  });
});

describe('a setting', () => {
  const agent = (address: string) => `almanac/${version} (+${address})`;

  it.each<[name: string, value: string, member: keyof Config, expected?: string]>([
    ['PORT', '0', 'port'],
    ['PORT', '65535', 'port'],
    ['HOST', '::', 'host'],
    ['CACHE_MB', '1', 'cacheBytes', `${1_048_576}`],
    ['CACHE_MB', '65536', 'cacheBytes', `${65_536 * 1_048_576}`],
    ['LOG_LEVEL', 'silent', 'logLevel'],
    ['UPSTREAM_ORIGIN', 'http://127.0.0.1:4001/', 'upstreamOrigin', 'http://127.0.0.1:4001'],
    ['HTTPS_PROXY', 'http://proxy.example:3128', 'proxy'],
    ['HTTPS_PROXY', 'http://user:word@proxy.example', 'proxy'],
    ['METRICS_PORT', '9100', 'metricsPort'],
    ['CORS_ORIGINS', 'https://a.example, http://b:3000', 'corsOrigins', 'https://a.example,http://b:3000'],
    ['VALKEY_URL', 'rediss://user:word@cache.example:6380/0', 'valkeyUrl'],
    ['KEYS_URL', 'postgres://user:word@db.example/almanac', 'keysUrl'],
    ['GRAPHQL_PLUGINS', 'my-plugin, @scope/name', 'graphqlPlugins', 'my-plugin,@scope/name'],
    ['GRAPHQL_PLUGINS', './plugins/a.js', 'graphqlPlugins', pathToFileURL(resolve('plugins/a.js')).href],
    ['GRAPHQL_PLUGINS', '/etc/a.mjs,file:///b.js', 'graphqlPlugins', 'file:///etc/a.mjs,file:///b.js'],
    ['USER_AGENT_ADDRESS', 'http://a.example/us?a=b', 'userAgent', agent('http://a.example/us?a=b')],
    ['USER_AGENT_ADDRESS', 'mailto:ops@a.example', 'userAgent', agent('mailto:ops@a.example')],
    ['TRUSTED_PROXIES', '127.0.0.1, 10.0.0.0/8', 'trustedProxies', '127.0.0.1/32,10.0.0.0/8'],
    ['TRUSTED_PROXIES', '2001:db8::/32 , ::1', 'trustedProxies', '2001:db8::/32,::1/128'],
    // A range that is mapped to IPv6 is held as the range of IPv4.
    ['TRUSTED_PROXIES', '::ffff:10.0.0.0/104', 'trustedProxies', '10.0.0.0/8'],
    ['TRUSTED_PROXIES', '::ffff:192.0.2.1', 'trustedProxies', '192.0.2.1/32'],
  ])('%s accepts %s', (name, value, member, expected = value) => {
    const read = readConfig({ [name]: value });
    const ranges = read.trustedProxies.map(([range, bits]) => `${range}/${bits}`);
    expect(String(member === 'trustedProxies' ? ranges : read[member])).toBe(expected);
  });

  it.each<[name: string, value: string, read: object]>([
    [
      'MUSIC_QUERIES',
      `track=getTrack:${'0'.repeat(64)}, album=getAlbum:${'1'.repeat(64)}`,
      { track: { sha256Hash: '0'.repeat(64) }, album: { sha256Hash: '1'.repeat(64) } },
    ],
    [
      'MICROBLOG_WEB_QUERIES',
      'TweetResultByRestId=a, UserByScreenName=b, UserTweets=c, some_feature',
      { UserByScreenName: 'b', features: ['some_feature'] },
    ],
  ])('%s takes blanks after its commas', (name, value, read) => {
    expect(readConfig({ [name]: value }).sourceSettings[name]).toMatchObject(read);
  });

  it.each([
    ['PORT', 'a port number', ['http', '-1', '65536', '4000.5', '0x10', ' 80', '1e3', '123456']],
    ['CACHE_MB', 'a whole number from 1 to 65536', ['0', '-1', 'lots', '1.5', '65537', '999999']],
    ['LOG_LEVEL', 'one of fatal, error, warn, info, debug, silent', ['loud', 'INFO']],
    [
      'TRUSTED_PROXIES',
      'addresses or CIDR ranges with commas between them',
      ['everyone', '10.0.0.0/33', '10.0.0.1,', ',', '10.0.0.0/8;10.1.0.0/16', '2001:db8::/129'],
    ],
    [
      'UPSTREAM_ORIGIN',
      'an origin such as http://127.0.0.1:4001',
      ['127.0.0.1:4001', 'ftp://x', 'file:///etc', 'http://x/path', 'http://x?y', 'http://x#y'],
    ],
    ['HTTPS_PROXY', 'an address such as http://proxy.example:3128', ['proxy', 'socks5://x']],
    ['METRICS_PORT', 'a port number', ['x', '70000']],
    ['METRICS_PORT', 'another port than PORT', ['4000']],
    ['SONGID_MEDIA_DIR', 'the absolute path of a folder', ['.', join(folder, 'none'), file('media', '')]],
    ['SONGID_FFMPEG', 'off, auto or the absolute path of a program', ['on', 'ffmpeg', join(folder, 'none')]],
    [
      'KEYLESS',
      'on, off, or groups and sources with commas between them, such as weather or -weather/met-norway',
      ['-news/bing'],
    ],
    [
      'CORS_ORIGINS',
      'origins such as https://app.example.com with commas between them, without a path',
      words(`* null app.example.com https://a.example/ https://a.example/path https://a.example:443
        https://A.example https://a.example,`),
    ],
    [
      'VALKEY_URL',
      'an address such as redis://127.0.0.1:6379',
      ['canary', 'http://cache.example', '127.0.0.1:6379'],
    ],
    ['KEYS_URL', 'an address such as postgres://user@db.example/almanac', ['canary', 'mysql://db.example']],
    [
      'GRAPHQL_PLUGINS',
      'package names or file paths such as ./plugins/usage.js with commas between them',
      ['a plugin', 'one,', ',', 'https://example.com/plugin.js', 'node:fs', '@scope', '-x'],
    ],
    [
      'USER_AGENT_ADDRESS',
      'an address such as https://example.org/about or mailto:ops@example.org',
      [
        'us',
        'https://',
        'https://a.example/(b)',
        'https://a.example/ b',
        'https://a.example/\n',
        'mailto:us',
      ],
    ],
  ])('%s is refused when it is not %s, and its value is not repeated', (name, accepts, wrong) => {
    for (const value of wrong) {
      let error: unknown;
      try {
        readConfig({ [name]: value });
      } catch (thrown) {
        error = thrown;
      }
      expect([value, error]).toEqual([value, new ConfigError(`${name} must be ${accepts}.`)]);
      expect(error).toBeInstanceOf(ConfigError);
    }
  });
});

describe('a credential', () => {
  it.each([
    ['its variable', { WEATHER_API_KEY: 's3cret' }],
    ['the file that is named', { WEATHER_API_KEY_FILE: file('key', 's3cret\n') }],
    ['its variable before the file', { WEATHER_API_KEY: 's3cret', WEATHER_API_KEY_FILE: '/nowhere' }],
  ])('is read from %s', (_, environment) => {
    expect(readConfig(environment).secrets.WEATHER_API_KEY).toBe('s3cret');
  });

  it.each([
    ['nothing', {}],
    ['an empty variable', { WEATHER_API_KEY: '' }],
    ['an empty file', { WEATHER_API_KEY_FILE: file('empty', ' \n') }],
  ])('is undefined for %s', (_, environment) => {
    expect(readConfig(environment).secrets.WEATHER_API_KEY).toBeUndefined();
  });

  it.each<[string, Record<string, string>]>([
    ['a line break', { WEATHER_API_KEY: 's3cret\nmore' }],
    ['a line break at its end', { WEATHER_API_KEY: 's3cret\n' }],
    ['a line break in its file', { WEATHER_API_KEY_FILE: file('lines', 's3cret\nmore\n') }],
    ['a control character', { WEATHER_API_KEY: 's3cret\u0000' }],
    ['a character that no header can hold', { WEATHER_API_KEY: 's3cret€' }],
  ])('is refused with %s, and not repeated', (_, environment) => {
    expect(() => readConfig(environment)).toThrow(
      new ConfigError('WEATHER_API_KEY must be one line, without control characters.'),
    );
  });

  it('is refused when its file cannot be read, with a message that holds nothing of the file', () => {
    expect(() => readConfig({ WEATHER_API_KEY_FILE: join(folder, 'missing') })).toThrow(
      new ConfigError('WEATHER_API_KEY_FILE must name a file that can be read.'),
    );
    expect(() => readConfig({ WEATHER_API_KEY_FILE: folder })).toThrow(ConfigError);
    const closed = file('closed', 's3cret');
    chmodSync(closed, 0o000);
    if (process.getuid?.() !== 0)
      expect(() => readConfig({ WEATHER_API_KEY_FILE: closed })).toThrow(ConfigError);
  });
});

describe('every variable', () => {
  it('is one of at most 55: a constant serves for most of what nobody sets', () =>
    expect(variables.length).toBeLessThanOrEqual(55));

  it('is documented once, in capitals', () => {
    const names = variables.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, description } of variables) {
      expect(name).toMatch(/^[A-Z][A-Z0-9_]+$/);
      expect(description).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe('a variable that is not known', () => {
  it.each([
    ['WEATHER_APIKEY', 'WEATHER_API_KEY'],
    ['weather_api_key', 'WEATHER_API_KEY'],
    ['WEATHER_API_KEY_FILES', 'WEATHER_API_KEY_FILE'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['WEATHER_APPID_SECRET', 'WEATHER_API_KEY'],
    ['REDIS_URL', 'VALKEY_URL'],
    [
      'LIVESTREAM_KEY',
      'LIVESTREAM_CLIENT_ID or LIVESTREAM_CLIENT_SECRET or LIVESTREAM_USER_TOKEN or LIVESTREAM_WEB_CLIENT_ID',
    ],
  ])('%s is reported with %s, and without its value', (name, meant) => {
    expect(misspelt({ [name]: 's3cret' })).toEqual([`${name} is not known; did you mean ${meant}?`]);
  });

  it.each(words(`HTTP_PROXY https_proxy NO_PROXY HOME PATH HOSTNAME NODE_ENV WEATHER SHLVL constructor`))(
    '%s is of another program',
    (name) => expect(misspelt({ [name]: 'x' })).toEqual([]),
  );

  it('is none of those that are documented', () => {
    const documented = variables.flatMap(({ name, isSecret }) =>
      isSecret ? [name, `${name}_FILE`] : [name],
    );
    expect(misspelt(Object.fromEntries(documented.map((name) => [name, 'x'])))).toEqual([]);
  });
});

const hasBash = spawnSync('bash', ['-c', 'exit']).status === 0;

it.skipIf(!hasBash)('every variable can be set by bash, which ignores assignments to some', () => {
  const command = [...variables.map(({ name }) => `${name}=x`), 'env'].join(' ');
  const env = { PATH: process.env.PATH };
  const set = spawnSync('bash', ['-c', command], { encoding: 'utf8', env }).stdout.split('\n');
  expect(variables.filter(({ name }) => !set.includes(`${name}=x`))).toEqual([]);
});
