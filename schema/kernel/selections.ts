import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { fieldDefinition } from './fields.ts';

/** What the names in a document refer to. */
export interface Definitions {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

/** A selection set with the type of the values that it selects from; undefined where the document is wrong. */
export interface Selections {
  readonly set: SelectionSetNode;
  readonly type: GraphQLNamedType | undefined;
}

export interface SelectedField {
  readonly node: FieldNode;
  /** The response key: alias or name. */
  readonly key: string;
  /** The type that it is selected on: that of the innermost fragment, or else that of the selections. */
  readonly on: GraphQLNamedType | undefined;
  /** Undefined where the type has no such field. */
  readonly definition: GraphQLField<unknown, unknown> | undefined;
  /** Its own selections; undefined for a leaf. */
  readonly below: Selections | undefined;
}

/** Returns whether the fields of a fragment are visited. */
export type EntersFragment = (
  fragment: Selections,
  selection: InlineFragmentNode | FragmentSpreadNode,
) => boolean;

/** Enters each spread fragment once; `spread` collects their names. */
export const entersOnce =
  (spread: Set<string>): EntersFragment =>
  (_, selection) =>
    selection.kind === Kind.INLINE_FRAGMENT ||
    (!spread.has(selection.name.value) && Boolean(spread.add(selection.name.value)));

export function definitionsOf(schema: GraphQLSchema, document: DocumentNode): Definitions {
  // Without a prototype, so that no name is found that the document lacks.
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  }
  return { schema, fragments };
}

/**
 * Visits the fields of a selection set and of the fragments in it, in document order, but not the fields below them. By
 * default a fragment is visited wherever it is spread: documents of callers need `enters`, since fragments that spread
 * others twice double the number of fields each time.
 */
export function visitFields(
  definitions: Definitions,
  { set, type }: Selections,
  visit: (field: SelectedField) => void,
  enters: EntersFragment = () => true,
): void {
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) visit(selectedField(definitions, selection, type));
    else {
      const fragment = fragmentOf(definitions, selection, type);
      if (fragment && enters(fragment, selection)) visitFields(definitions, fragment, visit, enters);
    }
  }
}

function selectedField(
  { schema }: Definitions,
  node: FieldNode,
  on: GraphQLNamedType | undefined,
): SelectedField {
  const definition = fieldDefinition(schema, on, node.name.value);
  const type = definition && getNamedType(definition.type);
  const below = node.selectionSet && { set: node.selectionSet, type };
  return { node, key: (node.alias ?? node.name).value, on, definition, below };
}

/** The selections of an inline or a spread fragment; undefined where the document lacks the fragment. */
function fragmentOf(
  { schema, fragments }: Definitions,
  selection: InlineFragmentNode | FragmentSpreadNode,
  type: GraphQLNamedType | undefined,
): Selections | undefined {
  const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
  if (!fragment) return undefined;
  const { typeCondition, selectionSet } = fragment;
  return { set: selectionSet, type: typeCondition ? schema.getType(typeCondition.name.value) : type };
}

/** Whether the fields of a fragment on a type are those of an object type. */
export const appliesTo = (
  schema: GraphQLSchema,
  condition: GraphQLNamedType | undefined,
  type: GraphQLObjectType,
): boolean => condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
