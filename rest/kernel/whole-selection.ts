import {
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';

type Composite = GraphQLObjectType | GraphQLInterfaceType;

/** Whether a field asks a lookup. */
export const asksLookup = ({ extensions }: GraphQLField<unknown, unknown>): boolean =>
  (extensions.lookup ?? extensions.composite) !== undefined;

/** Selects every field of a type that asks nothing further; of a union, those of each member. Empty for a leaf. */
export function wholeSelection(type: unknown, above: readonly Composite[] = []): string {
  if (isUnionType(type)) {
    const members = type.getTypes().map((member) => `... on ${member.name} ${wholeSelection(member)}`);
    return `{ __typename ${members.join(' ')} }`;
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return '';
  const fields = Object.values(type.getFields()).flatMap((field) => {
    if (asksLookup(field) || field.args.some(isRequiredArgument)) return [];
    const named = getNamedType(field.type);
    if (isLeafType(named)) return [field.name];
    if (named === type || above.some((each) => each === named)) return [];
    const below = wholeSelection(named, [...above, type]);
    return below === '{  }' ? [] : [`${field.name} ${below}`];
  });
  return `{ ${fields.join(' ')} }`;
}
