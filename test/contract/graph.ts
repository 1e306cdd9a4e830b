import { codeOf } from '../../core/faults.ts';
import { jsonParts } from '../../core/json-in-turns.ts';
import { type CompiledRoute, compileRoutes } from '../../rest/kernel/compile.ts';
import { compileRender, toJson } from '../../rest/kernel/render.ts';
import { type Envelope, methodOf, type RouteGroup } from '../../rest/kernel/route.ts';
import { schema } from '../../schema/index.ts';
import { createPreparer } from '../../schema/kernel/prepare.ts';
import { addressOf, type Check, type Subject, withValue } from './checks.ts';
import type { Client, HttpResponse } from './client.ts';
import { differences, expectSuccess, jsonOf, lossless, type Problems, unexpected } from './expect.ts';
import { isBytes, isEmptyList, type Values } from './routes.ts';
import { isRecord } from './shapes.ts';

/** The GraphQL query with the same result as a route. */
export interface GraphTwin {
  readonly compiled: CompiledRoute;
  readonly envelope: Envelope;
  /** The documented body of a GraphQL result as JSON text. */
  readonly toBody: (data: Record<string, unknown>) => string;
}

/** The GraphQL queries of the routes by method and path. */
export function graphTwins(groups: readonly RouteGroup[]): ReadonlyMap<string, GraphTwin> {
  const preparer = createPreparer(schema);
  return new Map(
    groups.flatMap((group) =>
      compileRoutes(preparer, [group]).map((compiled) => [
        `${methodOf(compiled.route)} ${compiled.route.path}`,
        twinOf(group, compiled),
      ]),
    ),
  );
}

function twinOf(group: RouteGroup, compiled: CompiledRoute): GraphTwin {
  const render = compileRender(schema, compiled.prepared);
  const envelope = compiled.route.envelope ?? group.envelope;
  return {
    compiled,
    envelope,
    toBody(data) {
      const rendered = (render ? render(data) : data) as Record<string, Record<string, unknown>>;
      const [fields] = Object.values(rendered);
      const parts = jsonParts(envelope(Object.values(fields!)[0]), toJson);
      for (;;) {
        const { done, value } = parts.next();
        if (done) return String(value);
      }
    },
  };
}

/** REST and GraphQL agree on results, on what does not exist and on what is out of bounds. */
export function graphChecks(subject: Subject, twin: GraphTwin): readonly Check[] {
  const { route, dice, valid } = subject;
  if (isBytes(route.body) || route.method !== 'GET' || route.whenOff.length > 0) return [];
  const { notFound } = route.failures;
  return [
    { name: 'GraphQL returns the same result', run: agrees(subject, twin, valid) },
    ...Object.values(route.parameters).flatMap((parameter): Check[] => {
      const { name, unknown, max } = parameter;
      const outOfBounds = max === undefined ? [] : [withValue(subject, parameter, String(max + 1))];
      const missing = unknown ? [withValue(subject, parameter, unknown(dice))] : [];
      return [
        ...outOfBounds.map((given) => ({
          name: `GraphQL rejects ${name}=${given[name]}`,
          run: fails(twin, given, 'INVALID'),
        })),
        ...missing.map((given) => ({
          name: `GraphQL reports an unknown ${name}`,
          run:
            notFound === 404 ? fails(twin, given, codeOf('notFound')) : agreesOnMissing(subject, twin, given),
        })),
      ];
    }),
  ];
}

/** The query variables of a request. */
function variablesOf({ compiled }: GraphTwin, values: Values): Record<string, unknown> {
  const given = compiled.parameters.filter(({ name }) => values[name] !== undefined);
  return Object.fromEntries(given.map(({ name, input }) => [name, input.fromTexts([values[name]!])]));
}

const queryGraph = (client: Client, twin: GraphTwin, values: Values): Promise<HttpResponse> =>
  client({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: twin.compiled.route.document, variables: variablesOf(twin, values) }),
  });

const agrees =
  (subject: Subject, twin: GraphTwin, values: Values): Check['run'] =>
  async (client) => {
    const { group, route } = subject;
    const rest = await client({ path: addressOf(route, values) });
    const wrong = expectSuccess(group, route, rest);
    if (wrong.length > 0) return ['REST itself is wrong', ...wrong.slice(0, 3)];
    const graph = await queryGraph(client, twin, values);
    const data = dataOf(graph);
    if (typeof data === 'string') return [data];
    if (subject.isVolatile) return [];
    return differences(lossless(rest.text), lossless(twin.toBody(data)), route.volatile).slice(0, 12);
  };

/** An empty result that is a success in REST is one in GraphQL. */
const agreesOnMissing =
  (subject: Subject, twin: GraphTwin, values: Values): Check['run'] =>
  async (client) => {
    if (isEmptyList(subject.route.failures.notFound)) {
      // A field that gives one thing, where the route gives a list, says that there is none.
      const problems = await agrees(subject, twin, values)(client);
      return problems.length === 0 ? problems : fails(twin, values, codeOf('notFound'))(client);
    }
    const rest = await client({ path: addressOf(subject.route, values) });
    return rest.status === 200
      ? agrees(subject, twin, values)(client)
      : fails(twin, values, codeOf('notFound'))(client);
  };

/** An error with this code, and no data. */
const fails =
  (twin: GraphTwin, values: Values, code: string): Check['run'] =>
  async (client): Promise<Problems> => {
    const response = await queryGraph(client, twin, values);
    const body = jsonOf(response);
    const errors = isRecord(body) && Array.isArray(body.errors) ? body.errors : [];
    const codes = errors.map((error) => error?.extensions?.code);
    return codes.includes(code) ? [] : [`no error ${code}: ${response.text.slice(0, 160)}`];
  };

function dataOf(response: HttpResponse): Record<string, unknown> | string {
  if (response.status !== 200) return unexpected(response, [200]);
  const text = response.text;
  const body = lossless(text);
  if (!isRecord(body) || body.errors !== undefined || !isRecord(body.data)) {
    return `the graph failed: ${text.slice(0, 160)}`;
  }
  return body.data;
}
