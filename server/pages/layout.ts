import type { Assets } from './assets.ts';
import { textFace } from './client-bundles.ts';
import { type Content, type Html, html } from './html.ts';
import { type PageRepresentation, represent } from './page-representation.ts';

/** The pages of the navigation, in its order. */
const navigation = [
  ['/docs', 'Routes'],
  ['/graphql', 'GraphiQL'],
  ['/graph', 'Graph'],
  ['/songs', 'Songs'],
  ['/status', 'Sources'],
] as const;

export interface PageParts {
  /** Of the page: it is marked in the navigation. */
  readonly path: '/' | '/not-found' | (typeof navigation)[number][0];
  readonly title: string;
  readonly description: string;
  readonly body: Content;
  /** Names of the style sheets after `frame.css`. */
  readonly styles?: readonly string[];
  /** Names of the scripts, which run in their order once the page has been parsed. */
  readonly scripts?: readonly string[];
  /** Names of the JSON files that the scripts fetch. */
  readonly data?: readonly string[];
}

/** A page with the head, navigation, style sheet, text face and icon that all pages share. Rejects where a named asset cannot be loaded. */
export async function layout(assets: Assets, parts: PageParts): Promise<Html> {
  const addresses = (names: readonly string[] = []) => Promise.all(names.map(assets.addressOf));
  const [icon, font, styles, data, scripts] = await Promise.all([
    assets.addressOf('icon.svg'),
    assets.addressOf(textFace),
    addresses(['frame.css', ...(parts.styles ?? [])]),
    addresses(parts.data),
    addresses(parts.scripts),
  ]);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${parts.description}">
<title>${parts.title}</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">
${styles.map((href) => html`<link rel="stylesheet" href="${href}">\n`)}
${data.map((href) => html`<link rel="preload" as="fetch" crossorigin href="${href}">\n`)}
${scripts.map((src) => html`<script defer src="${src}"></script>\n`)}
</head>
<body>
${siteHead(parts.path)}
${parts.body}
</body>
</html>
`;
}

const siteHead = (current: PageParts['path']): Html => html`<header class="site-head">
<a class="skip" href="#main">Skip to the content</a>
<a class="brand" href="/"${current === '/' ? html` aria-current="page"` : ''}>almanac</a>
<nav aria-label="Pages">${navigation.map(
  ([path, name]) => html`<a href="${path}"${path === current ? html` aria-current="page"` : ''}>${name}</a>`,
)}</nav>
</header>`;

/**
 * The field for an API key. It belongs to no form, so that the browser neither submits it nor offers to remember it;
 * `client-prelude.client.ts` reads it for each request, and keeps it for the tab where the reader asks for that.
 */
export const keyField = (): Html =>
  html`<label>Key <input id="key" type="password" placeholder="paste yours" autocomplete="off" autocapitalize="off" spellcheck="false"></label>
<label class="keep"><input id="keep-key" type="checkbox"> keep it while this tab is open</label>`;

export interface PageRules {
  /** Directives of the content security policy for what the page loads: `["script-src 'self'"]`. */
  readonly allows?: readonly string[];
  /** The request headers that select the page, besides `Accept-Encoding`. */
  readonly vary?: string;
}

/** A page with its headers: it loads nothing from other origins, cannot be framed, and sends no referrer. */
export function representPage(
  page: Html,
  { allows = ["style-src 'self'"], vary }: PageRules = {},
): PageRepresentation {
  const policy = ["default-src 'none'", "img-src 'self' data:", "font-src 'self'", ...allows, ...closed];
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

/** The favicon. It has a style element, which the policy of assets allows. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<style>*{stroke:#8a2b20;fill:#8a2b20}circle{fill:#fbf8f1}
@media(prefers-color-scheme:dark){*{stroke:#e5907c;fill:#e5907c}circle{fill:#181612}}</style>
<circle cx="16" cy="16" r="13" stroke-width="2"/><path d="M16 3a13 13 0 0 1 0 26a7 13 0 0 0 0-26z" stroke="none"/>
</svg>
`;
