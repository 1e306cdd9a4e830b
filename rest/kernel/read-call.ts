import { Fault } from '../../core/faults.ts';
import type { ReceivedFile } from '../../resolvers/kernel/context.ts';
import { forbidden } from '../../resolvers/kernel/lookup.ts';
import type { Permits } from '../../schema/kernel/composite.ts';
import type { Prepared, Variables } from '../../schema/kernel/prepare.ts';
import type { RunnableRoute } from './compile.ts';
import { includeParameter, readInclude } from './include.ts';
import type { NarrowRoute } from './narrowed-routes.ts';
import { fieldsParameter, readFields, textOfFields } from './read-fields.ts';

/** A request to a route, with its parameters read. */
export interface ReadCall {
  /** The route with the chosen members of its body, and what is included. */
  readonly route: RunnableRoute;
  readonly variables: Variables;
  /** Names the response; undefined for an upload, whose file is no parameter, and with receipts. */
  readonly cacheKey: string | undefined;
}

/** Throws the faults `missing` and `invalid`. */
export function readCall(
  narrowRoute: NarrowRoute,
  whole: RunnableRoute,
  path: Readonly<Record<string, string>>,
  query: URLSearchParams,
  file: ReceivedFile | undefined,
): ReadCall {
  const variables = whole.read(path, query, file);
  if (whole.isBytes) return { route: whole, variables, cacheKey: keyOf(whole, '', variables) };
  const fields = readFields(query.getAll(fieldsParameter.name));
  const included = readInclude(query.getAll(includeParameter.name), whole.includable);
  const members = `${fields ? textOfFields(fields) : ''}${included.length > 0 ? ` +${included}` : ''}`;
  const route = narrowRoute(whole, fields, included);
  const cacheKey = file || route.hasReceipts ? undefined : keyOf(whole, members, variables);
  return { route, variables, cacheKey };
}

const keyOf = ({ name }: RunnableRoute, members: string, variables: Variables): string =>
  `GET ${name} ${members} ${JSON.stringify(variables)}`;

const mostIgnored = 10;

/** The parameters of a request that its route does not have, as a header states them; empty without any. */
export const ignoredIn = ({ queryNames }: RunnableRoute, query: URLSearchParams): string =>
  [...new Set(query.keys())]
    .filter((name) => !queryNames.includes(name))
    .slice(0, mostIgnored)
    // Encoded: a name may have characters that no header has.
    .map((name) => encodeURIComponent(name).slice(0, 100))
    .join(', ');

/**
 * The price of a document for a caller. Throws the faults `forbidden` where no part of it is permitted, and `invalid` where it
 * is above the limit of a minute.
 */
export function priceFor(
  prepared: Prepared,
  variables: Variables,
  permits: Permits,
  perMinute: number,
): number {
  const { permissions } = prepared.reach(variables);
  if (permissions.length > 0 && !permissions.some(permits)) throw forbidden(permissions[0]!);
  const price = Math.max(1, prepared.price(variables, permits));
  if (price <= perMinute) return price;
  throw new Fault(
    'invalid',
    `The request costs ${price} lookups, and this key may ask for ${perMinute} a minute.`,
  );
}
