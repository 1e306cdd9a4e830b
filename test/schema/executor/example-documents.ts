import {
  extendSchema,
  GraphQLEnumType,
  GraphQLError,
  type GraphQLResolveInfo,
  GraphQLSchema,
  isObjectType,
  parse,
  responsePathAsArray,
} from 'graphql';

/** A schema whose fields are cases in which executors have differed. */

type Values = Record<string, unknown>;

/** The calls of resolvers, in order. */
export const calls: string[] = [];

const sdl = `
  scalar Json
  schema { query: Query }
  input Point { x: Int = 7, y: Int! = 8, tint: Tint = GREEN }
  interface Being { id: ID, name: String, other: Being }
  union Any = Dog | Cat
  type Dog implements Being { id: ID, name: String, other: Being }
  type Cat implements Being { id: ID, name: String, other: Being }
  type Rock { id: ID }
  type Item {
    id: ID
    name: String
    sure: String!
    item: Item
    sureItem: Item!
    promised: String
    method(by: Int = 3): String
    bounded(by: Int! = 3): String
    fails: String
    surelyFails: String!
    label(size: Int = 1): String
    items: [Item!]
    guarded: String
  }
  type Space { item: Item, echo(point: Point, json: Json, count: Int! = 4): Json }
  type Query {
    space: Space!
    item: Item
    sureItem: Item!
    callable: Item
    tint(is: Json, tint: Tint): Tint
    list(is: Json!): [Int]
    sureList(is: Json!): [Int!]
    kind(is: String!): Json
    being(is: String!, later: Boolean = false): Being
    beings(are: [String!]!): [Being]
    any(is: String!): Any
    late(is: [String!]!): [String]
    surelyLate(is: [String!]!): [String!]
    fault(is: String!): String
    argumentsOf(point: Point = { x: 1 }, ids: [ID!]): Json
  }`;

const item: Values = {
  id: 'i',
  name: 'item',
  sure: 'sure',
  promised: Promise.resolve('promised'),
  method: (args: Values) => `method by ${args.by}`,
  bounded: 'bounded',
  guarded: 'a secret',
  get item() {
    return item;
  },
  sureItem: { id: 'j', sure: null },
  get items() {
    return [item, { id: 'k', sure: null, name: 'never' }, item];
  },
};

const lists: Values = { set: new Set([1, 2]), text: '12', wrong: [1, 'x', null, 2], missing: [1, null] };

const resolvers: Record<string, (source: never, args: never) => unknown> = {
  'Query.space': () => ({}),
  'Query.item': () => item,
  'Query.sureItem': () => item.sureItem,
  'Query.callable': () => Object.assign(() => {}, { id: 'i', method: item.method }),
  'Query.tint': (_source, { is, tint }: Values) => is ?? tint,
  'Query.list': (_source, { is }: { is: string }) => lists[is],
  'Query.sureList': (_source, { is }: { is: string }) => lists[is],
  'Query.being': (_source, args: Values) => args,
  'Query.beings': (_source, { are }: { are: string[] }) => are.map((is) => ({ is })),
  'Query.any': (_source, { is }: Values) => (is === 'told' ? { __typename: 'Cat', name: 'told' } : { is }),
  'Query.late': (_source, { is }: { is: string[] }) => is.map(late),
  'Query.surelyLate': (_source, { is }: { is: string[] }) => is.map(late),
  'Query.fault': (_source, { is }: { is: keyof typeof faults }) => faults[is](),
  'Query.argumentsOf': (_source, args: Values) => args,
  'Dog.other': (dog) => dog,
  'Space.item': () => item,
  'Space.echo': (_source, args: Values) => args,
  'Item.fails': () => faults.thrown(),
  'Item.surelyFails': () => faults.thrown(),
  'Item.label': ({ id }: Values, { size }: Values) => `${id} of ${size}`,
  'Item.guarded': () => {
    throw new Error('Not for you');
  },
};

async function late(text: string): Promise<string> {
  for (let ticks = Number(/\d+/.exec(text)?.[0] ?? 0); ticks > 0; ticks -= 1) await null;
  if (text.startsWith('fail')) throw new Error(text);
  return text;
}

export const faults = {
  thrown: () => {
    throw new Error('thrown');
  },
  returned: () => new Error('returned'),
  later: () => Promise.reject(new Error('later')),
  text: () => {
    throw 'a text';
  },
  object: () => Promise.reject({ odd: [1] }),
  coded: () => {
    throw new GraphQLError('coded', { extensions: { code: 'ODD' } });
  },
  placed: () => {
    throw new GraphQLError('placed', { path: ['elsewhere'] });
  },
};

const tint = new GraphQLEnumType({ name: 'Tint', values: { RED: { value: 0 }, GREEN: { value: 'g' } } });
export const schema = extendSchema(new GraphQLSchema({ assumeValid: true, types: [tint] }), parse(sdl));
for (const type of Object.values(schema.getTypeMap())) {
  if (!isObjectType(type)) continue;
  for (const field of Object.values(type.getFields())) {
    const resolve = resolvers[`${type.name}.${field.name}`];
    if (!resolve) continue;
    field.resolve = (source, args) => {
      calls.push(`${type.name}.${field.name}`);
      return resolve(source as never, args as never);
    };
  }
}

/** Results of `resolveType` that name no type of the interface. */
const misnamed: Values = { nothing: undefined, number: 5, object: schema.getType('Dog') };

Object.assign(schema.getType('Being')!, {
  resolveType({ is, later }: Values, _context: unknown, { path }: GraphQLResolveInfo) {
    calls.push(`type of ${is} at ${responsePathAsArray(path).join('.')}`);
    if (is === 'thrown') throw new Error('No type');
    const name = String(is) in misnamed ? misnamed[String(is)] : is;
    return later ? Promise.resolve(name) : name;
  },
});
Object.assign(schema.getType('Cat')!, {
  isTypeOf({ is }: Values) {
    if (is === 'thrown') throw new Error('Undecided');
    return is === 'later' ? Promise.resolve(true) : is === 'Cat';
  },
});
