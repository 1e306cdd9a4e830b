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

/** Every place in which a document mentions one field of an answer. */
export type Mentions = readonly [FieldNode, ...FieldNode[]];

/**
 * Gathers what is selected of an object type, by the names in the answer and in the order in which these first appear,
 * as the specification's CollectFields has it. Throws a GraphQLError when the condition of a directive is null.
 */
export function collectFields(
  operation: Operation,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  variables: Values,
): ReadonlyMap<string, Mentions> {
  const found = new Map<string, [FieldNode, ...FieldNode[]]>();
  const spread = new Set<string>();

  function collect(set: SelectionSetNode): void {
    for (const selection of set.selections) {
      const fragmentName = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : undefined;
      if (fragmentName !== undefined && spread.has(fragmentName)) continue;
      // Read before the spread is counted: one that is left out leaves the fragment to the next.
      if (!isIncluded(selection, variables)) continue;
      if (selection.kind === Kind.FIELD) mention(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) enter(selection);
      else {
        spread.add(selection.name.value);
        enter(operation.fragments[selection.name.value]);
      }
    }
  }

  function mention(node: FieldNode): void {
    const key = (node.alias ?? node.name).value;
    const mentions = found.get(key);
    if (mentions) mentions.push(node);
    else found.set(key, [node]);
  }

  function enter(fragment: FragmentDefinitionNode | InlineFragmentNode | undefined): void {
    if (fragment && appliesTo(operation, fragment, type)) collect(fragment.selectionSet);
  }

  for (const set of sets) collect(set);
  return found;
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
