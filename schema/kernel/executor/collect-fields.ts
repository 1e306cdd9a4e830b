import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  GraphQLSkipDirective,
  getDirectiveValues,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';
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

  function collect(set: SelectionSetNode): void {
    for (const selection of set.selections) {
      const fragmentName = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : undefined;
      if (fragmentName !== undefined && visitedFragments.has(fragmentName)) continue;
      // Before the fragment counts as visited: a skipped spread leaves it to a later spread.
      if (!isIncluded(selection, variables)) continue;
      if (selection.kind === Kind.FIELD) addField(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collectFragment(selection);
      else {
        visitedFragments.add(selection.name.value);
        collectFragment(operation.fragments[selection.name.value]);
      }
    }
  }

  function addField(node: FieldNode): void {
    const key = (node.alias ?? node.name).value;
    const nodes = fields.get(key);
    if (nodes) nodes.push(node);
    else fields.set(key, [node]);
  }

  function collectFragment(fragment: FragmentDefinitionNode | InlineFragmentNode | undefined): void {
    if (fragment && appliesTo(operation, fragment, type)) collect(fragment.selectionSet);
  }

  for (const set of selectionSets) collect(set);
  return fields;
}

function isIncluded(selection: SelectionNode, variables: Values): boolean {
  if (!selection.directives?.length) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variables);
  if (skip?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if !== false;
}

function appliesTo(
  { schema }: Operation,
  { typeCondition }: FragmentDefinitionNode | InlineFragmentNode,
  type: GraphQLObjectType,
): boolean {
  if (!typeCondition) return true;
  const condition = typeFromAST(schema, typeCondition);
  return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
}
