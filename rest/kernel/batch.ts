import { Fault } from '../../core/faults.ts';
import { isRecord } from '../../core/json.ts';
import { routeFault } from './fault-response.ts';

/** The path of the route that runs several others. */
export const batchPath = '/api/batch';
/** The most routes of one batch. */
export const mostRoutes = 20;
/** What its operation and the tools say of it. */
export const batchSummary = `Up to ${mostRoutes} routes in one request, each with its own status and body.`;
/** Longer targets than this are of no route. */
export const longestTarget = 4_096;

/** The targets of a batch, from its parsed body. Throws the fault `invalid`. */
export function readBatch(body: unknown): readonly string[] {
  const { routes, ...others } = isRecord(body) ? body : {};
  const isTarget = (route: unknown): boolean =>
    typeof route === 'string' &&
    route.startsWith('/api/') &&
    route.length <= longestTarget &&
    !/[^\x21-\x7e]/.test(route);
  if (
    !Array.isArray(routes) ||
    Object.keys(others).length > 0 ||
    routes.length < 1 ||
    routes.length > mostRoutes
  ) {
    throw new Fault(
      'invalid',
      `The body must be JSON with 1 to ${mostRoutes} routes: {"routes": ["/api/…"]}.`,
    );
  }
  const wrong = routes.findIndex((route) => !isTarget(route));
  if (wrong < 0) return routes;
  throw new Fault(
    'invalid',
    `routes[${wrong}] must be the path of a GET route with its query, as it stands in an address: "/api/weather/current?city=Oslo".`,
  );
}

interface SentResponse {
  readonly status: number;
  readonly text: string;
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
}

/** Characters of all bodies of a batch. */
const mostCharacters = 16_777_216;
/** The headers of a route that its part of a batch has. */
const shownHeaders =
  'x-cache x-source age x-ignored x-query-cost x-error-code x-ratelimit-scope retry-after'.split(' ');

/** The JSON of a batch, whose routes are sent side by side. `isFile` tells the paths of routes of bytes. */
export async function runBatch(
  targets: readonly string[],
  isFile: (path: string) => boolean,
  send: (target: string) => Promise<SentResponse>,
): Promise<string> {
  let left = mostCharacters;
  const parts = targets.map(async (target) => {
    const path = target.split(/[?#]/, 1)[0]!;
    if (path === batchPath) return refused('A batch holds no batch.');
    if (isFile(path)) return refused('This route responds with a file: ask it alone.');
    const { status, text, header } = await send(target);
    left -= text.length;
    if (left < 0) return refused(`The bodies of a batch have ${mostCharacters} characters at most.`);
    return partOf(status, Object.fromEntries(shownHeaders.map((name) => [name, header(name)])), text);
  });
  return `{"responses":[${(await Promise.all(parts)).join(',')}]}`;
}

/** The part of a batch of a route with a JSON body. */
const partOf = (status: number, headers: object, text: string): string =>
  `{"status":${status},"headers":${JSON.stringify(headers)},"body":${text}}`;

function refused(why: string): string {
  const { status, headers = {}, body } = routeFault(new Fault('invalid', why));
  return partOf(status, headers, body);
}
