import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  buildClientSchema,
  buildSchema,
  lexicographicSortSchema,
  parse,
  printSchema,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { openApi as describeRoutes } from '../../../rest/kernel/openapi.ts';
import { schema } from '../../../schema/index.ts';
import { createAssets } from '../../../server/pages/assets.ts';
import { exampleQueriesFor, shortestQuery } from '../../../server/pages/example-queries.ts';
import { html } from '../../../server/pages/html.ts';
import type { PageResponse } from '../../../server/pages/page-representation.ts';
import { createPages } from '../../../server/pages/pages.ts';

const groups = [
  {
    group: 'weather',
    description: 'Weather by city.',
    routes: [
      { path: '/api/weather/current', summary: 'Now.', example: { city: 'Oslo' } },
      { path: '/api/weather/forecast', summary: 'Later.', example: { city: 'Oslo' } },
    ],
  },
  {
    group: 'cubegame',
    description: 'Players & their <avatars>.',
    routes: [
      {
        path: '/api/cubegame/{uuid}/avatar',
        summary: 'An avatar.',
        example: { uuid: 'a/b', label: `O'Neill & "co"` },
      },
    ],
  },
];

const openApi = describeRoutes({ schema, groups, routes: [], version: '1.2.3' });
const pages = createPages({ schema, version: '1.2.3', groups: () => groups, openApi: () => openApi });

async function get(path: string, headers: IncomingHttpHeaders = {}): Promise<PageResponse> {
  const response = await pages.respond({ path, headers });
  if (!response) throw new Error(`There is no page at ${path}.`);
  return response;
}

const textOf = async (path: string, headers?: IncomingHttpHeaders) => String((await get(path, headers)).body);

/** The address under which the explorer loads the asset of this name. */
async function assetOf(name: RegExp): Promise<string> {
  const address = (await textOf('/graphql')).match(new RegExp(`/assets/${name.source}-[0-9a-f]{16}\\.\\w+`));
  if (!address) throw new Error(`The explorer loads no asset like ${name}.`);
  return address[0];
}

describe('html', () => {
  it.each([
    ['text', html`<p>${'<script>"&\'</script>'}</p>`, '<p>&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;</p>'],
    ['an attribute', html`<a title="${'" onclick="'}"></a>`, '<a title="&quot; onclick=&quot;"></a>'],
    ['a number', html`<b>${7}</b>`, '<b>7</b>'],
    ['markup', html`<p>${html`<b>${'<'}</b>`}</p>`, '<p><b>&lt;</b></p>'],
    ['a list', html`${['<', html`<br>`, '>']}`, '&lt;<br>&gt;'],
  ])('renders %s', (_, written, expected) => {
    expect(written.markup).toBe(expected);
  });

  it('rejects an object that was not made by html', () => {
    const forged = JSON.parse('{ "markup": "<script>" }');
    expect(() => html`${forged}`.markup).toThrow();
  });
});

describe('a response', () => {
  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/graphql', 'text/html; charset=utf-8'],
  ])('of %s is %s, and is revalidated each time', async (path, type) => {
    const { status, headers } = await get(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    [/frame/, 'text/css; charset=utf-8'],
    [/source-serif-4/, 'font/woff2'],
    [/icon/, 'image/svg+xml; charset=utf-8'],
    [/graphiql/, 'text/css; charset=utf-8'],
    [/explorer(?=-[0-9a-f]+\.css)/, 'text/css; charset=utf-8'],
    [/schema/, 'application/json; charset=utf-8'],
    [/explorer(?=-[0-9a-f]+\.js)/, 'text/javascript; charset=utf-8'],
  ])('for the asset %s is %s, and is cached for good', async (name, type) => {
    const { status, headers, body } = await get(await assetOf(name));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(body.length).toBeGreaterThan(0);
  });

  it.each(['/nothing', '/graphql/', '/assets/', '/assets/almanac.css', '/assets/../package.json', ''])(
    'does not exist for %j',
    async (path) => {
      expect(await pages.respond({ path, headers: {} })).toBeUndefined();
    },
  );

  it('has no asset at an address of earlier content', async () => {
    const address = await assetOf(/frame/);
    const earlier = address.replace(/-[0-9a-f]{16}/, '-0123456789abcdef');
    expect(await pages.respond({ path: earlier, headers: {} })).toBeUndefined();
  });
});

describe('assets', () => {
  const assetsOf = (content: string) => createAssets(new Map([['a.css', () => content]]));

  it('have addresses that change with their content', async () => {
    const address = await assetsOf('p{}').addressOf('a.css');
    expect(await assetsOf('p{}').addressOf('a.css')).toBe(address);
    expect(await assetsOf('b{}').addressOf('a.css')).not.toBe(address);
  });

  it('are found by their address alone, as on another instance that sent the page', async () => {
    const address = await assetsOf('p{}').addressOf('a.css');
    const response = await (await assetsOf('p{}').find(address))?.({});
    expect(String(response?.body)).toBe('p{}');
  });
});

describe('conditional requests', () => {
  const tagOf = async (path: string) => (await get(path)).headers.etag ?? '';

  it.each([
    ['the ETag', (tag: string) => tag, 304],
    ['the ETag in its strong form', (tag: string) => tag.replace('W/', ''), 304],
    ['the ETag in a list', (tag: string) => `"other", ${tag}`, 304],
    ['any ETag', () => '*', 304],
    ['another ETag', () => 'W/"other"', 200],
    ['a part of the ETag', (tag: string) => tag.slice(0, -3), 200],
  ])('are evaluated for %s', async (_, condition, status) => {
    for (const path of ['/', '/graphql', await assetOf(/schema/)]) {
      const tag = await tagOf(path);
      const response = await get(path, { 'if-none-match': condition(tag) });
      expect(response.status).toBe(status);
      expect(response.headers.etag).toBe(tag);
      expect(response.body.length === 0).toBe(status === 304);
    }
  });

  it('have another ETag for a home page of another host', async () => {
    const [one, other] = await Promise.all([get('/', { host: 'a.test' }), get('/', { host: 'b.test' })]);
    expect(one.headers.etag).not.toBe(other.headers.etag);
  });
});

describe('compression', () => {
  it.each([
    [undefined, undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=1.0', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['br;q=nonsense', undefined],
  ])('is negotiated for Accept-Encoding: %j', async (accepted, encoding) => {
    const requestHeaders = accepted === undefined ? {} : { 'accept-encoding': accepted };
    for (const path of ['/', '/graphql', await assetOf(/schema/)]) {
      const plain = await get(path);
      const { headers, body } = await get(path, requestHeaders);
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.vary).toContain('Accept-Encoding');
      const expand =
        encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : Buffer.from;
      expect(Buffer.compare(expand(body), plain.body)).toBe(0);
      if (encoding) expect(body.length).toBeLessThan(plain.body.length);
    }
  });

  it('is left out for short bodies', async () => {
    const { headers } = await get(await assetOf(/icon/), { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
  });
});

describe('content security policy', () => {
  const rulesOf = async (path: string) =>
    new Map(
      (await get(path)).headers['content-security-policy']?.split('; ').map((rule) => {
        const [name = '', ...allowed] = rule.split(' ');
        return [name, allowed.join(' ')];
      }),
    );

  it.each([
    ['/', 'default-src', "'none'"],
    ['/', 'script-src', undefined],
    ['/', 'style-src', "'self'"],
    ['/', 'font-src', "'self'"],
    ['/', 'frame-ancestors', "'none'"],
    ['/graphql', 'default-src', "'none'"],
    ['/graphql', 'font-src', "'self'"],
    ['/graphql', 'script-src', "'self'"],
    ['/graphql', 'connect-src', "'self'"],
    ['/graphql', 'frame-ancestors', "'none'"],
  ])('of %s has %s with %s', async (path, name, allowed) => {
    expect((await rulesOf(path)).get(name)).toBe(allowed);
  });

  it.each(['/', '/graphql'])(
    '%s loads nothing from other origins, and has no inline script or style',
    async (path) => {
      const page = await textOf(path);
      const loaded = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
      expect(loaded.filter((address) => !/^(?:[/](?![/])|#)/.test(address ?? ''))).toEqual([]);
      expect(page).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
    },
  );
});

describe('GET /', () => {
  const origin = 'http://almanac.test:4000';
  const home = () => textOf('/', { host: 'almanac.test:4000' });

  it.each([
    ['a call to a route', `&#39;${origin}/api/weather/current?city=Oslo&#39;`],
    ['a call to the graph', `&#39;${origin}/graphql&#39;`],
    ['a placeholder for the key', '-H &#39;Authorization: Bearer YOUR_KEY&#39;'],
    ['how many routes there are', '2 groups, 3 routes.'],
    ['how many routes a group has', '<i>2 routes</i>'],
    ['a link from a group to its routes', '<a href="/docs#group-cubegame"><b>cubegame</b>'],
    ['a group in escaped words', 'Players &amp; their &lt;avatars&gt;.'],
    ['a value in the path, the others in the query', '/a%2Fb<wbr>/avatar<wbr>?label=O%27Neill+%26+%22co%22'],
    ['how a key is issued', 'npm run keys -- issue --ip 203.0.113.7'],
    ['the version', 'almanac 1.2.3'],
    ['a link to the explorer', 'href="/graphql"'],
    ['a link to the schema', 'href="/schema.graphql"'],
    ['a link to the picture of the graph', 'href="/graph"'],
    ['a link to its health', 'href="/health"'],
  ])('shows %s', async (_, shown) => {
    expect(await home()).toContain(shown);
  });

  it.each([
    [{ host: 'almanac.test' }, 'http://almanac.test/graphql'],
    [{ host: '[::1]:4000' }, 'http://[::1]:4000/graphql'],
    [{ host: 'almanac.test', 'x-forwarded-proto': 'https' }, 'https://almanac.test/graphql'],
    [{ host: 'almanac.test', 'x-forwarded-proto': 'javascript' }, 'http://almanac.test/graphql'],
    [{ host: `x';rm -rf ~;'` }, 'http://127.0.0.1:4000/graphql'],
    [{ host: '<b>' }, 'http://127.0.0.1:4000/graphql'],
    [{}, 'http://127.0.0.1:4000/graphql'],
  ])('requested with %j shows %s', async (headers, shown) => {
    expect(await textOf('/', headers)).toContain(`&#39;${shown}&#39;`);
  });
});

describe('GET /graphql for a browser', () => {
  it('loads the entire schema without a key', async () => {
    const described = JSON.parse(await textOf(await assetOf(/schema/)));
    expect(printSchema(buildClientSchema(described))).toBe(printSchema(lexicographicSortSchema(schema)));
  });

  it('begins with example queries that fit the schema, each with a name for its tab', () => {
    const examples = exampleQueriesFor(schema);
    expect(examples.length).toBeGreaterThan(1);
    for (const { query } of examples) expect(query).toMatch(/^query \w+/m);
    for (const query of [shortestQuery, ...examples.map((example) => example.query)]) {
      expect(validate(schema, parse(query))).toEqual([]);
    }
  });

  it('leaves out example queries that read a group which the schema lacks', () => {
    expect(exampleQueriesFor(buildSchema('type Query { weather: Int }'))).toEqual([]);
  });

  it('has the field of the key that other pages have, and reads none from the address', async () => {
    const page = await textOf('/graphql');
    const script = page.match(/\/assets\/explorer-\w+\.js/)?.[0] ?? '';
    const program = await textOf(script);
    expect(page).toContain('id="key"');
    expect(program.includes('almanac:key')).toBe(true);
    expect(/get\(["'](key|token|authorization)["']\)/i.test(program)).toBe(false);
  });

  it('varies by the accept header', async () => {
    expect((await get('/graphql')).headers.vary).toBe('Accept, Accept-Encoding');
  });
});
