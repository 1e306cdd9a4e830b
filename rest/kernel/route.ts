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
  /** Parameters that the route can be tried with. */
  readonly example: Readonly<Record<string, string>>;
  /**
   * The field of a form, `multipart/form-data`, that holds the file which its lookup takes. Such a route is asked by
   * POST, and the variable that is the file's digest is no parameter of it.
   */
  readonly upload?: string;
  /** Where its body differs from its group's. */
  readonly envelope?: Envelope;
  /** Where its failures differ from its group's. */
  readonly faults?: FaultStatuses;
}

/** How a route is asked; GET goes with HEAD. */
export const methodOf = ({ upload }: Route): 'GET' | 'POST' => (upload === undefined ? 'GET' : 'POST');

/** How the value that a document selects stands in the body. */
export type Envelope = (value: unknown) => unknown;

/** Statuses by kind of fault, where they differ from the general table. */
export type FaultStatuses = Readonly<Partial<Record<FaultKind, number>>>;

/** The routes of one group, with what they share. */
export interface RouteGroup {
  readonly group: Group;
  readonly envelope: Envelope;
  readonly faults: FaultStatuses;
  readonly routes: readonly Route[];
}

/** The value is the body. */
export const bare: Envelope = (value) => value;

/** `{ success, data }` around the value. */
export const success: Envelope = (data) => ({ success: true, data });

/** The list as `items`. */
export const items: Envelope = (list) => ({ items: list });

/** For groups whose documented failures have no status of their own for each: a broken upstream is a 500 there. */
export const listedFaults: FaultStatuses = {
  upstreamFailed: 500,
  upstreamChanged: 500,
  upstreamTimeout: 500,
  private: 404,
};

export const routes = (
  group: Group,
  shared: { readonly envelope?: Envelope; readonly faults?: FaultStatuses },
  ...list: readonly Route[]
): RouteGroup => ({
  group,
  envelope: shared.envelope ?? bare,
  faults: shared.faults ?? {},
  routes: list,
});
