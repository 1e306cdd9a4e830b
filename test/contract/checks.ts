import type { Client, Heard } from './client.ts';
import {
  type Complaints,
  expectAnswer,
  expectFailure,
  expectInvalid,
  expectOutcome,
  expectRateHeaders,
  expectRefusal,
  expectSame,
  unexpected,
} from './expect.ts';
import type { ContractGroup, ContractRoute, Parameter, Values } from './routes.ts';
import type { Dice } from './values.ts';

/** One thing that must hold of a route. */
export interface Check {
  readonly name: string;
  readonly run: (client: Client) => Promise<Complaints>;
}

/** A route with a valid call of its own, made from a seed. */
export interface Subject {
  readonly group: ContractGroup;
  readonly route: ContractRoute;
  readonly dice: Dice;
  readonly valid: Values;
}

/** A valid call has what is required, and the first of each set of alternatives. */
export function subjectOf(group: ContractGroup, route: ContractRoute, dice: Dice): Subject {
  const firsts = new Set(route.needs.map(([first]) => first));
  const given = Object.values(route.parameters).filter(
    ({ name, isRequired }) => isRequired !== false || firsts.has(name),
  );
  return {
    group,
    route,
    dice,
    valid: Object.fromEntries(given.map(({ name, fresh }) => [name, fresh(dice)])),
  };
}

/** The address of a call: path parameters in their places, the others in the query; `more` follows them. */
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

/** Whatever must hold of a GET route, in the order in which a reader would try it. */
export function checksOf(subject: Subject): readonly Check[] {
  const { route, valid } = subject;
  if (route.whenOff.length > 0) return [isAnsweredOrOff(subject), ...doorChecks(subject)];
  const parameters = Object.values(route.parameters);
  return [
    asks(subject, 'answers a valid call', valid, (heard) => [
      ...expectAnswer(subject.group, route, heard),
      ...expectRateHeaders(heard),
    ]),
    ...parameters.flatMap((parameter) => [
      ...presenceChecks(subject, parameter),
      ...valueChecks(subject, parameter),
      ...identifierChecks(subject, parameter),
    ]),
    ...ruleChecks(subject),
    ignoresUnknown(subject),
    ...doorChecks(subject),
  ];
}

const asks = (
  { route }: Subject,
  name: string,
  values: Values,
  judge: (heard: Heard) => Complaints,
  more: readonly [string, string][] = [],
): Check => ({ name, run: async (client) => judge(await client({ path: addressOf(route, values, more) })) });

const accepts = (subject: Subject, name: string, values: Values): Check =>
  asks(subject, name, values, (heard) => expectAnswer(subject.group, subject.route, heard));

const refuses = (subject: Subject, name: string, values: Values, ...mentions: (string | RegExp)[]): Check =>
  asks(subject, name, values, (heard) => expectInvalid(heard, ...mentions));

const without = (values: Values, ...names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** The valid call with one parameter of it set, and none of its alternatives. */
export const withValue = ({ route, valid }: Subject, { name }: Parameter, value: string): Values => {
  const alternatives = route.needs.filter((set) => set.includes(name)).flat();
  return { ...without(valid, ...alternatives), [name]: value };
};

const isScalar = ({ type, words }: Parameter) => type !== 'string' || words !== undefined;

function presenceChecks(subject: Subject, parameter: Parameter): readonly Check[] {
  const { name, isRequired, in: place } = parameter;
  const blank = (what: string, value: string) =>
    refuses(subject, `400 when ${name} is ${what}`, withValue(subject, parameter, value), name);
  if (place === 'path') return [blank('blank', '  ')];
  const emptyOnes = isRequired || isScalar(parameter) ? [blank('empty', ''), blank('blank', '  ')] : [];
  if (!isRequired) {
    const value = parameter.fresh(subject.dice);
    return [accepts(subject, `takes ${name}`, withValue(subject, parameter, value)), ...emptyOnes];
  }
  return [refuses(subject, `400 without ${name}`, without(subject.valid, name), name), ...emptyOnes];
}

function valueChecks(subject: Subject, parameter: Parameter): readonly Check[] {
  const { name, isList, in: place } = parameter;
  const given = withValue(subject, parameter, parameter.fresh(subject.dice));
  const repeated: readonly [string, string][] = [[name, given[name]!]];
  return [
    ...passingValues(parameter).map((value) =>
      accepts(subject, `takes ${name}=${value}`, withValue(subject, parameter, value)),
    ),
    ...wrongValues(parameter).map((value) =>
      refuses(subject, `400 for ${name}=${value}`, withValue(subject, parameter, value), name),
    ),
    ...(isList || place === 'path'
      ? []
      : [asks(subject, `400 for ${name} twice`, given, (heard) => expectInvalid(heard, name), repeated)]),
  ];
}

/** The ends of a range. */
export const passingValues = ({ min, max }: Parameter): readonly string[] =>
  [min, max].filter((end) => end !== undefined).map(String);

/** Values next to a range, of another form, or in another case. */
export function wrongValues({ type, min, max, words }: Parameter): readonly string[] {
  if (words) return [otherCase(words), 'nonsense'];
  if (type === 'boolean') return ['TRUE', 'yes', '1'];
  if (type === 'string') return [];
  const outside = [...(min === undefined ? [] : [min - 1]), ...(max === undefined ? [] : [max + 1])];
  const fraction = type === 'integer' ? ['1.5'] : [];
  return [...new Set([...outside.map(String), '1e3', '0x10', '-1', ' 1', ...fraction])];
}

function otherCase(words: readonly string[]): string {
  const [word] = words.filter((each) => !words.includes(each.toUpperCase()));
  return (word ?? words[0]!.toLowerCase()).replace(/.+/, (same) => (word ? same.toUpperCase() : same));
}

function identifierChecks(subject: Subject, parameter: Parameter): readonly Check[] {
  const { group, route, dice } = subject;
  const { name, unknown, hidden, alsoWritten } = parameter;
  const judged = (what: string, value: string, outcome: Parameters<typeof expectOutcome>[2]) =>
    asks(subject, `${what} ${name}`, withValue(subject, parameter, value), (heard) =>
      expectOutcome(group, route, outcome, heard),
    );
  return [
    ...(unknown ? [judged('unknown', unknown(dice), route.failures.notFound)] : []),
    ...(hidden && route.failures.private ? [judged('private', hidden(dice), route.failures.private)] : []),
    ...(alsoWritten
      ? [
          isSame(subject, `${name} written otherwise`, {
            ...subject.valid,
            [name]: alsoWritten(subject.valid[name]!),
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
      refuses(subject, `400 without ${names.join(' and ')}`, without(valid, ...names), ...names),
    ),
    ...route.refuses.map(({ given, says }) =>
      refuses(subject, `400 for ${shown(given)}`, { ...valid, ...given }, ...(says ? [says] : [])),
    ),
    ...route.accepts.map((given) => accepts(subject, `takes ${shown(given)}`, { ...valid, ...given })),
  ];
}

/** The valid call, and another that must be answered alike. */
const isSame = (
  { route, valid }: Subject,
  name: string,
  values: Values,
  more: readonly [string, string][] = [],
): Check => ({
  name,
  async run(client) {
    const one = await client({ path: addressOf(route, valid) });
    const other = await client({ path: addressOf(route, values, more) });
    return expectSame(one, other, route.volatile);
  },
});

const ignoresUnknown = (subject: Subject): Check =>
  isSame(subject, 'ignores an unknown parameter', subject.valid, [['unheard_of', subject.dice.token(8)]]);

const isAnsweredOrOff = (subject: Subject): Check =>
  asks(subject, 'answers a valid call, or is off', subject.valid, (heard) => {
    if (heard.status === 403) return expectRefusal(heard, 403);
    if (subject.route.whenOff.includes(heard.status)) return expectFailure(heard);
    return expectAnswer(subject.group, subject.route, heard);
  });

/** Keys and methods. */
export function doorChecks({ group, route, valid }: Subject): readonly Check[] {
  const path = addressOf(route, valid);
  const { method } = route;
  const isGet = method === 'GET';
  const other = route.path === '/api/songid/identify' ? 'DELETE' : isGet ? 'POST' : 'GET';
  return [
    {
      name: '401 without a key',
      run: async (client) => expectRefusal(await client({ method, path, key: 'none' }), 401),
    },
    ...(group.takesRawKey
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
    expectAnswer(group, route, await client({ path, key: 'raw' }));

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
    const heard = await client({ method: other, path });
    if (heard.status !== 405) return [unexpected(heard, [405])];
    const allowed = (heard.headers.get('allow') ?? '').split(/\s*,\s*/);
    return [
      ...expectFailure(heard),
      ...(allowed.includes(documented) ? [] : [`Allow is "${allowed.join(', ')}"`]),
      ...(allowed.includes(other) ? [`Allow has ${other} in it`] : []),
    ];
  };

const optionsAreFree =
  (path: string): Check['run'] =>
  async (client) => {
    const heard = await client({ method: 'OPTIONS', path });
    if (heard.status !== 204) return [unexpected(heard, [204])];
    return heard.bytes.length === 0 ? [] : ['OPTIONS has a body'];
  };
