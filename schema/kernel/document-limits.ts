import {
  type ASTVisitor,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import type { ResultLimits } from './executor/result-limits.ts';

/** The limits of one document, for callers and for the documents of routes. The introspection query is within them. */
export const documentLimits = {
  /** Lexical tokens, counted while the document is parsed. */
  tokens: 6_000,
  /** Nested fields; a fragment counts wherever it is spread. */
  depth: 15,
  /** Lookups of one operation; each alias and each spread of a fragment counts. */
  lookups: 250,
  /** Directives of all definitions. */
  directives: 60,
  /** Validation errors that are reported. */
  errors: 20,
} as const;

/**
 * The limits of the result of a caller's query. The largest lists of the graph have about 15,000 items of 40 fields; one
 * field of such a list under 1,500 aliases would be gigabytes.
 */
export const resultLimits: ResultLimits = { fields: 1_000_000, characters: 32_000_000 };

/** Reports operations that nest fields deeper than the limit. Introspection has a depth rule of its own in graphql-js. */
export function maxDepth(context: ValidationContext): ASTVisitor {
  const depthByFragment = new Map<string, number>();

  /** `ancestors` are the fragments around the selection set. */
  function depthOf(set: SelectionSetNode, ancestors: ReadonlySet<string>): number {
    let deepest = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        if (selection.name.value.startsWith('__')) continue;
        deepest = Math.max(
          deepest,
          1 + (selection.selectionSet ? depthOf(selection.selectionSet, ancestors) : 0),
        );
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        deepest = Math.max(deepest, depthOf(selection.selectionSet, ancestors));
      } else {
        const fragment = context.getFragment(selection.name.value);
        if (fragment) deepest = Math.max(deepest, depthOfFragment(fragment, ancestors));
      }
    }
    return deepest;
  }

  function depthOfFragment(fragment: FragmentDefinitionNode, ancestors: ReadonlySet<string>): number {
    const name = fragment.name.value;
    // NoFragmentCyclesRule reports the cycle.
    if (ancestors.has(name)) return 0;
    let depth = depthByFragment.get(name);
    if (depth === undefined) {
      depth = depthOf(fragment.selectionSet, new Set([...ancestors, name]));
      depthByFragment.set(name, depth);
    }
    return depth;
  }

  return {
    OperationDefinition(node) {
      if (depthOf(node.selectionSet, new Set()) > documentLimits.depth) {
        context.reportError(
          new GraphQLError(`The document is deeper than ${documentLimits.depth} fields.`, { nodes: node }),
        );
      }
    },
  };
}

/** Reports a document with more directives than the limit, once. */
export function maxDirectives(context: ValidationContext): ASTVisitor {
  let count = 0;
  return {
    Directive(node) {
      count += 1;
      if (count === documentLimits.directives + 1) {
        context.reportError(
          new GraphQLError(`The document has more than ${documentLimits.directives} directives.`, {
            nodes: node,
          }),
        );
      }
    },
  };
}

/** The limits that are validation rules. Tokens are an option of `parse`; `findLookups` counts lookups. */
export const documentLimitRules: readonly ValidationRule[] = [maxDepth, maxDirectives];
