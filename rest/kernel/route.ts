import { join } from 'node:path';
import type { FaultKind } from '../../core/faults.ts';
import type { Group } from '../../core/groups.ts';

/**
 * A documented route: a path and the GraphQL document that it runs. Its parameters are the document's variables;
 * their types, bounds and messages come from the lookup that takes them. A variable named in the path is read from
 * there, every other from the query string.
 */
export interface Route {
  /** With its parameters in braces: `/api/coderepo/user`. */
  readonly path: string;
  /** One query that selects one lookup of one group. Its aliases are the names of the documented body. */
  readonly document: string;
  /** Replaces the name that the path gives the operation: one that differs from a type's by case only. */
  readonly operationId?: string;
  /** Parameters of a request that succeeds; `npm run check` validates them. */
  readonly example: Readonly<Record<string, string>>;
  /**
   * The `multipart/form-data` field that holds the file of its lookup. Such a route has the method POST, and the
   * variable that is the file's digest is no parameter of it.
   */
  readonly upload?: string;
  /** Headers that its body may come with, of text, and what they say. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the envelope of its group. */
  readonly envelope?: Envelope;
  /** Whether the body of what does not exist is that of null, with the status 200. */
  readonly isNullWhenAbsent?: true;
  /** Statuses that differ from those of its group. */
  readonly faults?: FaultStatuses;
}

/** The method of a route; GET implies HEAD. */
export const methodOf = ({ upload }: Route): 'GET' | 'POST' => (upload === undefined ? 'GET' : 'POST');

/**
 * `/api/blockgame/{username}/username/history` as `blockgameUsernameHistory`; a parameter is named only at the end, and
 * a file too.
 */
export function operationId({ path, upload, operationId: given }: Route): string {
  if (given !== undefined) return given;
  const words = `${path}${upload ? '/upload' : ''}`
    .replace('/api/', '')
    .split('/')
    .map((segment, index, all) => {
      if (!segment.startsWith('{')) return segment;
      return index === all.length - 1 ? `by-${segment.slice(1, -1)}` : '';
    })
    .join('-')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return words.map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('');
}

/** How the value that a document selects stands in the body. */
export type Envelope = (value: unknown) => unknown;

/** Statuses by kind of fault, where they differ from the general table. */
export type FaultStatuses = Readonly<Partial<Record<FaultKind, number>>>;

/** How a caller sends the key: as `Authorization: Bearer <key>`, or `raw`, where `Authorization: <key>` is taken too. */
export type KeyForm = 'bearer' | 'raw';

/** The routes of one group, with what they share. */
export interface RouteGroup {
  readonly group: Group;
  readonly auth: KeyForm;
  readonly envelope: Envelope;
  readonly faults: FaultStatuses;
  readonly routes: readonly Route[];
}

/** The folder that the examples of paths name. */
export const exampleFolder = '/srv/media';

/** The routes with another folder in the paths of their examples: one that an instance reads. */
export const withExampleFolder = (groups: readonly RouteGroup[], folder: string): readonly RouteGroup[] =>
  groups.map((group) => ({
    ...group,
    routes: group.routes.map(({ example, ...route }) => ({
      ...route,
      example: Object.fromEntries(
        Object.entries(example).map(([name, text]) => [
          name,
          text.startsWith(`${exampleFolder}/`) ? join(folder, text.slice(exampleFolder.length)) : text,
        ]),
      ),
    })),
  }));

/** The value is the body. */
export const bare: Envelope = (value) => value;

export function isBare(envelope: Envelope): boolean {
  const value = {};
  return envelope(value) === value;
}

/** `{ success, data }` around the value. */
export const success: Envelope = (data) => ({ success: true, data });

/** The list as `items`. */
export const items: Envelope = (list) => ({ items: list });

/** The members of an envelope: the one that holds the value, alone or in a list, and the others. */
export interface EnvelopeNames {
  readonly wrapper: string;
  readonly others: readonly string[];
}

/** The names of an envelope's members; undefined where the value is the body. */
export function namesOfEnvelope(envelope: Envelope): EnvelopeNames | undefined {
  const value = {};
  const body = envelope(value);
  if (body === value) return undefined;
  const isHolder = (part: unknown) => part === value || (Array.isArray(part) && part[0] === value);
  const names = Object.entries(body as object);
  const holder = names.find(([, part]) => isHolder(part));
  if (!holder) return undefined;
  const [wrapper] = holder;
  return { wrapper, others: names.map(([name]) => name).filter((name) => name !== wrapper) };
}

/** For groups that document 500 for every failure of an upstream, and 404 for what is private. */
export const listedFaults: FaultStatuses = {
  upstreamFailed: 500,
  upstreamChanged: 500,
  upstreamTimeout: 500,
  private: 404,
};

export const routes = (
  group: Group,
  shared: { readonly auth?: KeyForm; readonly envelope?: Envelope; readonly faults?: FaultStatuses },
  ...list: readonly Route[]
): RouteGroup => ({
  group,
  auth: shared.auth ?? 'bearer',
  envelope: shared.envelope ?? bare,
  faults: shared.faults ?? {},
  routes: list,
});

/** What the paths of a group begin with. */
export const pathPrefix = (group: string): string => `/api/${group}/`;

/** Tells the paths of groups whose key may come without `Bearer`, existing routes or not. */
export function rawKeyRoutes(groups: readonly RouteGroup[]): (path: string) => boolean {
  const prefixes = groups.filter(({ auth }) => auth === 'raw').map(({ group }) => pathPrefix(group));
  return (path) => prefixes.some((prefix) => path.startsWith(prefix));
}

/** The error of a route whose document does not fit the schema or its lookup. */
export const misfit = (route: Route, why: string): Error =>
  new Error(`The document of ${route.path} does not fit: ${why}`);
