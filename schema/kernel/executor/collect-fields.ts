import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { appliesTo, type EntersFragment, visitFields } from '../selections.ts';
import type { Operation, Values } from './execute-fields.ts';

/** All field nodes with one response key, in document order. */
export type FieldNodes = readonly [FieldNode, ...FieldNode[]];

/**
 * Collects the selected fields of an object type by response key, in the order in which the keys first appear:
 * CollectFields of the GraphQL specification. Throws a GraphQLError when the condition of a directive is null.
 */
export function collectFields(
  operation: Operation,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
  variables: Values,
): ReadonlyMap<string, FieldNodes> {
  const fields = new Map<string, [FieldNode, ...FieldNode[]]>();
  const visitedFragments = new Set<string>();

  const enters: EntersFragment = (fragment, selection) => {
    const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : undefined;
    if (name !== undefined && visitedFragments.has(name)) return false;
    // Before the fragment counts as visited: a skipped spread leaves it to a later spread.
    if (!isIncluded(selection, variables)) return false;
    if (name !== undefined) visitedFragments.add(name);
    return appliesTo(operation.schema, fragment.type, type);
  };

  function addField(key: string, node: FieldNode): void {
    if (!isIncluded(node, variables)) return;
    const nodes = fields.get(key);
    if (nodes) nodes.push(node);
    else fields.set(key, [node]);
  }

  for (const set of selectionSets) {
    visitFields(operation, { set, type }, ({ key, node }) => addField(key, node), enters);
  }
  return fields;
}

function isIncluded(selection: SelectionNode, variables: Values): boolean {
  if (!selection.directives?.length) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variables);
  if (skip?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if !== false;
}
