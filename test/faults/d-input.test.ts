import { describe, expect } from 'vitest';
import { words } from '../support/words.ts';
import { fault } from './harness/case.ts';
import { ask, type Reply } from './harness/client.ts';
import { useFaults } from './harness/service.ts';

const long = 'a'.repeat(10_240);
const video = 'https://www.tiktok.com/@tiktok/video/6881450806688664838';

/** The path with each of the values in the place of `*`. */
const each = (path: string, values: readonly (string | number)[]) =>
  values.map((value) => path.replace('*', String(value)));

describe('D input', () => {
  const { upstream, keys, serve } = useFaults();
  const service = serve();

  const get = (path: string) => service.call(`/api/${path}`, { key: keys.key });

  /** A 400 as an error of the route, which names the parameters, before any upstream request. */
  async function expectRefused(
    paths: readonly string[],
    ...names: readonly (string | RegExp)[]
  ): Promise<void> {
    for (const path of paths) {
      await upstream.reset();
      const { status, body } = await get(path);
      expect(status, path).toBe(400);
      expect(Object.keys(body), path).toEqual(['error']);
      for (const name of names) expect(body.error, path).toMatch(name);
      expect(upstream.hits, path).toEqual([]);
    }
  }

  async function expectFound(...paths: readonly string[]): Promise<readonly Reply[]> {
    const replies: Reply[] = [];
    for (const path of paths) {
      const reply = await get(path);
      expect(reply.status, `${path} ${reply.text.slice(0, 200)}`).toBe(200);
      replies.push(reply);
    }
    return replies;
  }

  fault('D1 required text that is absent, empty, blank, or holds NUL or 10 kB', async () => {
    const values = [
      '',
      '?city=',
      '?city=%20%20',
      '?city=Os%00lo',
      '?city=Os%0Alo',
      `?city=${'a'.repeat(101)}`,
    ];
    await expectRefused(each('weather/current*', values), /^city /);
    await expectRefused(
      [`weather/current?city=${long}`, `weather/current?city=${'%F0%9F%98%80'.repeat(101)}`],
      'city',
    );
    await expectRefused([`shortvideo/video?url=${video}?a=${'a'.repeat(2_048)}`], 'url');
    await expectFound(`weather/current?city=${'a'.repeat(100)}`, 'weather/current?city=%20Oslo%20');
  });

  fault('D2 a scalar that is repeated', async () => {
    await expectRefused(['weather/current?city=a&city=b', 'weather/current?city=a&city=a'], 'city');
    await expectRefused(['weather/forecast?city=a&count=1&count=1'], 'count');
    await expectFound('brgame/cosmetics/br/search/ids?id=CID_001&id=CID_002');
  });

  const notIntegers = words('1e3 0x10 1.0 %2B1 %201 1%20 %D9%A1 9007199254740993 -1 007 NaN');

  fault('D3 integers in other notations', async () => {
    await expectRefused(each('weather/forecast?city=Oslo&count=*', notIntegers), 'count');
    await expectRefused(each('clips/trending?offset=*', notIntegers), 'offset');
  });

  fault('D4 the ends of a range and their neighbours', async () => {
    const bounded: readonly (readonly [path: string, name: string, min: number, max: number])[] = [
      ['weather/forecast?city=Oslo', 'count', 1, 40],
      ['shortvideo/feed?', 'count', 1, 50],
      ['pinboard/search?q=cats', 'limit', 1, 100],
      ['titledb/search?query=sea', 'page', 1, 100],
      ['videosite/search?q=cats', 'max_results', 1, 50],
      ['livestream/games/top?', 'first', 1, 100],
      ['sports/football/pro/scoreboard?', 'week', 1, 18],
    ];
    for (const [path, name, min, max] of bounded) {
      for (const value of [min, max]) {
        // A last page may be empty, which is not the parameter's fault.
        expect([200, 404], `${path} ${name}=${value}`).toContain(
          (await get(`${path}&${name}=${value}`)).status,
        );
      }
      await expectRefused(each(`${path}&${name}=*`, [min - 1, max + 1]), name, String(max));
    }
  });

  fault('D5 a number with a default, left out or empty', async () => {
    const [omitted, given] = await expectFound(
      'weather/forecast?city=Bergen',
      'weather/forecast?city=Bergen&count=40',
    );
    expect(omitted!.body.list.length).toBe(given!.body.list.length);
    await expectRefused(
      ['weather/forecast?city=Bergen&count=', 'weather/forecast?city=Bergen&count=%20'],
      'count',
    );
  });

  fault('D6 a closed set in another case, or another word', async () => {
    await expectRefused(each('brgame/aes?keyFormat=*', ['BASE64', 'other', '']), 'keyFormat', 'hex, base64');
    await expectRefused(['videosite/search?q=a&order=Date'], 'order', 'relevance');
  });

  fault('D7 neither of two alternatives', async () => {
    await expectRefused(['livestream/game'], 'name', 'id');
    await expectRefused(['titledb/season?season=1'], 'title', 'id');
    await expectRefused(['videosite/channel'], 'channel_id', 'username');
  });

  fault('D8 two that exclude each other', async () => {
    await expectRefused(['news/top-headlines?sources=a&country=us'], 'sources', 'country');
    await expectRefused(['news/top-headlines?sources=a&category=business'], 'sources', 'category');
  });

  fault('D9 counts whose sum is bounded', async () => {
    await expectRefused(
      ['clips/search?text=a&limit=900&offset=101', 'clips/trending?limit=1&offset=1000'],
      'limit',
      'offset',
    );
    await expectFound('clips/search?text=a&limit=900&offset=100');
  });

  fault('D10 dates that do not exist, are reversed or are numbers', async () => {
    await expectRefused(
      each('news/everything?q=a&from=*', ['2026-13-01', '2026-02-30', '1700000000', 'yesterday', '']),
      'from',
    );
    await expectRefused(['news/everything?q=a&from=2026-02-02&to=2026-02-01'], 'from', 'to');
    await expectFound('news/everything?q=a&from=2026-02-01&to=2026-02-01');
  });

  fault('D11 account names beyond their form', async () => {
    await expectRefused(
      each('photosocial/profile?username=*', ['a'.repeat(31), 'a%20b', '%F0%9F%98%80', 'a%2Fb', 'a-b']),
      'username',
      '30',
    );
    await expectFound(`photosocial/profile?username=${'a'.repeat(30)}`);
  });

  fault('D12 tags with and without #', async () => {
    for (const group of ['cardgame/player', 'arenagame/player']) {
      const replies = await expectFound(`${group}/ABC2PQ`, `${group}/%23ABC2PQ`, `${group}/abc2pq`);
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      await expectRefused(
        each(`${group}/*`, ['ABC%2F..', 'AB', 'A'.repeat(16), '%23%23ABC', 'A_BC']),
        /tag/i,
      );
    }
  });

  fault('D13 identifiers of another form', async () => {
    await expectRefused(
      each('titledb/id?id=*', ['0111161', 'TT0111161', 'tt', 'tt1234567890123', 'tt1a']),
      /^id/,
    );
    await expectRefused(
      each('videosite/playlist/items?playlist_id=*', ['UCabc', 'XX0123456789abc', 'PL']),
      'playlist_id',
    );
    await expectRefused(each('videosite/channel?channel_id=*', ['PL0123456789abcd', 'UC123']), 'channel_id');
  });

  fault('D14 path parameters that are no numbers', async () => {
    await expectRefused(each('blockgame/template/*', ['abc', '1.5', '-1', '0', '1e3']), 'assetId');
    await expectRefused(each('blockgame/avatar/*', ['bob', '1.5', '-1']), 'userId');
  });

  fault('D15 a malformed percent sequence in a path', async () => {
    await expectRefused(['blockgame/%E0%A4%A', 'blockgame/%', 'cardgame/player/%zz'], 'malformed escape');
  });

  fault('D16 characters that would change the path upstream', async () => {
    const names = ['a%2F..%2Fb', 'a%3Fx=1', 'a%23b', 'a%0D%0AX:1', '..%2F..%2Fusers', 'a%5Cb', '%2e%2e'];
    await expectRefused(each('blockgame/*/friends', names), 'username');
    // A free text goes into a path as one segment, or into a query as one value.
    for (const text of ['a%2F..%2Fb', 'a%3Fx%3D1', 'a%23b', 'a%26key%3Db']) {
      await upstream.reset();
      await get(`weather/current?city=${text}`);
      const [hit] = upstream.hits;
      const url = new URL(`https://a${hit!.path}`);
      expect(url.pathname).toBe('/data/2.5/weather');
      expect(url.searchParams.getAll('q')).toEqual([decodeURIComponent(text)]);
      expect(url.searchParams.has('key')).toBe(false);
    }
  });

  fault('D17 names of JavaScript’s prototypes as values and parameters', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      await expectFound(`weather/current?city=${name}`, `weather/current?city=Oslo&${name}=x`);
      await expectRefused([`weather/current?${name}=Oslo`], 'city');
      await expectRefused([`brgame/aes?keyFormat=${name}`], 'keyFormat');
    }
    const { status, body } = await ask(
      service.url,
      'query ($city: String!) { weather { current(city: $city) { name } } }',
      {
        key: keys.key,
        variables: JSON.parse('{"city":"Oslo","__proto__":{"city":"Bergen"},"constructor":1}'),
      },
    );
    expect([status, body.data.weather.current.name]).toEqual([200, 'Oslo']);
  });

  fault('D18 a misspelt parameter', async () => {
    await expectRefused(['weather/current?citty=Oslo'], 'city');
    await expectFound('weather/current?city=Oslo&citty=Bergen');
  });

  fault('D19 a path that is a literal and an account name', async () => {
    await expectRefused(['blockgame/avatar/avatar'], 'userId');
    await expectRefused(['blockgame/template/badges'], 'assetId');
    await expectFound('blockgame/someone/avatar');
    await expectFound('brgame/cosmetics/br/search?name=Rex');
  });

  fault('D20 booleans in other words', async () => {
    const render = 'cubegame/avatar?uuid=069a79f444e94726a5befca90e38aaf5&overlay=';
    await expectRefused(each(`${render}*`, ['1', 'TRUE', 'yes', '', '0']), 'overlay', 'true or false');
    await expectFound(`${render}true`, `${render}false`);
  });

  fault('D21 identifiers above 2^53', async () => {
    const id = '17900000000000001';
    await expectRefused([`blockgame/template/${'9'.repeat(19)}`], 'assetId');
    await upstream.reset();
    const post = `microblog/post?url=https://x.com/a/status/1790000000000000001`;
    const [reply] = await expectFound(post);
    expect(reply!.text).toContain('1790000000000000001');
    const graph = await ask(
      service.url,
      '{ microblog { post(url: "https://x.com/a/status/1790000000000000001") { postId } } }',
      { key: keys.key },
    );
    expect(graph.text).toContain('"1790000000000000001"');
    const user = await get(`livestream/user/id?id=${id}`);
    expect(user.text).toContain(id);
  });
});
