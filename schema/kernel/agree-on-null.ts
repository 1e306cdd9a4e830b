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
type FieldsType = GraphQLObjectType | GraphQLInterfaceType;

/**
 * Makes a field nullable in all types that may stand in one place, where it is nullable in one of them: a query that selects it
 * on several of them would be refused. Bodies of routes still say that it is present.
 */
export function agreeOnNull(schema: GraphQLSchema): GraphQLSchema {
  const abstracts = Object.values(schema.getTypeMap()).filter(isAbstractType);
  const groups = abstracts.flatMap((type) =>
    fieldsByName([...schema.getPossibleTypes(type), ...(isInterfaceType(type) ? [type] : [])]),
  );
  const seen = new Set<string>();
  const typesAt = (type: GraphQLNamedType): readonly GraphQLObjectType[] =>
    isAbstractType(type) ? schema.getPossibleTypes(type) : isObjectType(type) ? [type] : [];
  /** Adds the fields that one query may select in one place of its result, and those of the places below it. */
  function addPlace(types: readonly GraphQLObjectType[]): void {
    const distinct = [...new Set(types)];
    const key = String(distinct.map(({ name }) => name).sort());
    if (distinct.length < 2 || seen.has(key)) return;
    seen.add(key);
    for (const fields of fieldsByName(distinct)) {
      groups.push(fields);
      addPlace(fields.flatMap(({ type }) => typesAt(getNamedType(type))));
    }
  }
  for (const type of returnedAbstracts(schema)) addPlace(typesAt(type));
  // A type may stand in several places, so that what changes in one may change another.
  while (groups.filter(agree).length > 0);
  return schema;
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
function fieldsByName(types: readonly FieldsType[]): readonly (readonly Field[])[] {
  const groups = new Map<string, Field[]>();
  for (const field of types.flatMap((type) => Object.values(type.getFields()))) {
    const key = `${field.name} ${shapeOf(getNullableType(field.type))}`;
    const group = groups.get(key);
    if (group) group.push(field);
    else groups.set(key, [field]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
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
