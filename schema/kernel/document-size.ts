import {
  type ASTNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { documentLimits } from './document-limits.ts';
import { isList } from './fields.ts';
import {
  type Definitions,
  definitionsOf,
  entersOnce,
  type SelectedField,
  type Selections,
  visitFields,
} from './selections.ts';

const { depth, introspectionDepth, fields, sameNames } = documentLimits;

export interface OperationSize {
  /** Fields that are selected for the items of lists; fields of one response name count once. */
  readonly listFields: number;
}

/**
 * Measures the operations of a document with their fragments spread. Throws a GraphQLError when it nests or selects more
 * fields than the limits. Fragments must make no cycle; types and fields that do not exist are passed over.
 */
export function measureOperations(
  schema: GraphQLSchema,
  document: DocumentNode,
): ReadonlyMap<OperationDefinitionNode, OperationSize> {
  const walk = new SpreadWalk(definitionsOf(schema, document));
  const sizes = new Map<OperationDefinitionNode, OperationSize>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) sizes.set(definition, walk.ofOperation(definition));
  }
  // Validation compares the fields of fragments that no operation spreads as well.
  walk.unreachedFragments();
  return sizes;
}

interface Place {
  readonly root: ASTNode;
  readonly depth: number;
  readonly maxDepth: number;
  readonly isInList: boolean;
}

interface SameName {
  readonly name: string;
  readonly below: Selections[];
  count: number;
  isList: boolean;
}

/** Visits the fields of a document as their selection sets merge, place by place in the result. */
class SpreadWalk {
  readonly #definitions: Definitions;
  readonly #reached = new Set<string>();
  #fields = 0;
  #sameNames = 0;
  #listFields = 0;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  ofOperation(root: OperationDefinitionNode): OperationSize {
    this.#listFields = 0;
    const type = this.#definitions.schema.getRootType(root.operation) ?? undefined;
    this.#visit([{ set: root.selectionSet, type }], rootPlace(root));
    return { listFields: this.#listFields };
  }

  unreachedFragments(): void {
    const { schema, fragments } = this.#definitions;
    for (const fragment of Object.values(fragments)) {
      const { name, typeCondition, selectionSet } = fragment;
      if (this.#reached.has(name.value)) continue;
      this.#reached.add(name.value);
      this.#visit(
        [{ set: selectionSet, type: schema.getType(typeCondition.name.value) }],
        rootPlace(fragment),
      );
    }
  }

  #visit(sets: readonly Selections[], place: Place): void {
    const named = new Map<string, SameName>();
    const spread = new Set<string>();
    for (const set of sets) {
      visitFields(this.#definitions, set, (field) => this.#addField(field, place, named), entersOnce(spread));
    }
    for (const name of spread) this.#reached.add(name);
    if (place.isInList) this.#listFields += named.size;
    for (const { name, below, isList } of named.values()) {
      if (below.length === 0) continue;
      const isIntrospection = place.depth === 1 && name.startsWith('__');
      this.#visit(below, {
        ...place,
        depth: place.depth + 1,
        maxDepth: isIntrospection ? introspectionDepth : place.maxDepth,
        isInList: place.isInList || isList,
      });
    }
  }

  #addField(
    { node, key, definition, below }: SelectedField,
    place: Place,
    named: Map<string, SameName>,
  ): void {
    const name = node.name.value;
    if (place.depth > place.maxDepth && !name.startsWith('__'))
      throw tooLarge(`The document is deeper than ${place.maxDepth} fields.`, place.root);
    this.#fields += 1;
    if (this.#fields > fields) {
      throw tooLarge(
        `The document selects more than ${fields} fields, counted wherever their fragments are spread.`,
        place.root,
      );
    }
    const same = named.get(key) ?? { name, below: [], count: 0, isList: false };
    if (same.count === 0) named.set(key, same);
    this.#sameNames += same.count;
    if (this.#sameNames > sameNames)
      throw tooLarge(
        `The document has more than ${sameNames} pairs of fields with one response name at one place: select each field once.`,
        node,
      );
    same.count += 1;
    if (definition && isList(definition.type)) same.isList = true;
    if (below) same.below.push(below);
  }
}

const rootPlace = (root: ASTNode): Place => ({ root, depth: 1, maxDepth: depth, isInList: false });

const tooLarge = (message: string, nodes: ASTNode): GraphQLError => new GraphQLError(message, { nodes });
