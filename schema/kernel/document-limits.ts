import {
  type ASTVisitor,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** What one document may weigh. They hold on every way in; our own documents and the introspection query pass. */
export const documentLimits = {
  /** Lexical tokens, counted before anything is made of them. */
  tokens: 6_000,
  /** Fields below each other; fragments count where they are spread. */
  depth: 15,
  /** Lookups, each alias counting. */
  lookups: 250,
  directives: 60,
  /** Errors told of one document. */
  errors: 20,
} as const;

/** A validation rule: no selection deeper than the fence. Introspection has a depth rule of its own in GraphQL.js. */
export function maxDepth(context: ValidationContext): ASTVisitor {
  const known = new Map<string, number>();

  function depthOf(set: SelectionSetNode, open: ReadonlySet<string>): number {
    let deepest = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        if (selection.name.value.startsWith('__')) continue;
        deepest = Math.max(deepest, 1 + (selection.selectionSet ? depthOf(selection.selectionSet, open) : 0));
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        deepest = Math.max(deepest, depthOf(selection.selectionSet, open));
      } else {
        const fragment = context.getFragment(selection.name.value);
        if (fragment) deepest = Math.max(deepest, depthOfFragment(fragment, open));
      }
    }
    return deepest;
  }

  function depthOfFragment(fragment: FragmentDefinitionNode, open: ReadonlySet<string>): number {
    const name = fragment.name.value;
    // A cycle is another rule's error.
    if (open.has(name)) return 0;
    let depth = known.get(name);
    if (depth === undefined) {
      depth = depthOf(fragment.selectionSet, new Set([...open, name]));
      known.set(name, depth);
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

/** A validation rule: no more directives than the fence in the whole document. */
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
