import { z } from 'zod';
import { parse } from '../core/safe-parse.ts';
import { id, nullable, requiredList, shape, snakeCase, text, withDefault } from './kernel/decode.ts';
import { beginning } from './kernel/plain-text.ts';

export interface Pin {
  readonly id: string;
  readonly title: string;
  readonly imageUrl: string | null;
  /** The external link of the pin. */
  readonly link: string | null;
  readonly domain: string | null;
}

/** The most pins of a list in our API. */
const longestTitle = 200;

/** The first text that is not blank, on one line; it is truncated between characters only. */
function titleFrom(texts: readonly (string | null)[]): string {
  for (const written of texts) {
    const line = (written ?? '').replaceAll(/\s+/g, ' ').trim();
    if (line !== '') return beginning(line, longestTitle).trimEnd();
  }
  return '';
}

/** The upstream's own hosts: its regional sites, its short links, its pictures. */
const ownHost = /(?:^|\.)(?:pinterest\.[a-z]{2,3}(?:\.[a-z]{2})?|pin\.it|pinimg\.com)$/;

/** An external address, unchanged; null for the upstream's own addresses and for other text. */
function outbound(link: string | null): string | null {
  if (!link || !URL.canParse(link)) return null;
  const { protocol, hostname } = new URL(link);
  return /^https?:$/.test(protocol) && !ownHost.test(hostname.toLowerCase()) ? link : null;
}

/** Own uploads have a phrase instead of a domain. */
const domainFrom = (domain: string | null, link: string | null): string | null =>
  link !== null && domain && !/\s/.test(domain) ? domain : null;

interface Written {
  readonly id: string;
  readonly titles: readonly (string | null)[];
  readonly imageUrl: string | null;
  readonly link: string | null;
  readonly domain: string | null;
}

const toPin = ({ id, titles, imageUrl, ...written }: Written): Pin => {
  const link = outbound(written.link);
  return { id, title: titleFrom(titles), imageUrl, link, domain: domainFrom(written.domain, link) };
};

const Image = z.object({ url: nullable(text), width: nullable(z.number()) });
type Image = z.output<typeof Image>;

/** The picture as it was uploaded, else the largest of those that were made of it. */
function largest(images: Readonly<Record<string, Image | null>>, original: string): string | null {
  const known = Object.values(images).filter((image) => image?.url);
  const byWidth = known.toSorted((one, other) => (other?.width ?? 0) - (one?.width ?? 0));
  return images[original]?.url ?? byWidth[0]?.url ?? null;
}

const Images = withDefault(z.record(text, nullable(Image)), {});
const texts = {
  title: nullable(text),
  description: nullable(text),
  link: nullable(text),
  domain: nullable(text),
};

/** A pin in a list: of the site, of a widget, of the search by picture. */
export const GridPin = shape(
  {
    id,
    ...texts,
    gridTitle: nullable(text),
    images: Images,
    imageLargeUrl: nullable(text),
    imageMediumUrl: nullable(text),
  },
  snakeCase,
).transform(({ title, gridTitle, description, images, imageLargeUrl, imageMediumUrl, ...pin }) =>
  toPin({
    ...pin,
    titles: [title, gridTitle, description],
    imageUrl: largest(images, 'orig') ?? imageLargeUrl ?? imageMediumUrl,
  }),
);

const OtherEntry = z.object({ type: text.refine((type) => type !== 'pin') });

/** The pins of a list; other entries, such as stories and shops, are left out. */
export const listed = (pin: z.ZodType<Pin>): z.ZodType<readonly Pin[]> =>
  z
    .custom<unknown[]>(Array.isArray, 'expected a list')
    .transform((entries) => entries.filter((entry) => !parse(OtherEntry, entry).success))
    .pipe(requiredList(pin));

const specPrefix = 'imageSpec_';

/** A pin in its page, which has another format. */
export const RelayPin = z
  .looseObject({ entityId: id, ...texts, gridTitle: nullable(text) })
  .transform(({ entityId, title, gridTitle, description, link, domain, ...rest }) => {
    const specs = Object.entries(rest).filter(([name]) => name.startsWith(specPrefix));
    const images = Images.safeParse(Object.fromEntries(specs)).data ?? {};
    const imageUrl = largest(images, `${specPrefix}orig`);
    return toPin({ id: entityId, titles: [title, gridTitle, description], imageUrl, link, domain });
  });
