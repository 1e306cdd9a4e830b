import { matchPageUrl } from '../../sources/kernel/http/address-guard.ts';

export type PageKey<Name extends string = string> = Readonly<Record<Name, string>>;

/** One kind of page of a web site. */
export interface PageForm<Kind extends string = string, Name extends string = string> {
  readonly kind: Kind;
  /** Parses an address of this kind; undefined for all others. */
  readonly read: (url: string) => PageKey<Name> | undefined;
  /** The usual address of the page. A method, so that forms with other keys are forms too. */
  write(key: PageKey<Name>): string;
}

export interface FormSpec<Name extends string> {
  /** Exact host names. */
  readonly hosts: readonly string[];
  /**
   * Patterns of the decoded path without a slash at its end, whose named groups are the parts of the key. Where
   * `parameter` is set, `?` and its value follow the path.
   */
  readonly patterns: readonly RegExp[];
  /** The query parameter that identifies the page. */
  readonly parameter?: string;
  /** Values in lower case that the first part of the key cannot have: the site has pages of its own there. */
  readonly reserved?: ReadonlySet<string>;
  /** Converts the groups of the pattern; undefined where they name nothing. */
  readonly convert?: (groups: PageKey<Name>) => PageKey<Name> | undefined;
  readonly write: (key: PageKey<Name>) => string;
}

/** A kind of page whose addresses are told by patterns; `names` are the groups of every pattern. */
export const form = <const Kind extends string, const Name extends string>(
  kind: Kind,
  names: readonly Name[],
  spec: FormSpec<Name>,
): PageForm<Kind, Name> => ({ kind, read: (url) => keyIn(names, spec, url), write: spec.write });

/** A kind of page with a parser of its own. */
export const formOf = <const Kind extends string, Name extends string>(
  kind: Kind,
  parser: Omit<PageForm<Kind, Name>, 'kind'>,
): PageForm<Kind, Name> => ({ kind, ...parser });

function keyIn<Name extends string>(
  names: readonly Name[],
  { hosts, patterns, parameter, reserved, convert = (key) => key }: FormSpec<Name>,
  text: string,
): PageKey<Name> | undefined {
  const url = matchPageUrl(text, { hosts });
  if (!url) return undefined;
  const path = decodedPath(url);
  if (path === undefined) return undefined;
  const subject = parameter === undefined ? path : `${path}?${url.searchParams.get(parameter) ?? ''}`;
  const groups = patterns.map((pattern) => pattern.exec(subject)?.groups).find(Boolean);
  if (!groups) return undefined;
  const key = Object.fromEntries(names.map((name) => [name, groups[name] ?? ''])) as PageKey<Name>;
  return reserved?.has(key[names[0]!].toLowerCase()) ? undefined : convert(key);
}

/** Undefined for a path that is not UTF-8, and for one whose segments an encoded slash would change. */
function decodedPath({ pathname }: URL): string | undefined {
  if (/%2f/i.test(pathname)) return undefined;
  try {
    return decodeURIComponent(pathname).replace(/\/$/, '');
  } catch {
    return undefined;
  }
}

export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** The hosts of a site: its name alone, with `www.`, and with further subdomains. */
export const hostsOf = (name: string, ...subdomains: readonly string[]): readonly string[] => [
  name,
  ...['www', ...subdomains].map((subdomain) => `${subdomain}.${name}`),
];

/** A place of pages by tag: host, pattern of the path, and the query parameter that has the tag instead. */
type TagPlace = readonly [host: string, pattern: RegExp, parameter?: string];

/** Pages of what a game names by tags, which addresses have without #; `usual` is where the tag stands behind. */
export const tagPages = <const Kind extends string>(
  kind: Kind,
  usual: string,
  ...places: readonly TagPlace[]
) =>
  places.map(([host, pattern, parameter]) =>
    form(kind, ['tag'], {
      hosts: hostsOf(host),
      patterns: [pattern],
      ...(parameter !== undefined && { parameter }),
      convert: ({ tag }) => ({ tag: tag.toUpperCase() }),
      // A tag may stand with its #, which addresses leave out.
      write: ({ tag }) => `${usual}${tag.replace('#', '')}`,
    }),
  );

/** Parses an address by forms whose key has one part: the kind of the page, and that part. */
export const keyOfPage =
  (forms: readonly PageForm[]) =>
  (url: string): { readonly kind: string; readonly key: string } | undefined => {
    for (const { kind, read } of forms) {
      const key = read(url);
      if (key) return { kind, key: Object.values(key)[0]! };
    }
    return undefined;
  };
