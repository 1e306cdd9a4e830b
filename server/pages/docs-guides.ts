import { type Html, html } from './html.ts';

/** What holds for every route, in short sections above the routes. */
export const guides = (): Html => html`<section class="guides" id="guides" aria-label="Guides">
${guide(
  'client',
  'Client',
  html`<p><code>almanac-client</code>, of the samples in TypeScript, is in <code>clients/typescript</code> of the repository:
<code>npm run build:client</code> there, and <code>npm install ../almanac/clients/typescript</code> in a project. It has types
for every route, retries what a retry helps, and goes through pages and subscriptions. Clients for Python, Apollo, urql and agents (MCP):
<code>docs/clients.md</code>.</p>`,
)}${guide(
  'keys',
  'Keys',
  html`<p>Every request has the header <code>Authorization: Bearer &lt;key&gt;</code>. A key works from one address only, and may be
limited to some groups; <code>/api/me</code> shows both. Without a valid key the status is 401, without permission 403.
<a href="/#keys">How to get one</a>.</p>`,
)}${guide(
  'errors',
  'Errors',
  html`<p>A failure inside a route has the body <code>{"error":"…"}</code>; a refusal before it
<code>{"success":false,"error":{"code":…,"message":"…","details":"…"}}</code>. <code>X-Error-Code</code> states the kind:
<code>MISSING</code> and <code>INVALID</code> name the parameter, <code>NOT_FOUND</code> and <code>PRIVATE</code> are what the
source says, <code>UPSTREAM_…</code> is trouble of the source. Repeat a 429, 502, 503 or 504 after <code>Retry-After</code>
seconds, or else after 1, 2 and 4 seconds; repeating another status changes nothing.</p>`,
)}${guide(
  'limits',
  'Limits',
  html`<p>A request costs one lookup, a failed one too; what a limit refuses costs nothing. <code>X-RateLimit-Limit</code>,
<code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> state the limit of the minute, what is left of it, and
when it ends in Unix seconds. A second limit holds for each second; <code>RateLimit-Policy</code> has both.</p>`,
)}${guide(
  'caching',
  'Caching',
  html`<p><code>X-Cache</code> is <code>HIT</code>, <code>MISS</code> or <code>STALE</code>, <code>Age</code> the seconds since
the source responded, and <code>Cache-Control</code> how long the response holds. <code>X-Source</code>
names the sources of the response, such as <code>weather/open-meteo</code>. An <code>ETag</code> sent back as
<code>If-None-Match</code> brings 304 without a body.</p>`,
)}${guide(
  'paging',
  'Paging',
  html`<p>Lists take the number of items as the parameter that their route names; one more than the most is refused, not cut.
Where a source has pages, the response holds the cursor of the next one, to be sent as it is.</p>`,
)}${guide(
  'fields',
  'Parts of a body',
  html`<p>Every route with a JSON body takes <code>fields</code>, the members that are wanted:
<code>/api/weather/current?city=Oslo&amp;fields=name,main.temp</code>. A dot leads to the members of a member, in each
element of a list. A name that the body lacks is refused with those that it has; the price stays one lookup. <code>include</code>
adds what the object leads to, each link a lookup, and <code>include=receipts</code> where each fact comes from.
Many lists take <code>filter.</code> and <code>orderBy</code>. <code>X-Ignored</code> names parameters that a route lacks.</p>`,
)}${guide(
  'several',
  'Several groups',
  html`<p><code>/api/person?url=</code> finds the accounts on all sites of whose account is at an address, <code>/api/lookup?url=</code> the
object whose page it is, <code>/api/search?text=</code> what words find in several groups. <code>POST /api/batch</code> with
<code>{"routes":["/api/…"]}</code> asks up to 20 routes at once. <a href="/openapi.json">openapi.json</a> has their parameters.</p>`,
)}${guide(
  'tickets',
  'Tickets for browsers',
  html`<p><code>EventSource</code>, <code>&lt;img&gt;</code>, <code>&lt;video&gt;</code> and links send no header.
<code>POST /api/ticket</code> with <code>{"path":"/api/weather/current?city=Oslo"}</code> responds with an <code>address</code> that opens this
route for a minute, from the address of the key. A ticket costs no lookup, each use what the path costs.</p>`,
)}${guide(
  'subscriptions',
  'Subscriptions',
  html`<p>With <code>Accept: text/event-stream</code>, a GET route with a JSON body goes on: it sends its body at once, and
each time it has changed, as server-sent events. Each change that is sent costs one lookup, and follows later where a limit
is used up. An event <code>failure</code> has the error body. The client that sends the last <code>id</code> as
<code>Last-Event-ID</code> is not sent the same body again.</p>`,
)}${guide(
  'test-keys',
  'Test keys',
  html`<p>A key that begins with <code>alm_test_</code> is answered with invented data: <code>X-Almanac-Mode: sandbox</code> says
so, and no source is asked. With it, the header <code>X-Sandbox-Fault: timeout</code> makes the sources of one request fail;
an unknown name is refused with those that there are.</p>`,
)}</section>
`;

const guide = (id: string, title: string, body: Html): Html => html`<details class="guide" id="guide-${id}">
<summary>${title}</summary>
${body}
</details>
`;
