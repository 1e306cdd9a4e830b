import {
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Findings } from '../server/groups/check-parts.ts';

interface Member {
  /** Such as `WeatherCity.name`. */
  readonly name: string;
  readonly parent: GraphQLObjectType | GraphQLInterfaceType;
  readonly field: GraphQLField<unknown, unknown>;
}

/** The fields of all types. */
export const fieldsOf = (schema: GraphQLSchema): readonly Member[] =>
  Object.values(schema.getTypeMap()).flatMap((parent) =>
    (isObjectType(parent) || isInterfaceType(parent)) && !isIntrospectionType(parent)
      ? Object.values(parent.getFields()).map((field) => ({
          name: `${parent.name}.${field.name}`,
          parent,
          field,
        }))
      : [],
  );

/** Fields whose nullability or length surprises, and pages of another shape. Tests of the layout judge names. */
export const checkSchema = (schema: GraphQLSchema): Findings =>
  fieldsOf(schema).flatMap((member) => [...nullability(member), ...lengths(member), ...pages(member)]);

/** A lookup may fail without the rest of the result; a list holds null only for what was asked for and is not there. */
function nullability({ name, field }: Member): Findings {
  const { lookup } = field.extensions;
  const type = getNullableType(field.type);
  const isPlural = field.args.some((arg) => isListType(getNullableType(arg.type)));
  const readsList = Object.values(lookup?.input ?? {}).some(({ graphql }) => graphql.isList);
  return [
    ...(lookup && isNonNullType(field.type)
      ? [`${name} runs a lookup, which can fail: let it be nullable.`]
      : []),
    ...(isListType(type) && !isNonNullType(type.ofType) && !isPlural && !readsList
      ? [`${name} lists null, but takes no list: let its items be non-null.`]
      : []),
  ];
}

/** The longest list without the argument `first`. */
const mostWithoutFirst = 20;

/** A query below a list of unknown length has no price. */
function lengths({ name, field }: Member): Findings {
  const { lookup, composite, maxItems, isPage } = field.extensions;
  if (!isListType(getNullableType(field.type))) return [];
  if (lookup && !lookup.maxItems)
    return [`${name} is a list: give its lookup maxItems, the largest number of items.`];
  if (lookup || composite || isPage || !isCompositeType(getNamedType(field.type))) return [];
  if (maxItems === undefined) return [`${name} is a list: use t.list, which states its length.`];
  const takesFirst = field.args.some((arg) => arg.name === 'first');
  return maxItems > mostWithoutFirst && !takesFirst
    ? [`${name} can have ${maxItems} items: use t.list, which adds first.`]
    : [];
}

/** Every list that goes on takes `first` and `after`, and gives `next`. */
function pages({ name, parent, field }: Member): Findings {
  const type = getNamedType(field.type);
  const isPage = (isObjectType(type) || isInterfaceType(type)) && implementsPage(type);
  const after = field.args.find((arg) => arg.name === 'after');
  return [
    ...(after && !isPage ? [`${name} takes after: let its type implement Page.`] : []),
    ...(!after && isPage && field.extensions.lookup
      ? [`${name} returns a page: let its lookup take after.`]
      : []),
    ...(after && !['String', 'ID'].includes(String(after.type))
      ? [`${name}(after:) must be a String or an ID, so that it takes the next of a page.`]
      : []),
    ...(field.name === 'next' && !implementsPage(parent) ? [`${name}: let its type implement Page.`] : []),
  ];
}

const implementsPage = (type: GraphQLObjectType | GraphQLInterfaceType): boolean =>
  type.name === 'Page' || type.getInterfaces().some(({ name }) => name === 'Page');
