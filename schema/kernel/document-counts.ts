import { type ASTNode, type DocumentNode, GraphQLError, Kind, visit } from 'graphql';
import { documentLimits } from './document-limits.ts';

const { lines, operations, fragments, spreads, directives, depth } = documentLimits;

/** Throws a GraphQLError when a text has more line breaks than the limit. */
export function checkLines(text: string): void {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 10 || code === 13) count += 1;
  }
  if (count > lines) throw new GraphQLError(`The document has more than ${lines} lines.`);
}

/**
 * Throws a GraphQLError when a document has more definitions, spreads or directives than the limits, as they are written:
 * spreads are not followed.
 */
export function checkCounts(document: DocumentNode): void {
  const counts = new Map<string, number>();
  const count = (what: string, limit: number) => (node: ASTNode) => {
    const next = (counts.get(what) ?? 0) + 1;
    if (next > limit) throw new GraphQLError(`The document has more than ${limit} ${what}.`, { nodes: node });
    counts.set(what, next);
  };
  let inlineDepth = 0;
  visit(document, {
    [Kind.OPERATION_DEFINITION]: count('operations', operations),
    [Kind.FRAGMENT_DEFINITION]: count('fragments', fragments),
    [Kind.FRAGMENT_SPREAD]: count('fragment spreads', spreads),
    [Kind.DIRECTIVE]: count('directives', directives),
    [Kind.INLINE_FRAGMENT]: {
      enter(node) {
        inlineDepth += 1;
        if (inlineDepth > depth) {
          throw new GraphQLError(`The document nests more than ${depth} inline fragments.`, { nodes: node });
        }
      },
      leave() {
        inlineDepth -= 1;
      },
    },
  });
}
