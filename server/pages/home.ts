import type { IncomingHttpHeaders } from 'node:http';
import type { Assets } from './assets.ts';
import { shortestQuery } from './example-queries.ts';
import { type Html, html } from './html.ts';
import { layout, moon } from './layout.ts';

/** A documented route in the index of the home page. */
export interface HomeRoute {
  /** GET unless given. */
  readonly method?: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly example: Readonly<Record<string, string>>;
}

export interface HomeGroup {
  readonly group: string;
  readonly description: string;
  readonly routes: readonly HomeRoute[];
}

export interface HomeOptions {
  readonly assets: Assets;
  readonly groups: readonly HomeGroup[];
  readonly version: string;
  /** Scheme, host and port of the reader's request, for the examples. */
  readonly origin: string;
}

/** The home page: an introduction, example requests, how to get a key, and an index of the groups. */
export const homePage = ({ assets, groups, version, origin }: HomeOptions): Promise<Html> =>
  layout(assets, {
    title: 'almanac, a reference book of public facts',
    description:
      'Public facts about people, media, games, sports, news and weather, through REST and GraphQL.',
    body: html`<div class="page">
<header class="masthead">${moon()}
<h1>almanac</h1>
<p>a reference book of public facts</p>
</header>
<main>
<p class="lead">almanac serves public data about people, media, games, sports, news and weather. REST routes return one
resource at a time, and a GraphQL graph returns many that are linked. It only reads, it caches each response for a short
time, and every request needs a key.</p>
${exampleRequests(groups, origin)}
${explorer()}
${keys()}
${index(groups)}
</main>
<footer class="colophon"><span>almanac ${version}</span><a href="/healthz">Is it up?</a></footer>
</div>`,
  });

const entry = (
  id: string,
  title: string,
  body: Html,
): Html => html`<section class="entry" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<div>${body}</div>
</section>
`;

function exampleRequests(groups: readonly HomeGroup[], origin: string): Html {
  const route = (groups.find(({ group }) => group === 'weather') ?? groups[0])?.routes[0];
  const authorization = `-H 'Authorization: Bearer YOUR_KEY'`;
  const rest = route && `curl ${authorization} \\\n${shellQuoted(origin + exampleAddress(route))}`;
  const body = shellQuoted(JSON.stringify({ query: shortestQuery }));
  const graph = `curl ${authorization} \\
-H 'Content-Type: application/json' ${shellQuoted(`${origin}/graphql`)} \\
-d ${body}`;
  return entry(
    'asking',
    'Asking',
    html`${rest ? html`<p>One fact:</p>\n<pre><code>${rest}</code></pre>` : ''}
<p>The same from the graph, where more could be asked beside it:</p>
<pre><code>${graph}</code></pre>`,
  );
}

const explorer = (): Html =>
  entry(
    'exploring',
    'Exploring',
    html`<dl>
<dt><a href="/graphql">GraphiQL</a></dt>
<dd>Write a query with the whole graph explained beside it. Reading needs no key, running does.</dd>
<dt><a href="/schema.graphql">/schema.graphql</a></dt>
<dd>The same graph as a file, for editors and code generators.</dd>
<dt><a href="/docs">REST routes</a></dt>
<dd>Every route with its parameters, answers and failures, and a form to try it. As a file: <a href="/openapi.json">/openapi.json</a>.</dd>
<dt><a href="/status">Sources</a></dt>
<dd>How the sources are doing, for whoever has a key.</dd>
</dl>`,
  );

const keys = (): Html =>
  entry(
    'keys',
    'A key',
    html`<p>Keys come from whoever runs this almanac: ask them, and tell them the address that your questions will come
from, since a key works from one address only.</p>
<p>If that is you, issue one:</p>
<pre><code>npm run keys -- issue --ip 203.0.113.7 --name "Ada's bot"</code></pre>`,
  );

function index(groups: readonly HomeGroup[]): Html {
  const total = groups.reduce((sum, { routes }) => sum + routes.length, 0);
  return entry(
    'index',
    'Index',
    html`<table>
<caption>${counted(groups.length, 'group')}, ${counted(total, 'route')}. A key may be limited to some groups.</caption>
<thead><tr><th scope="col">Group</th><th scope="col">What it knows, and an example</th><th scope="col" class="count">Routes</th></tr></thead>
<tbody>
${groups.map(
  ({ group, description, routes }) => html`<tr><th scope="row">${group}</th>
<td>${description}${routes.slice(0, 1).map((route) => html` <code>${exampleLine(route)}</code>`)}</td>
<td class="count">${routes.length}</td></tr>
`,
)}</tbody>
</table>`,
  );
}

/** A route's example; the method GET is left out. */
const exampleLine = (route: HomeRoute): Html =>
  html`${route.method === 'POST' ? 'POST ' : ''}${breakable(exampleAddress(route))}`;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A route's path and query string with its example's values: the path's parameters in the path, the others after it. */
export function exampleAddress({ path, example }: Pick<HomeRoute, 'path' | 'example'>): string {
  const query = new URLSearchParams(example);
  const filled = path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    query.delete(name);
    return encodeURIComponent(example[name] ?? placeholder);
  });
  return query.size === 0 ? filled : `${filled}?${query}`;
}

/** An address with an opportunity for a line break before each of its parts. */
export const breakable = (address: string): Html =>
  html`${address.split(/(?=[/?&])/).map((part, index) => (index === 0 ? part : html`<wbr>${part}`))}`;

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The origin in the examples, from the headers `host` and `x-forwarded-proto`. A host that is neither a plain name nor
 * an address is replaced, since the examples are pasted into shells.
 */
export function shownOrigin(headers: IncomingHttpHeaders): string {
  const host = headers.host ?? '';
  const isPlain = /^([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host);
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return isPlain ? `${scheme}://${host}` : 'http://127.0.0.1:4000';
}
