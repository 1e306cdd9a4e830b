import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  Kind,
  print,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import type { Prepared } from '../../schema/kernel/prepare.ts';
import { definitionsOf, visitFields } from '../../schema/kernel/selections.ts';
import type { Parameter } from './read-parameters.ts';
import type { Selected } from './run-route.ts';

/** The one list of a body whose items can be chosen. */
interface FilteredList {
  readonly node: FieldNode;
  readonly definition: GraphQLField<unknown, unknown>;
}

const filter = 'filter';
const orderBy = 'orderBy';

/** Whether variables choose items of the list. */
export const choosesItems = (variables: Readonly<Record<string, unknown>>): boolean =>
  filter in variables || orderBy in variables;

/** Finds the list that a document selects, or the only one among the members of the object that it selects. */
function filteredListOf(
  schema: GraphQLSchema,
  { document }: Prepared,
  selected: Selected,
): FilteredList | undefined {
  const { field: node, definition } = selected;
  if (definition.extensions.filters) return { node, definition };
  if (!node.selectionSet) return undefined;
  const lists: FilteredList[] = [];
  const type = getNamedType(definition.type);
  visitFields(definitionsOf(schema, document), { set: node.selectionSet, type }, (member) => {
    if (member.definition?.extensions.filters)
      lists.push({ node: member.node, definition: member.definition });
  });
  return lists.length === 1 ? lists[0] : undefined;
}

/** What a route with such a list has beside what its document says. */
export interface ListParameters {
  /** `filter.…` for each member of the filter, and `orderBy`. */
  readonly parameters: readonly Parameter[];
  /** The document, whose list takes both arguments from variables. */
  document(): string;
}

/** The parameters that choose the items of a route's list; undefined for a route without such a list. */
export function listParametersOf(
  schema: GraphQLSchema,
  prepared: Prepared,
  selected: Selected,
): ListParameters | undefined {
  const list = filteredListOf(schema, prepared, selected);
  const filters = list?.definition.extensions.filters;
  if (!filters) return undefined;
  const shared = { in: 'query', argument: filter, isAddition: true } as const;
  return {
    parameters: [
      ...Object.entries(filters.input).map(([member, input]) => ({
        ...shared,
        name: `${filter}.${member}`,
        member,
        input,
      })),
      { ...shared, name: orderBy, argument: orderBy, input: filters.orderBy },
    ],
    document: () =>
      print(
        withArguments(prepared.document, list!.node, {
          [filter]: `${filters.typeName}Filter`,
          [orderBy]: `${filters.typeName}Order`,
        }),
      ),
  };
}

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
const variable = (value: string) => ({ kind: Kind.VARIABLE, name: name(value) }) as const;

/** The document with variables of these types, which a field takes as arguments of the same names. */
function withArguments(
  document: DocumentNode,
  target: FieldNode,
  types: Readonly<Record<string, string>>,
): DocumentNode {
  const given = Object.keys(types).map(
    (each): ArgumentNode => ({ kind: Kind.ARGUMENT, name: name(each), value: variable(each) }),
  );
  const declared = Object.entries(types).map(
    ([each, type]): VariableDefinitionNode => ({
      kind: Kind.VARIABLE_DEFINITION,
      variable: variable(each),
      type: { kind: Kind.NAMED_TYPE, name: name(type) },
    }),
  );
  return visit(document, {
    OperationDefinition: (node) => ({
      ...node,
      variableDefinitions: [...(node.variableDefinitions ?? []), ...declared],
    }),
    Field: (node) =>
      node === target ? { ...node, arguments: [...(node.arguments ?? []), ...given] } : undefined,
  });
}
