import { setImmediate } from 'node:timers/promises';
import {
  type ExecutionResult,
  execute,
  extendSchema,
  GraphQLEnumType,
  GraphQLError,
  GraphQLInt,
  GraphQLNonNull,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  getNamedType,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  type ResponsePath,
  responsePathAsArray,
} from 'graphql';
import type { Plan } from '../../../schema/kernel/executor/plan.ts';
import { createRandom, type Random, seedOf } from './random.ts';

/**
 * A world of resolvers that the executors are compared in. What a field resolves to depends on the seed and its path
 * alone, so both executors meet the same world whatever order they go in. There are no timers: whatever waits, waits
 * for a number of microtasks.
 */
export interface World {
  readonly seed: number;
  readonly kind: WorldKind;
  /** Every call of a resolver and every question about a type, with all that it was told. */
  readonly calls: string[];
}

/**
 * GraphQL.js leaves a rejection that nobody handles where an item of a non-null list fails while another is pending,
 * and what it answers is then a race. So failures and promises meet in `mixed` worlds only where every item of such
 * a list is a promise; `synchronous` worlds have no promises and `faultless` ones no failures.
 */
export type WorldKind = 'synchronous' | 'faultless' | 'mixed';

export const worldKinds: readonly WorldKind[] = ['synchronous', 'faultless', 'mixed'];

class Day {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toJSON(): string {
    return `Day ${this.text}`;
  }
}

const base = new GraphQLSchema({
  assumeValid: true,
  types: [
    new GraphQLScalarType({
      name: 'SafeInt',
      serialize(value) {
        if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no safe integer`);
        return value;
      },
      parseValue: Number,
      parseLiteral: (node) => (node.kind === Kind.INT ? Number(node.value) : undefined),
    }),
    new GraphQLScalarType({
      name: 'Day',
      serialize: (value) => (value instanceof Day ? value.text : undefined),
      parseValue(value) {
        if (typeof value !== 'string') throw new GraphQLError('A day is text');
        return new Day(value);
      },
    }),
    new GraphQLScalarType({ name: 'Json' }),
    new GraphQLEnumType({ name: 'Tint', values: { RED: { value: 0 }, GREEN: { value: 'g' }, BLUE: {} } }),
  ],
});

const fields = `
  id: ID!
  int: Int
  intNonNull: Int!
  float: Float
  text: String
  flag: Boolean!
  wide: SafeInt
  day: Day
  json: Json
  tint: Tint
  tintNonNull: Tint!
  ints: [Int]
  intsNonNull: [Int!]!
  grid: [[Int]]
  gridNonNull: [[Int!]!]
  tints: [Tint!]
  alpha: Alpha
  alphaNonNull: Alpha!
  alphas: [Alpha]
  alphasNonNull: [Alpha!]!
  table: [[Beta]]
  tableNonNull: [[Beta!]!]!
  any: Any
  anys: [Any!]
  node: Node
  nodeNonNull: Node!
  nodes: [Node]
  named: Named
  nameds: [[Named]!]
  label(size: Int = 3, tint: Tint): String
  need(int: Int!, point: Point!): Int
  echo(
    int: Int, count: Int! = 4, text: String = "none", ids: [ID!], grid: [[Int]], point: Point, filter: Filter
    day: Day = "2020-01-02", json: Json, wide: SafeInt, tint: Tint = GREEN, tints: [Tint!] = [RED], flag: Boolean
  ): Json`;

// Fields that only a property of the source answers.
const properties = `
  ownInt: Int
  ownText: String!
  ownInts: [Int]
  ownBeta: Beta
  ownNode: Node
  ownBounded(by: Int! = 2): Int
  ownMethod(by: Int = 2): Int
  ownMethodNonNull: Int!`;

const sdl = `
  input Point { x: Int = 7, y: Int! = 3, label: String, tint: Tint = BLUE }
  input Filter { and: [Filter!], not: Filter, point: Point = { x: 1, y: 2 }, ids: [ID!], day: Day, json: Json }
  schema { query: Query }
  interface Node { id: ID!, node: Node, alphas: [Alpha], label(size: Int = 3, tint: Tint): String }
  interface Named { text: String, ownText: String!, any: Any, intNonNull: Int! }
  union Any = Alpha | Beta | Gamma | Delta
  type Alpha implements Node & Named { ${fields} ${properties} }
  type Beta implements Node & Named { ${fields} ${properties} }
  type Gamma implements Named { ${fields} ${properties} }
  type Delta implements Node { ${fields} ${properties} }
  type Space { ${fields} }
  type Query { space: Space! spare: Space ${fields} }`;

/** A value of an object type; what it holds is worked out when it is read. */
class Source {
  readonly seed: number;
  readonly kind: string;
  readonly #world: World;

  constructor(world: World, seed: number, kind: string, tellsItsType: boolean) {
    this.seed = seed;
    this.kind = kind;
    this.#world = world;
    if (tellsItsType) Object.assign(this, { __typename: kind });
  }
  get ownInt() {
    return this.#property('ownInt', GraphQLInt);
  }
  get ownText() {
    return this.#property('ownText', new GraphQLNonNull(GraphQLString));
  }
  get ownBounded() {
    return this.#property('ownBounded');
  }
  get ownInts() {
    return this.#property('ownInts');
  }
  get ownBeta() {
    return this.#property('ownBeta');
  }
  get ownNode() {
    return this.#property('ownNode');
  }
  ownMethod(args: unknown, world: World, info: GraphQLResolveInfo) {
    record(world, info, ['method', this.seed, args]);
    return this.#property('ownMethod', GraphQLInt);
  }
  ownMethodNonNull(args: unknown, world: World, info: GraphQLResolveInfo) {
    return this.ownMethod(args, world, info);
  }
  #property(name: string, type: GraphQLOutputType = typeOfField('Alpha', name)): unknown {
    return resolved(this.#world, type, seedOf(this.seed, name));
  }
}

export const schema = extendSchema(base, parse(sdl));
for (const type of Object.values(schema.getTypeMap())) {
  if (!isObjectType(type) || type.name.startsWith('__')) continue;
  for (const field of Object.values(type.getFields())) {
    if (field.name === 'space' || field.name === 'spare') field.resolve = () => ({});
    else if (!field.name.startsWith('own')) field.resolve = resolve;
  }
  if (['Alpha', 'Beta', 'Gamma'].includes(type.name)) {
    type.isTypeOf = (value, world: World, info) => {
      record(world, info, ['isTypeOf', type.name]);
      const { seed, kind } = Object(value) as Partial<Source>;
      return typed(world, seedOf(seed ?? 0, type.name), kind === type.name, [false]);
    };
  }
}
const node = schema.getType('Node');
if (isAbstractType(node)) {
  // Union and the other interface are left to the default resolver: `__typename`, then `isTypeOf`.
  node.resolveType = (value, world: World, info) => {
    record(world, info, ['resolveType', node.name]);
    const wrong = [undefined, 5, 'Nothing', 'Tint', 'Gamma', schema.getType('Alpha')];
    const { seed, kind } = Object(value) as Partial<Source>;
    return typed<string | undefined>(world, seedOf(seed ?? 0, 'type'), kind, wrong as string[]);
  };
}

function typeOfField(typeName: string, name: string): GraphQLOutputType {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} has no fields`);
  return type.getFields()[name]!.type;
}

function resolve(source: unknown, args: unknown, world: World, info: GraphQLResolveInfo): unknown {
  record(world, info, ['resolve', source instanceof Source ? source.seed : typeof source, args]);
  return resolved(world, info.returnType, seedOf(world.seed, pathText(info.path)));
}

function record(world: World, info: GraphQLResolveInfo, what: readonly unknown[]): void {
  const { fieldName, fieldNodes, returnType, parentType, path, fragments, operation, variableValues } = info;
  const nodes = fieldNodes.map(({ loc }) => loc?.start);
  const told = [...what, nodes, variableValues, Object.keys(fragments), operation.name?.value ?? null];
  const isWhole = info.schema === schema && info.rootValue === undefined;
  const field = `${parentType}.${fieldName}: ${returnType}`;
  world.calls.push(`${field} at ${pathText(path)} ${JSON.stringify(told)} ${isWhole}`);
}

const pathText = (path: ResponsePath): string =>
  `${responsePathAsArray(path).join('.')} of ${path.typename ?? 'an item'}`;

/** What a question about types is answered, now or later. */
function typed<Answer>(
  world: World,
  seed: number,
  right: Answer,
  wrong: readonly Answer[],
): Answer | Promise<Answer> {
  const random = createRandom(seed);
  const answer = () => {
    if (world.kind === 'faultless' || random.chance(0.9)) return right;
    if (random.chance(0.3)) throw new Error(`No type for ${seed}`);
    return random.pick(wrong);
  };
  return (world.kind === 'synchronous' || random.chance(0.6) ? answer() : later(random, answer)) as Answer;
}

/** What a resolver hands over for a type: a value, something that is none, a failure, or any of them later. */
function resolved(world: World, type: GraphQLOutputType, seed: number, waits = false): unknown {
  const random = createRandom(seed);
  const isFaulty = world.kind !== 'faultless' && random.chance(0.12);
  const answer = () => (isFaulty ? fault(type, seed, random) : valueFor(world, type, seed, random));
  return world.kind === 'synchronous' || (!waits && random.chance(0.5)) ? answer() : later(random, answer);
}

function later(random: Random, answer: () => unknown): PromiseLike<unknown> {
  let waited: Promise<unknown> = Promise.resolve();
  for (let ticks = random.below(4); ticks > 0; ticks -= 1) waited = waited.then(() => {});
  const promise = waited.then(answer);
  // One that no field of the document reads may fail unheard.
  promise.catch(() => {});
  const isPromise = random.chance(0.9);
  // biome-ignore lint/suspicious/noThenProperty: executors take whatever can be waited for
  return isPromise ? promise : { then: (done, refused) => promise.then(done, refused) };
}

function fault(type: GraphQLOutputType, seed: number, random: Random): unknown {
  const thrown = [
    new Error(`Fault ${seed}`),
    new GraphQLError(`Fault ${seed}`, { extensions: { code: 'ODD', seed } }),
    new GraphQLError(`Fault ${seed}`, { path: ['elsewhere', 3] }),
    `Fault ${seed}`,
    undefined,
  ];
  if (random.chance(0.4)) throw random.pick(thrown);
  const wrong = isListType(type) ? ['text', 5, {}] : [{}, 'text', Number.NaN, 2 ** 53, []];
  return random.pick([new Error(`Returned ${seed}`), null, undefined, ...wrong]);
}

function valueFor(world: World, type: GraphQLOutputType, seed: number, random: Random): unknown {
  if (isNonNullType(type)) return valueFor(world, type.ofType, seed, random);
  if (world.kind !== 'faultless' && random.chance(0.05)) return null;
  if (isListType(type)) return listOf(world, type.ofType, seed, random);
  const leaves: Readonly<Record<string, readonly unknown[]>> = {
    ID: ['a', 5, '9007199254740993'],
    Int: [0, 7, -3, '12', true],
    Float: [0.5, -0, 1e21, '2.5'],
    String: ['', 'text', '"\u2028"', 5, true],
    Boolean: [true, false, 0, 1],
    SafeInt: [0, 9007199254740991],
    Day: [new Day('2020-01-02')],
    Json: [0, '', [1, { a: null }], { b: [] }],
    Tint: [0, 'g', 'BLUE'],
  };
  const named = getNamedType(type);
  const values = leaves[named.name];
  if (values) return random.pick(values);
  const kinds = isAbstractType(named) ? schema.getPossibleTypes(named).map(({ name }) => name) : [named.name];
  const kind = random.pick(world.kind !== 'faultless' && random.chance(0.05) ? ['Gamma', 'Delta'] : kinds);
  return new Source(world, seed, kind, kind === 'Delta' || random.chance(0.5));
}

function listOf(world: World, itemType: GraphQLOutputType, seed: number, random: Random): unknown {
  const waits = world.kind === 'mixed' && isNonNullType(itemType);
  const items = Array.from({ length: random.below(4) }, (_, index) => {
    try {
      return resolved(world, itemType, seedOf(seed, String(index)), waits);
    } catch (thrown) {
      return thrown instanceof Error ? thrown : new Error(String(thrown));
    }
  });
  if (random.chance(0.1)) return new Set(items);
  if (random.chance(0.9)) return items;
  const breaksOff = world.kind !== 'faultless' && !waits && random.chance(0.3);
  return (function* () {
    yield* items;
    if (breaksOff) throw new Error(`Broke off ${seed}`);
  })();
}

/** All that can be seen of one execution. */
export interface Observation {
  /** Whether the answer was there at once. */
  readonly isSynchronous: boolean;
  /** The answer as it would be sent. */
  readonly text: string;
  /** The classes and messages of what the errors came from. */
  readonly causes: readonly string[];
  readonly calls: readonly string[];
}

export interface Question {
  readonly text: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string | undefined;
}

/** Executes by GraphQL.js. */
export const byReference = (document: ReturnType<typeof parse>, question: Question, world: World) =>
  observe(
    () =>
      execute({
        schema,
        document,
        contextValue: world,
        variableValues: question.variables ?? {},
        operationName: question.operationName ?? null,
      }),
    world,
  );

/** Executes by our plan. */
export const byPlan = (plan: Plan, { variables = {} }: Question, world: World) =>
  observe(() => plan.execute(world, variables), world);

async function observe(
  run: () => ExecutionResult | Promise<ExecutionResult>,
  { calls }: World,
): Promise<Observation> {
  const running = run();
  const isSynchronous = !(running instanceof Promise);
  const result = await running;
  const text = JSON.stringify(result);
  // Branches that the answer did not wait for end before the calls are counted.
  await setImmediate();
  const causes = (result.errors ?? []).map(({ originalError }) => `${originalError?.name} ${originalError}`);
  return { isSynchronous, text, causes, calls };
}
