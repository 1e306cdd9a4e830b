import {
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
} from 'graphql';
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

/** Throws a GraphQLError when a document has more definitions, spreads or directives than the limits. */
export function checkCounts({ definitions }: DocumentNode): void {
  const counts = new WrittenCounts();
  for (const definition of definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) {
      counts.add('operations', operations, definition);
      for (const variable of definition.variableDefinitions ?? []) counts.addDirectives(variable.directives);
    } else if (definition.kind === Kind.FRAGMENT_DEFINITION) counts.add('fragments', fragments, definition);
    else continue;
    counts.addDirectives(definition.directives);
    counts.addSelections(definition.selectionSet, 0);
  }
}

/** Counts what is written in a document, without following the spreads. */
class WrittenCounts {
  readonly #counts = new Map<string, number>();

  add(what: string, limit: number, node: ASTNode): void {
    const count = (this.#counts.get(what) ?? 0) + 1;
    if (count > limit)
      throw new GraphQLError(`The document has more than ${limit} ${what}.`, { nodes: node });
    this.#counts.set(what, count);
  }

  addDirectives(nodes: readonly DirectiveNode[] = []): void {
    for (const node of nodes) this.add('directives', directives, node);
  }

  /** `inlineDepth` is the number of inline fragments around the selection set. */
  addSelections({ selections }: SelectionSetNode, inlineDepth: number): void {
    for (const selection of selections) {
      this.addDirectives(selection.directives);
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        this.add('fragment spreads', spreads, selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (inlineDepth === depth)
          throw new GraphQLError(`The document nests more than ${depth} inline fragments.`, {
            nodes: selection,
          });
        this.addSelections(selection.selectionSet, inlineDepth + 1);
      } else if (selection.selectionSet) this.addSelections(selection.selectionSet, inlineDepth);
    }
  }
}
