import { z } from 'zod';
import { Fault } from '../core/faults.ts';
import { limitedBy } from './kernel/http/classify-response.ts';
import { defineSource, type Source, type UpstreamResponse } from './kernel/source.ts';

/*
 * The public parts of Pinterest: the resources that its pages load, the pages, the embeddable widgets, the search by
 * picture of its browser extension, and its pictures. None needs a credential, and each has limits of its own.
 * A profile that cannot be fetched is a 404, as documented; one whose format changed, or that is late, is a 500. Lists fall
 * back to the widgets, and similar pins to words of the address or the title. The first bytes of a picture decide its type,
 * and an SVG is refused.
 */

const group = 'pinboard';

const Status = z.object({ status: z.string(), http_status: z.number().optional() });
const Told = z.union([
  z.object({ resource_response: Status }).transform((told) => told.resource_response),
  Status,
]);

const missing = () => new Fault('notFound', 'There is no such thing.', { group });
const turnedAway = () => new Fault('upstreamFailed', 'The source for pinboard turned us away.', { group });

/** A failure is reported by the status, or in a body with status 200. */
function classify(response: UpstreamResponse): Fault | undefined {
  if (response.status === 401 || response.status === 403) return turnedAway();
  if (response.status !== 200) return undefined;
  const told = /^\s*\{/.test(response.text().slice(0, 20))
    ? Told.safeParse(response.tryJson()).data
    : undefined;
  if (told === undefined || told.status === 'success') return undefined;
  if (told.http_status === 404) return missing();
  if (told.http_status === 429) return limitedBy(group, response);
  return new Fault('upstreamFailed', 'The source for pinboard could not answer.', { group });
}

/** It redirects to the site of the caller's region, which has the same data. */
const site = ['https://www.pinterest.com', 'https://*.pinterest.com'] as const;
/** Another source is always tried after this one. */
const patience = { deadlineMs: 5_000, classify };

export const resources = defineSource({
  group,
  part: 'resources',
  origins: site,
  headers: {
    accept: 'application/json, text/javascript, */*; q=0.01',
    'x-requested-with': 'XMLHttpRequest',
    'x-pinterest-appstate': 'active',
  },
  ...patience,
});

export const pages = defineSource({
  group,
  part: 'pages',
  origins: site,
  headers: { accept: 'text/html' },
  ...patience,
});

export const widgets = defineSource({
  group,
  part: 'widgets',
  origins: ['https://widgets.pinterest.com'],
  ...patience,
});

export const visual = defineSource({
  group,
  part: 'search by picture',
  origins: ['https://api.pinterest.com'],
  ...patience,
});

/** The hosts of pictures. */
export const imageHosts = 'https://*.pinimg.com';

/** The upstream responds with 403 to a missing picture as well. */
const classifyImage = ({ status }: UpstreamResponse): Fault | undefined =>
  status === 403 || status === 404 ? missing() : undefined;

export const images = defineSource({
  group,
  part: 'pictures',
  origins: ['https://i.pinimg.com', imageHosts],
  headers: { accept: 'image/*' },
  deadlineMs: 8_000,
  retry: { attempts: 1, pauseMs: 0 },
  classify: classifyImage,
});

/** All sources of the group. */
export const sources: readonly Source[] = [resources, pages, widgets, visual, images];
