import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import examples from '../../../rest/examples.json' with { type: 'json' };
import { routeGroups } from '../../../rest/index.ts';
import { compileRoutes } from '../../../rest/kernel/compile.ts';
import { openApi } from '../../../rest/kernel/openapi.ts';
import { schema } from '../../../schema/index.ts';
import { createPreparer } from '../../../schema/kernel/prepare.ts';
import { createAssets } from '../../../server/pages/assets.ts';
import { textFace } from '../../../server/pages/client-bundles.ts';
import { docsPage } from '../../../server/pages/docs.ts';
import { type ApiDocument, documentedGroups } from '../../../server/pages/docs-document.ts';
import { accepted, sample, shapeTree } from '../../../server/pages/docs-shape.ts';
import { createPages } from '../../../server/pages/pages.ts';

const fields = schema.getQueryType()!.getFields();
const about = routeGroups.map(({ group }) => ({ group, description: fields[group]!.description ?? '' }));
const routes = compileRoutes(createPreparer(schema), routeGroups);
const document = openApi({ schema, version: '1.2.3', groups: about, routes, examples });
const api = document as unknown as ApiDocument;
const listed = documentedGroups(api).flatMap((group) => group.routes);

const groups = about.map((group) => ({ ...group, routes: [] }));
const pages = createPages({ schema, version: '1.2.3', groups: () => groups, openApi: () => document });
const response = (await pages.respond({ path: '/docs', headers: {} }))!;
const page = String(response.body);

/** The files that the page loads. */
const loaded = ['icon.svg', textFace, 'frame.css', 'almanac.css', 'docs.css', 'docs.js'];

/** The markup of one route's entry. */
const entryOf = (id: string, markup = page) =>
  new RegExp(`<details class="route" id="${id}".*?\n</div>\n</details>\n`, 's').exec(markup)![0];
const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
const textOf = (markup: string) => unescaped(markup.replaceAll(/<[^>]+>/g, ''));

describe('GET /docs', () => {
  it('loads nothing from other origins, and runs no script but its own', () => {
    expect(response.headers['content-security-policy']).toBe(
      "default-src 'none'; img-src 'self' data:; font-src 'self'; script-src 'self'; connect-src 'self'; style-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const loaded = [...page.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    expect(loaded.filter((address) => !/^(?:#|[/](?![/]))/.test(address ?? ''))).toEqual([]);
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+="/);
  });

  it('is smaller than 100 kB when compressed', async () => {
    const compressed = await pages.respond({ path: '/docs', headers: { 'accept-encoding': 'br' } });
    expect(compressed!.body.length).toBeLessThan(100_000);
  });

  it('has a group for every group, closed, and an entry for every route, each named once', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(routeGroups.map(({ group }) => `group-${group}`)));
    expect([...page.matchAll(/class="route"/g)]).toHaveLength(
      routeGroups.flatMap((group) => group.routes).length,
    );
    expect(page).not.toMatch(/class="(?:group|route)"[^>]* open/);
  });

  it.each(listed.map((route) => [route.path, route] as const))('documents %s', (path, route) => {
    const { operation, parameters, returnsJson } = route;
    const markup = entryOf(operation.operationId);
    const text = textOf(markup);
    expect(text).toContain(path);
    expect(text).toContain(operation.summary);
    for (const { name, description } of parameters) {
      expect(markup).toMatch(new RegExp(`<(?:input|select) name="${name}"`));
      expect(text).toContain(description.replaceAll('`', ''));
    }
    for (const status of Object.keys(operation.responses)) expect(text).toContain(status);
    expect(text).toContain('"error"');
    expect(text).toContain('Authorization: Bearer <key>');
    expect(markup.includes('Authorization: &lt;key&gt;')).toBe(path.startsWith('/api/arenagame/'));
    expect(markup.includes('class="shape"') || markup.includes('class="type"')).toBe(returnsJson);
    const shown = unescaped(/<code data-language="graphql">(.*?)<\/code>/s.exec(markup)![1]!);
    expect(validate(schema, parse(shown))).toEqual([]);
    const example = unescaped(/<code data-language="json">(.*?)<\/code>/s.exec(markup)?.[1] ?? 'null');
    expect(JSON.parse(example) !== null).toBe(returnsJson);
  });

  it('marks the routes that the official source does not serve here', async () => {
    const readiness = (path: string) =>
      path === '/api/weather/current'
        ? ({ path, state: 'unconfigured', source: null, lacks: '', missing: ['WEATHER_API_KEY'] } as const)
        : undefined;
    const assets = createAssets(new Map(loaded.map((name) => [name, () => name])));
    const { markup } = await docsPage(assets, document as unknown as ApiDocument, readiness);
    expect([...markup.matchAll(/class="badge">needs (\w+)</g)].map(([, name]) => name)).toEqual([
      'WEATHER_API_KEY',
    ]);
    // Code in descriptions is code in the page.
    expect(markup).not.toContain('`');
  });

  it('shows how a route is called, with the values of its example', () => {
    const calls = textOf(entryOf('weatherForecast'));
    expect(calls).toContain(
      "curl -H 'Authorization: Bearer YOUR_KEY' \\\n  'http://127.0.0.1:4000/api/weather/forecast?city=Oslo&count=8'",
    );
    expect(calls).toContain("createClient({ url: 'http://127.0.0.1:4000', key: 'YOUR_KEY' })");
    expect(calls).toContain("await almanac.get('/api/weather/forecast', { city: 'Oslo', count: 8 });");
    expect(calls).toContain('response = requests.get(');
  });

  it('escapes the text of the OpenAPI document, and has a form for files', async () => {
    const hostile: ApiDocument = {
      tags: [{ name: 'songid', description: '<script>alert(1)</script>' }],
      security: [{ bearer: [] }],
      components: { schemas: {} },
      paths: {
        '/api/songid/identify': {
          post: {
            operationId: 'identify',
            tags: ['songid'],
            summary: '"><img src=x>',
            requestBody: {
              content: { 'multipart/form-data': { schema: { properties: { file: { format: 'binary' } } } } },
            },
            responses: { '200': { description: 'A song.', content: { 'application/json': { schema: {} } } } },
          },
        },
      },
    };
    const assets = createAssets(new Map(loaded.map((name) => [name, () => name])));
    const { markup } = await docsPage(assets, hostile, () => undefined);
    expect(markup).not.toContain('<script>');
    expect(markup).not.toContain('<img');
    const entry = entryOf('identify', markup);
    expect(entry).toContain('data-method="POST"');
    expect(entry).toContain('<input type="file" name="file"');
    expect(textOf(entry)).toContain("-F 'file=@YOUR_FILE' 'http://127.0.0.1:4000/api/songid/identify'");
  });

  it('has a script that is valid JavaScript, and stores nothing beyond the tab', async () => {
    const [, address] = /src="(\/assets\/docs-\w+\.js)"/.exec(page)!;
    const script = String((await pages.respond({ path: address!, headers: {} }))!.body);
    expect(() => new Function(script)).not.toThrow();
    expect(script).not.toMatch(/localStorage|document.cookie|innerHTML/);
  });
});

describe('the text of what a parameter accepts', () => {
  it.each([
    [{ type: 'integer', minimum: 1, maximum: 50 }, 'whole number from 1 to 50'],
    [{ type: 'integer', minimum: 0 }, 'whole number from 0'],
    [{ type: 'number', maximum: 9.5 }, 'number up to 9.5'],
    [{ type: 'boolean' }, 'true or false'],
    [{ type: 'string' }, 'text'],
    [{ type: 'string', minLength: 1, maxLength: 40 }, 'text of up to 40 characters'],
    [{ type: 'string', minLength: 3, maxLength: 40 }, 'text of 3 to 40 characters'],
    [{ type: 'string', enum: ['newest', 'viewCount'] }, 'one of newest, viewCount'],
    [
      { type: 'array', minItems: 1, maxItems: 3, items: { type: 'integer', minimum: 1 } },
      'list, 1 to 3 of: whole number from 1',
    ],
  ])('describes %j as "%s"', (schema, words) => {
    expect(accepted(schema)).toBe(words);
  });
});

describe('the shape of a body', () => {
  const inner = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
  const part = '<ul class="shape">\n<li><b>a</b> <i>string</i></li>\n</ul>';

  it.each([
    [{ type: 'string' }, '<p class="type">string</p>\n'],
    [{}, '<p class="type">any</p>\n'],
    [inner, part],
    [{ type: 'array', items: inner }, `<p class="type">object[]</p>\n${part}`],
    [{ anyOf: [inner, { type: 'null' }] }, `<p class="type">object | null</p>\n${part}`],
    [{ type: ['integer', 'null'] }, '<p class="type">integer | null</p>\n'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, '<p class="type">(string | null)[]</p>\n'],
    [{ enum: ['a', 'b'] }, '<p class="type">&quot;a&quot; | &quot;b&quot;</p>\n'],
    [{ type: 'boolean', enum: [true] }, '<p class="type">true</p>\n'],
    [
      { type: 'object', additionalProperties: { type: 'array', items: { type: 'integer' } } },
      '<p class="type">{ [name]: integer[] }</p>\n',
    ],
    [
      { type: 'object', properties: { a: { type: 'integer', description: 'So <many>.' } } },
      '<ul class="shape">\n<li><b>a</b><i title="may be left out">?</i> <i>integer</i> <span>So &lt;many&gt;.</span></li>\n</ul>',
    ],
  ])('is rendered for %j', (schema, markup) => {
    expect(shapeTree(api, schema).markup).toBe(markup);
  });

  it('has a sample, in which each integer is the status', () => {
    const error = { properties: { code: { type: 'integer' }, message: { type: 'string' } } };
    expect(sample({ properties: { success: { enum: [false] }, error } }, 401)).toEqual({
      success: false,
      error: { code: 401, message: '…' },
    });
  });
});
