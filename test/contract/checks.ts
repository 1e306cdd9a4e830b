import type { Client, HttpResponse } from './client.ts';
import {
  expectFailure,
  expectInvalid,
  expectOutcome,
  expectRateHeaders,
  expectRefusal,
  expectSame,
  expectSuccess,
  type Problems,
  unexpected,
} from './expect.ts';
import type { ContractGroup, ContractRoute, Parameter, Values } from './routes.ts';
import type { Dice } from './values.ts';

/** One check of a route. */
export interface Check {
  readonly name: string;
  readonly run: (client: Client) => Promise<Problems>;
}

/** A route with valid parameters, generated from a seed. */
export interface Subject {
  readonly group: ContractGroup;
  readonly route: ContractRoute;
  readonly dice: Dice;
  readonly valid: Values;
  /** Whether equal requests may have different bodies. */
  readonly isVolatile: boolean;
}

/** Valid parameters are those that are required, and the first of each set of alternatives. */
export function subjectOf(
  group: ContractGroup,
  route: ContractRoute,
  dice: Dice,
  isVolatile = false,
): Subject {
  const firsts = new Set(route.needs.map(([first]) => first));
  const given = Object.values(route.parameters).filter(
    ({ name, isRequired }) => isRequired !== false || firsts.has(name),
  );
  return {
    group,
    route,
    dice,
    isVolatile,
    valid: Object.fromEntries(given.map(({ name, generate }) => [name, generate(dice)])),
  };
}

/** The address of a request: path parameters in their places, the others in the query; `more` follows them. */
export function addressOf(
  route: ContractRoute,
  values: Values,
  more: readonly [string, string][] = [],
): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const inQuery = Object.entries(values).filter(([name]) => !route.path.includes(`{${name}}`));
  const query = [...inQuery, ...more]
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return query === '' ? path : `${path}?${query}`;
}

/** The checks of a GET route. */
export function checksOf(subject: Subject): readonly Check[] {
  const { route, valid } = subject;
  if (route.whenOff.length > 0) return [isServedOrDisabled(subject), ...methodChecks(subject)];
  const parameters = Object.values(route.parameters);
  return [
    requestCheck(subject, 'succeeds with valid parameters', valid, (response) => [
      ...expectSuccess(subject.group, route, response),
      ...expectRateHeaders(response),
    ]),
    ...parameters.flatMap((parameter) => [
      ...presenceChecks(subject, parameter),
      ...valueChecks(subject, parameter),
      ...identifierChecks(subject, parameter),
    ]),
    ...ruleChecks(subject),
    ignoresUnknown(subject),
    ...methodChecks(subject),
  ];
}

const requestCheck = (
  { route }: Subject,
  name: string,
  values: Values,
  expectation: (response: HttpResponse) => Problems,
  more: readonly [string, string][] = [],
): Check => ({
  name,
  run: async (client) => expectation(await client({ path: addressOf(route, values, more) })),
});

const succeeds = (subject: Subject, name: string, values: Values): Check =>
  requestCheck(subject, name, values, (response) => expectSuccess(subject.group, subject.route, response));

const failsAsInvalid = (
  subject: Subject,
  name: string,
  values: Values,
  ...mentions: (string | RegExp)[]
): Check => requestCheck(subject, name, values, (response) => expectInvalid(response, ...mentions));

const without = (values: Values, ...names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** The valid parameters with one of them set, and none of its alternatives. */
export const withValue = ({ route, valid }: Subject, { name }: Parameter, value: string): Values => {
  const alternatives = route.needs.filter((set) => set.includes(name)).flat();
  return { ...without(valid, ...alternatives), [name]: value };
};

const isScalar = ({ type, choices }: Parameter) => type !== 'string' || choices !== undefined;

function presenceChecks(subject: Subject, parameter: Parameter): readonly Check[] {
  const { name, isRequired, in: place } = parameter;
  const blank = (what: string, value: string) =>
    failsAsInvalid(subject, `400 when ${name} is ${what}`, withValue(subject, parameter, value), name);
  if (place === 'path') return [blank('blank', '  ')];
  const emptyOnes = isRequired || isScalar(parameter) ? [blank('empty', ''), blank('blank', '  ')] : [];
  if (!isRequired) {
    const value = parameter.generate(subject.dice);
    return [succeeds(subject, `takes ${name}`, withValue(subject, parameter, value)), ...emptyOnes];
  }
  return [failsAsInvalid(subject, `400 without ${name}`, without(subject.valid, name), name), ...emptyOnes];
}

function valueChecks(subject: Subject, parameter: Parameter): readonly Check[] {
  const { name, isList, in: place } = parameter;
  const given = withValue(subject, parameter, parameter.generate(subject.dice));
  const twice: readonly [string, string][] = [[name, given[name]!]];
  return [
    ...passingValues(parameter).map((value) =>
      succeeds(subject, `takes ${name}=${value}`, withValue(subject, parameter, value)),
    ),
    ...wrongValues(parameter).map((value) =>
      failsAsInvalid(subject, `400 for ${name}=${value}`, withValue(subject, parameter, value), name),
    ),
    ...(isList || place === 'path'
      ? []
      : [
          requestCheck(subject, `400 for ${name} twice`, given, (reply) => expectInvalid(reply, name), twice),
        ]),
  ];
}

/** The ends of a range. */
export const passingValues = ({ min, max }: Parameter): readonly string[] =>
  [min, max].filter((end) => end !== undefined).map(String);

/** Values next to a range, of another form, or in another case. */
export function wrongValues({ type, min, max, choices }: Parameter): readonly string[] {
  if (choices) return [otherCase(choices), 'nonsense'];
  if (type === 'boolean') return ['TRUE', 'yes', '1'];
  if (type === 'string') return [];
  const outside = [...(min === undefined ? [] : [min - 1]), ...(max === undefined ? [] : [max + 1])];
  const fraction = type === 'integer' ? ['1.5'] : [];
  return [...new Set([...outside.map(String), '1e3', '0x10', '-1', ' 1', ...fraction])];
}

function otherCase(choices: readonly string[]): string {
  const [lower] = choices.filter((each) => !choices.includes(each.toUpperCase()));
  return lower === undefined ? choices[0]!.toLowerCase() : lower.toUpperCase();
}

function identifierChecks(subject: Subject, parameter: Parameter): readonly Check[] {
  const { group, route, dice } = subject;
  const { name, unknown, hidden, alternative } = parameter;
  const identifierCheck = (what: string, value: string, outcome: Parameters<typeof expectOutcome>[2]) =>
    requestCheck(subject, `${what} ${name}`, withValue(subject, parameter, value), (response) =>
      expectOutcome(group, route, outcome, response),
    );
  return [
    ...(unknown ? [identifierCheck('unknown', unknown(dice), route.failures.notFound)] : []),
    ...(hidden && route.failures.private
      ? [identifierCheck('private', hidden(dice), route.failures.private)]
      : []),
    ...(alternative
      ? [
          isSame(subject, `${name} written otherwise`, {
            ...subject.valid,
            [name]: alternative(subject.valid[name]!),
          }),
        ]
      : []),
  ];
}

function ruleChecks(subject: Subject): readonly Check[] {
  const { route, valid } = subject;
  const shown = (given: Values) =>
    Object.entries(given)
      .map((pair) => pair.join('='))
      .join('&');
  return [
    ...route.needs.map((names) =>
      failsAsInvalid(subject, `400 without ${names.join(' and ')}`, without(valid, ...names), ...names),
    ),
    ...route.refused.map(({ given, says }) =>
      failsAsInvalid(subject, `400 for ${shown(given)}`, { ...valid, ...given }, ...(says ? [says] : [])),
    ),
    ...route.accepted.map((given) => succeeds(subject, `takes ${shown(given)}`, { ...valid, ...given })),
  ];
}

/** The valid request, and another that must have the same response. */
const isSame = (
  { route, valid, isVolatile }: Subject,
  name: string,
  values: Values,
  more: readonly [string, string][] = [],
): Check => ({
  name,
  async run(client) {
    const one = await client({ path: addressOf(route, valid) });
    const other = await client({ path: addressOf(route, values, more) });
    return expectSame(one, other, isVolatile ? 'body' : route.volatile);
  },
});

const ignoresUnknown = (subject: Subject): Check =>
  isSame(subject, 'ignores an unknown parameter', subject.valid, [['unheard_of', subject.dice.token(8)]]);

const isServedOrDisabled = (subject: Subject): Check =>
  requestCheck(subject, 'succeeds with valid parameters, or is off', subject.valid, (response) => {
    if (response.status === 403) return expectRefusal(response, 403);
    if (subject.route.whenOff.includes(response.status)) return expectFailure(response);
    return expectSuccess(subject.group, subject.route, response);
  });

/** Keys and methods. */
export function methodChecks({ group, route, valid }: Subject): readonly Check[] {
  const path = addressOf(route, valid);
  const { method } = route;
  const isGet = method === 'GET';
  const other = route.path === '/api/songid/identify' ? 'DELETE' : isGet ? 'POST' : 'GET';
  return [
    {
      name: '401 without a key',
      run: async (client) => expectRefusal(await client({ method, path, key: 'none' }), 401),
    },
    ...(group.acceptsRawKey
      ? [{ name: 'takes the key without Bearer', run: rawKeyIsTaken(group, route, path) }]
      : []),
    ...(isGet ? [{ name: 'HEAD is GET without a body', run: headIsGet(path) }] : []),
    { name: `405 for ${other}`, run: otherMethodIsRefused(other, method, path) },
    { name: '204 for OPTIONS', run: optionsAreFree(path) },
  ];
}

const rawKeyIsTaken =
  (group: ContractGroup, route: ContractRoute, path: string): Check['run'] =>
  async (client) =>
    expectSuccess(group, route, await client({ path, key: 'raw' }));

const headIsGet =
  (path: string): Check['run'] =>
  async (client) => {
    const got = await client({ path });
    const head = await client({ method: 'HEAD', path });
    return [
      ...(head.status === got.status ? [] : [`HEAD is ${head.status}, GET ${got.status}`]),
      ...['content-type', 'content-length'].flatMap((name) =>
        head.headers.get(name) === got.headers.get(name)
          ? []
          : [`${name} is "${head.headers.get(name)}" for HEAD, "${got.headers.get(name)}" for GET`],
      ),
      ...(head.bytes.length === 0 ? [] : ['HEAD has a body']),
    ];
  };

const otherMethodIsRefused =
  (other: string, documented: string, path: string): Check['run'] =>
  async (client) => {
    const response = await client({ method: other, path });
    if (response.status !== 405) return [unexpected(response, [405])];
    const allowed = (response.headers.get('allow') ?? '').split(/\s*,\s*/);
    return [
      ...expectFailure(response),
      ...(allowed.includes(documented) ? [] : [`Allow is "${allowed.join(', ')}"`]),
      ...(allowed.includes(other) ? [`Allow has ${other} in it`] : []),
    ];
  };

const optionsAreFree =
  (path: string): Check['run'] =>
  async (client) => {
    const response = await client({ method: 'OPTIONS', path });
    if (response.status !== 204) return [unexpected(response, [204])];
    return response.bytes.length === 0 ? [] : ['OPTIONS has a body'];
  };
