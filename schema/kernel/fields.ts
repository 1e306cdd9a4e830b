import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';

type Definition = GraphQLField<unknown, unknown>;

/** The definition of a field, also of a field of introspection; undefined when the type has none of that name. */
export function fieldDefinition(
  schema: GraphQLSchema,
  type: GraphQLNamedType | undefined,
  name: string,
): Definition | undefined {
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
  if (type === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  return type.getFields()[name];
}

export const isList = (type: GraphQLOutputType): boolean =>
  isListType(isNonNullType(type) ? type.ofType : type);
