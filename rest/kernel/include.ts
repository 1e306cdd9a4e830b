import {
  type FieldNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { Fault } from '../../core/faults.ts';
import type { Context } from '../../resolvers/kernel/context.ts';
import type { Lookup } from '../../resolvers/kernel/lookup.ts';
import { isOurs, presentError } from '../../schema/kernel/errors.ts';
import type { Prepared } from '../../schema/kernel/prepare.ts';
import { type Envelope, isBare } from './route.ts';
import { asksLookup, wholeSelection } from './whole-selection.ts';

/** The parameter that adds what the object of a body leads to. */
export const includeParameter = {
  name: 'include',
  description:
    'What the object of the body leads to, separated by commas: each is a member of `include` beside the body, as the graph has it; `receipts` tells where the facts come from. A request costs the lookups that ran for it.',
} as const;

/** What every body that is an object may have beside it: the receipts of its lookups. */
export const receiptsName = 'receipts';

/** Begins the keys of what is included, which no alias of a document begins with. */
const prefix = 'include_';

/** What a document selects for the body. */
interface Selection {
  readonly field: FieldNode;
  readonly definition: GraphQLField<unknown, unknown>;
}

/** The fields that lead further from the object that a document selects, and the receipts; none where the body is a list or bytes. */
export function includable(
  { definition, lookup }: Pick<Selection, 'definition'> & { readonly lookup: Pick<Lookup, 'isBytes'> },
  envelope: Envelope,
): readonly string[] {
  const type = isNonNullType(definition.type) ? definition.type.ofType : definition.type;
  if (lookup.isBytes || (isListType(type) && isBare(envelope))) return [];
  if (!(isObjectType(type) || isInterfaceType(type))) return [receiptsName];
  const links = Object.values(type.getFields())
    .filter((field) => (asksLookup(field) || field.extensions.isLink) && !field.extensions.lookup?.isBytes)
    .filter(({ args }) => !args.some(isRequiredArgument));
  return [...links.map(({ name }) => name), receiptsName];
}

/** Reads the texts of the parameter; none without it. Fault `invalid` for what the object of a route does not lead to. */
export function readInclude(texts: readonly string[], names: readonly string[]): readonly string[] {
  const wanted = [...new Set(texts.flatMap((text) => text.split(',')).map((name) => name.trim()))].sort();
  if (wanted.every((name) => names.includes(name))) return wanted;
  throw new Fault(
    'invalid',
    names.length === 0
      ? 'include is taken where the body is an object; the receipts of a list are in extensions.receipts of POST /graphql.'
      : `include must be names separated by commas, of ${names.join(', ')}.`,
  );
}

const linksIn = (names: readonly string[]) => names.filter((name) => name !== receiptsName);

/** What is selected of an object for the links among the names, with a prefix before their keys; undefined without links. */
export function includedSet(
  { definition }: Pick<Selection, 'definition'>,
  names: readonly string[],
  before = '',
): SelectionSetNode | undefined {
  const type = getNamedType(definition.type) as GraphQLObjectType;
  const members = linksIn(names).map((name) => {
    const below = wholeSelection(getNamedType(type.getFields()[name]!.type));
    return `${before}${name}: ${name} ${below}`;
  });
  if (members.length === 0) return undefined;
  const [added] = parse(`{ ${members.join(' ')} }`, { noLocation: true }).definitions;
  return (added as OperationDefinitionNode).selectionSet;
}

/** The text of a document that selects the included fields beside those of the body. */
export function withIncluded({ document }: Prepared, selection: Selection, names: readonly string[]): string {
  const { selections = [] } = includedSet(selection, names, prefix) ?? {};
  return print(
    visit(document, {
      Field: (node) =>
        node === selection.field
          ? {
              ...node,
              selectionSet: node.selectionSet && {
                kind: Kind.SELECTION_SET,
                selections: [...node.selectionSet.selections, ...selections],
              },
            }
          : undefined,
    }),
  );
}

/** An error of a part of a body, whose path begins below `include` or another member. */
export interface PartError {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly code: unknown;
  readonly group?: unknown;
  readonly retryable: unknown;
}

/** The errors of parts, in words for callers, with paths below some place. An error of this service is thrown. */
export const partErrors = (
  errors: readonly GraphQLError[],
  { fields }: Prepared,
  requestId: string,
  depth: number,
): readonly PartError[] =>
  errors.map((error) => {
    if (isOurs(error)) throw error.originalError ?? error;
    const { message, path = [], extensions } = presentError(error, requestId, fields);
    const { requestId: _, ...facts } = extensions;
    return {
      ...(facts as Pick<PartError, 'code' | 'group' | 'retryable'>),
      path: path.slice(depth),
      message,
    };
  });

/** Whether an error is that of something included: below the namespace, the field, and a key with the prefix. */
export const isOfIncluded = ({ path }: GraphQLError): boolean => String(path?.[2] ?? '').startsWith(prefix);

/** Takes what is included out of the value of a result; null for each where there is no object. */
export function takeIncluded(
  value: Record<string, unknown> | null,
  names: readonly string[],
): readonly [value: Record<string, unknown> | null, included: Record<string, unknown>] {
  const links = linksIn(names);
  if (links.length === 0) return [value, {}];
  const included = Object.fromEntries(links.map((name) => [name, value?.[prefix + name] ?? null]));
  const rest = value && Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith(prefix)));
  return [rest, included];
}

/** The receipts of a response, where they are noted, with places in its body: a lookup `depth` keys below the root makes all of a member. */
export function receiptsOf({ receipts }: Context, depth: number, member?: string): object {
  const placeOf = ([key, ...below]: readonly (string | number)[]) =>
    String(key ?? '').startsWith(prefix)
      ? [includeParameter.name, String(key).slice(prefix.length), ...below]
      : [member, key, ...below].filter((part) => part !== undefined);
  const told = receipts
    ?.list()
    .map(({ path, ...receipt }) => ({ path: placeOf(path.slice(depth)), ...receipt }));
  return told ? { [receiptsName]: told } : {};
}

/** The paths of errors without the prefix. */
export const pathOfIncluded = ({ path: [name, ...below], ...error }: PartError): PartError => ({
  path: [String(name).slice(prefix.length), ...below],
  ...error,
});
