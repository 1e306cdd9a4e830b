import type { IncomingHttpHeaders } from 'node:http';
import type { Assets } from './assets.ts';
import { shortestQuery } from './example-queries.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

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
    path: '/',
    styles: ['almanac.css', 'home.css'],
    body: html`<div class="page">
<main id="main">
<div class="opening">
<div>
<h1>A reference book of public facts</h1>
<p class="lead">almanac serves public data about people, media, games, sports, news and weather. REST routes return one
resource at a time, and a GraphQL graph returns many that are linked. It only reads, it caches each response for a short
time, and every request needs a key.</p>
</div>
${exampleRequests(groups, origin)}
</div>
${doors()}
${keys()}
${index(groups)}
</main>
<footer class="colophon"><span>almanac ${version}</span><a href="/health">Is it up?</a></footer>
</div>`,
  });

function exampleRequests(groups: readonly HomeGroup[], origin: string): Html {
  const route = (groups.find(({ group }) => group === 'weather') ?? groups[0])?.routes[0];
  const authorization = `-H 'Authorization: Bearer YOUR_KEY'`;
  const rest = route && `curl ${authorization} \\\n${shellQuoted(origin + exampleAddress(route))}`;
  const body = shellQuoted(JSON.stringify({ query: shortestQuery }));
  const graph = `curl ${authorization} \\
-H 'Content-Type: application/json' ${shellQuoted(`${origin}/graphql`)} \\
-d ${body}`;
  return html`<section class="samples" aria-label="Example requests">
${rest ? html`<h2>One fact, by REST</h2>\n<pre><code>${rest}</code></pre>` : ''}
<h2>The same from the graph, where more can be asked beside it</h2>
<pre><code>${graph}</code></pre>
</section>`;
}

const doors = (): Html => html`<section class="block" aria-label="Where to begin">
<ul class="doors">
<li><a href="/docs">Routes</a>
<p>Every REST route with its parameters, responses and failures, and a form to try it. As a file:
<a href="/openapi.json">openapi.json</a>.</p></li>
<li><a href="/graphql">GraphiQL</a>
<p>Write a query with the whole graph explained beside it. As a file: <a href="/schema.graphql">schema.graphql</a>.</p></li>
<li><a href="/graph">Graph</a>
<p>A picture of the groups and of the links between them, each with a query that follows it.</p></li>
<li><a href="/status">Sources</a>
<p>How each source is doing, for those who have a key.</p></li>
</ul>
</section>`;

const keys = (): Html => html`<section class="block" aria-labelledby="keys">
<h2 id="keys">A key</h2>
<div class="halves">
<p>Keys are issued by the operator of this almanac: ask them, and tell them the address that your requests come from,
since a key works from one address only. An operator issues one on the command line:</p>
<pre><code>npm run keys -- issue --ip 203.0.113.7 --name "Ada's bot"</code></pre>
</div>
</section>`;

/** Each row is a link to the group in the documentation. */
function index(groups: readonly HomeGroup[]): Html {
  const total = groups.reduce((sum, { routes }) => sum + routes.length, 0);
  return html`<section class="block" aria-labelledby="index">
<h2 id="index">Index</h2>
<p class="index-note">${counted(groups.length, 'group')}, ${counted(total, 'route')}. A key may be limited to some groups.</p>
<ul class="index">
${groups.map(
  ({
    group,
    description,
    routes,
  }) => html`<li><a href="/docs#group-${group}"><b>${group}</b> <span>${description}</span>
${routes.slice(0, 1).map((route) => html`<code>${exampleLine(route)}</code>`)} <i>${counted(routes.length, 'route')}</i></a></li>
`,
)}</ul>
</section>`;
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
  html`${address.split(/(?=[/?&.])/).map((part, index) => (index === 0 ? part : html`<wbr>${part}`))}`;

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The origin in the examples, which are pasted into shells; a host of other than plain names is replaced. */
export function shownOrigin(headers: IncomingHttpHeaders): string {
  const host = headers.host ?? '';
  const isPlain = /^([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host);
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return isPlain ? `${scheme}://${host}` : 'http://127.0.0.1:4000';
}
