import {
  type DocumentNode,
  type GraphQLSchema,
  isInterfaceType,
  Kind,
  print,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { definitionsOf } from '../../schema/kernel/selections.ts';

/**
 * The text of a route's document for people who copy it. Fragments on interfaces are replaced by what they select,
 * since caches of clients drop the fields of such a fragment unless they are told the types of the interface.
 */
export function shownDocument(schema: GraphQLSchema, document: DocumentNode): string {
  const { fragments } = definitionsOf(schema, document);
  const isOnInterface = (name: string | undefined) =>
    name !== undefined && isInterfaceType(schema.getType(name));

  const inlined = (set: SelectionSetNode): SelectionSetNode => ({
    ...set,
    selections: set.selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection];
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value]!;
      const isKept = !isOnInterface(fragment.typeCondition?.name.value);
      return isKept ? [selection] : inlined(fragment.selectionSet).selections;
    }),
  });

  const used = new Set<string>();
  const expanded = visit(document, {
    // Interfaces are not the types of fields, so what a fragment on one selects exists wherever it is spread.
    SelectionSet: (set) => inlined(set),
  });
  visit(expanded, { FragmentSpread: ({ name }) => void used.add(name.value) });
  const definitions = expanded.definitions.filter(
    (definition) =>
      definition.kind !== Kind.FRAGMENT_DEFINITION ||
      (used.has(definition.name.value) && !isOnInterface(definition.typeCondition.name.value)),
  );
  return print({ ...expanded, definitions });
}
