import {
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';

type Field = GraphQLField<unknown, unknown>;

/**
 * Makes a field nullable in all types that may stand in one place, where it is nullable in one of them: a query that selects it
 * on several of them would be refused. Bodies of routes still say that it is present.
 */
export function agreeOnNull(schema: GraphQLSchema): GraphQLSchema {
  const abstracts = Object.values(schema.getTypeMap()).filter(isAbstractType);
  const groups = abstracts.flatMap((type) =>
    fieldsByName([...schema.getPossibleTypes(type), ...(isInterfaceType(type) ? [type] : [])]),
  );
  // A type may stand in several places, so that what changes in one may change another.
  while (groups.some(agree));
  return schema;
}

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
