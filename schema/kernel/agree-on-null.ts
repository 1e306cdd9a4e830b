import {
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

type Field = GraphQLField<unknown, unknown>;

/**
 * Makes a field nullable in all types that may stand in one place, where it is nullable in one of them: a query that selects it
 * on several of them would be refused. Bodies of routes still say that it is present.
 */
export function agreeOnNull(schema: GraphQLSchema): GraphQLSchema {
  const abstracts = Object.values(schema.getTypeMap()).filter(isAbstractType);
  const groups = [
    ...abstracts.flatMap((type) =>
      fieldsByName([...schema.getPossibleTypes(type), ...(isInterfaceType(type) ? [type] : [])]),
    ),
    ...fieldsBelow(schema),
  ];
  // A type may stand in several places, so that what changes in one may change another.
  while (groups.some(agree));
  return schema;
}

/** Pairs of fields that one query may select in one place of its result, however deep below a field of several types. */
function fieldsBelow(schema: GraphQLSchema): readonly Field[][] {
  const pairs: Field[][] = [];
  const seen = new Set<string>();
  const typesOf = (type: GraphQLNamedType): readonly GraphQLObjectType[] =>
    isAbstractType(type) ? schema.getPossibleTypes(type) : isObjectType(type) ? [type] : [];
  function compare(one: GraphQLObjectType, other: GraphQLObjectType): void {
    const key = one.name < other.name ? `${one.name} ${other.name}` : `${other.name} ${one.name}`;
    if (one === other || seen.has(key)) return;
    seen.add(key);
    for (const field of Object.values(one.getFields())) {
      const same = other.getFields()[field.name];
      if (!same || shapeOf(getNullableType(field.type)) !== shapeOf(getNullableType(same.type))) continue;
      pairs.push([field, same]);
      compareAll(typesOf(getNamedType(field.type)), typesOf(getNamedType(same.type)));
    }
  }
  const compareAll = (some: readonly GraphQLObjectType[], others: readonly GraphQLObjectType[]) => {
    for (const one of some) for (const other of others) compare(one, other);
  };
  for (const type of returnedAbstracts(schema)) compareAll(typesOf(type), typesOf(type));
  return pairs;
}

/** The unions and interfaces that a field returns. */
const returnedAbstracts = (schema: GraphQLSchema): ReadonlySet<GraphQLAbstractType> =>
  new Set(
    Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) || isInterfaceType(type))
      .flatMap((type) => Object.values(type.getFields()))
      .map(({ type }) => getNamedType(type))
      .filter(isAbstractType),
  );

/** The fields of one name and one shape of some types. */
function fieldsByName(types: readonly (GraphQLObjectType | GraphQLInterfaceType)[]): readonly Field[][] {
  const fields = new Map<string, Field[]>();
  for (const field of types.flatMap((type) => Object.values(type.getFields()))) {
    const name = `${field.name} ${shapeOf(getNullableType(field.type))}`;
    fields.set(name, [...(fields.get(name) ?? []), field]);
  }
  return [...fields.values()];
}

/** Equal shapes can be merged in a result: leaves of one type, and objects whatever their type is. */
const shapeOf = (type: GraphQLOutputType): string => {
  if (isNonNullType(type)) return `${shapeOf(type.ofType)}!`;
  if (isListType(type)) return `[${shapeOf(type.ofType)}]`;
  return isLeafType(type) ? type.name : '{}';
};

/** Whether the fields had to change. */
function agree(fields: readonly Field[]): boolean {
  const present = fields.filter(({ type }) => isNonNullType(type));
  if (present.length === fields.length) return false;
  for (const field of present) {
    field.type = getNullableType(field.type);
    const { wire } = field.extensions;
    field.extensions = { ...field.extensions, wire: { ...wire, present: true } };
  }
  return present.length > 0;
}
