import type { Assets } from './assets.ts';
import { type Content, type Html, html } from './html.ts';
import { type Representation, represent } from './page-representation.ts';

/** Addresses of what every page is dressed in. */
export interface Look {
  readonly style: string;
  readonly icon: string;
}

export const createLook = (assets: Assets): Look => ({
  style: assets.add('almanac.css', style),
  icon: assets.add('icon.svg', icon),
});

export interface PageParts {
  readonly title: string;
  readonly description: string;
  readonly body: Content;
  /** Addresses of style sheets after the common one. */
  readonly styles?: readonly string[];
  /** Addresses of scripts, run in their order once the page has been read. */
  readonly scripts?: readonly string[];
  /** Addresses of JSON that the scripts are going to fetch. */
  readonly data?: readonly string[];
}

/** A whole page in the common look. */
export const layout = (look: Look, parts: PageParts): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${parts.description}">
<title>${parts.title}</title>
<link rel="icon" type="image/svg+xml" href="${look.icon}">
${[look.style, ...(parts.styles ?? [])].map((href) => html`<link rel="stylesheet" href="${href}">\n`)}
${(parts.data ?? []).map((href) => html`<link rel="preload" as="fetch" crossorigin href="${href}">\n`)}
${(parts.scripts ?? []).map((src) => html`<script defer src="${src}"></script>\n`)}
</head>
<body>
${parts.body}
</body>
</html>
`;

export interface PageRules {
  /** What the page may load besides the common style and icon: `["script-src 'self'"]`. */
  readonly allows?: readonly string[];
  /** Request headers that the page depends on, besides `Accept-Encoding`. */
  readonly vary?: string;
}

/** A page ready to be answered. It loads nothing from elsewhere, is framed by nobody, and tells nobody where one came from. */
export function representPage(
  page: Html,
  { allows = ["style-src 'self'"], vary }: PageRules = {},
): Representation {
  const policy = ["default-src 'none'", "img-src 'self' data:", ...allows, ...closed];
  return represent(Buffer.from(page.markup), {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(vary ? { vary: `${vary}, Accept-Encoding` } : {}),
  });
}

const closed = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];

/**
 * The moon through its phases, as an almanac prints them: from full to new and back on a light page, the other way
 * round on a dark one. Of each disc, half a circle and half an ellipse enclose the part that is filled in.
 */
export function moon(): Html {
  const radius = 5;
  const filled = [
    '',
    'M0 -5A5 5 0 0 1 0 5A2.6 5 0 0 0 0 -5Z',
    'M0 -5A5 5 0 0 1 0 5Z',
    'M0 -5A5 5 0 0 1 0 5A2.6 5 0 0 1 0 -5Z',
    'M0 -5A5 5 0 0 1 0 5A5 5 0 0 1 0 -5Z',
  ];
  const waning = filled.map((path) => ({ path, turn: 1 }));
  const waxing = filled
    .slice(0, -1)
    .reverse()
    .map((path) => ({ path, turn: -1 }));
  const discs = [...waning, ...waxing].map(
    ({ path, turn }, index) => html`<g transform="translate(${8 + index * 22} 7) scale(${turn} 1)">
<circle r="${radius}" fill="none" stroke="currentColor" stroke-width="0.8"/><path d="${path}" fill="currentColor"/></g>`,
  );
  return html`<svg class="moon" viewBox="0 0 192 14" width="192" height="14" aria-hidden="true">${discs}</svg>`;
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<style>*{stroke:#8a2b20;fill:#8a2b20}circle{fill:#fbf8f1}
@media(prefers-color-scheme:dark){*{stroke:#e5907c;fill:#e5907c}circle{fill:#181612}}</style>
<circle cx="16" cy="16" r="13" stroke-width="2"/><path d="M16 3a13 13 0 0 1 0 26a7 13 0 0 0 0-26z" stroke="none"/>
</svg>
`;

/** One style sheet for all pages. Red is kept for what one can follow or must notice, as almanacs print their feast days. */
const style = `:root {
  color-scheme: light dark;
  --paper: #fbf8f1;
  --shade: #f2ede1;
  --ink: #211e19;
  --faded: #685f51;
  --rule: #d8cfbd;
  --red: #8a2b20;
  --serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', P052, 'Book Antiqua', Georgia, serif;
  --mono: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #181612;
    --shade: #211e18;
    --ink: #e9e2d4;
    --faded: #a89e8c;
    --rule: #3b362c;
    --red: #e5907c;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1.0625rem/1.55 var(--serif);
  font-variant-numeric: oldstyle-nums;
  text-rendering: optimizeLegibility;
}
button, input { font-family: inherit; }
a { color: var(--red); text-decoration-thickness: 1px; text-underline-offset: 0.18em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--red); outline-offset: 2px; }
code, pre { font-family: var(--mono); font-size: 0.8125em; font-variant-numeric: normal; }
code { overflow-wrap: anywhere; }
pre {
  margin: 0.6rem 0 1.4rem;
  padding: 0.8rem 1rem;
  background: var(--shade);
  border-left: 2px solid var(--rule);
  line-height: 1.6;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
pre code { font-size: 1em; }
p { margin: 0 0 1em; hyphens: auto; }

.page { max-width: 56rem; margin: 0 auto; padding: 0 1.25rem; }
.masthead { padding: 3.5rem 0 1.6rem; text-align: center; border-bottom: 4px double var(--rule); }
.masthead h1 { margin: 0.7rem 0 0; font-size: clamp(2.75rem, 9vw, 4.25rem); font-weight: 400; line-height: 1; letter-spacing: -0.01em; }
.masthead p { margin: 0.6rem 0 0; color: var(--faded); font-style: italic; }
.moon { color: var(--faded); }
.lead { margin: 2.2rem 0; font-size: 1.1875rem; }
.entry { padding: 1.7rem 0 0.9rem; border-top: 1px solid var(--rule); }
.entry h2 { margin: 0 0 0.7rem; font-size: 1.0625rem; font-weight: 400; font-style: italic; line-height: 1.55; }
.colophon { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.5rem; padding: 1.1rem 0 3rem; border-top: 4px double var(--rule); color: var(--faded); font-size: 0.9375rem; }
@media (min-width: 48rem) {
  .lead { max-width: none; margin-left: 11rem; }
  .entry { display: grid; grid-template-columns: 9rem minmax(0, 1fr); column-gap: 2rem; }
}

table { width: 100%; border-collapse: collapse; }
caption { padding-bottom: 0.7rem; text-align: left; color: var(--faded); }
th, td { padding: 0.55rem 0 0.55rem 1rem; vertical-align: baseline; text-align: left; font-weight: 400; }
tr > :first-child { padding-left: 0; }
thead th { padding-top: 0; padding-bottom: 0.3rem; color: var(--faded); font-size: 0.875rem; font-style: italic; }
tbody tr { border-top: 1px solid var(--rule); }
tbody td code { display: block; color: var(--faded); }
th.count, td.count { text-align: right; font-variant-numeric: tabular-nums lining-nums; }
dl { margin: 0; }
dt { font-weight: 400; }
dd { margin: 0 0 0.8rem; color: var(--faded); }

.running-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1.2rem; padding: 0.45rem 1rem 0.5rem; border-bottom: 4px double var(--rule); }
.running-head h1 { margin: 0; font-size: 1rem; font-weight: 400; font-style: italic; color: var(--faded); }
.running-head > a { font-size: 1.375rem; line-height: 1.3; color: var(--ink); text-decoration: none; }
.running-head nav { display: flex; gap: 1.2rem; margin-left: auto; font-size: 0.9375rem; }
`;
