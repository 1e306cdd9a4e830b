import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { documentLimits } from './document-limits.ts';
import { fieldDefinition, isList } from './fields.ts';

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
  const walk = new SpreadWalk(schema, document);
  const sizes = new Map<OperationDefinitionNode, OperationSize>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) sizes.set(definition, walk.ofOperation(definition));
  }
  // Validation compares the fields of fragments that no operation spreads as well.
  walk.unreachedFragments();
  return sizes;
}

/** Selections of values of one type; the type is undefined where the document is wrong. */
interface TypedSet {
  readonly set: SelectionSetNode;
  readonly typeName: string | undefined;
}

interface Place {
  readonly root: ASTNode;
  readonly depth: number;
  readonly maxDepth: number;
  readonly isInList: boolean;
}

interface SameName {
  readonly name: string;
  readonly below: TypedSet[];
  count: number;
  isList: boolean;
}

/** Visits the fields of a document as their selection sets merge, place by place in the result. */
class SpreadWalk {
  readonly #schema: GraphQLSchema;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #reached = new Set<string>();
  #fields = 0;
  #sameNames = 0;
  #listFields = 0;

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode) {
    this.#schema = schema;
    for (const definition of definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION)
        this.#fragments.set(definition.name.value, definition);
    }
  }

  ofOperation(root: OperationDefinitionNode): OperationSize {
    this.#listFields = 0;
    const typeName = this.#schema.getRootType(root.operation)?.name;
    this.#visit([{ set: root.selectionSet, typeName }], rootPlace(root));
    return { listFields: this.#listFields };
  }

  unreachedFragments(): void {
    for (const [name, fragment] of this.#fragments) {
      if (!this.#reached.has(name)) this.#visit([this.#fragmentSet(fragment)], rootPlace(fragment));
    }
  }

  #visit(sets: readonly TypedSet[], place: Place): void {
    const named = new Map<string, SameName>();
    const spread = new Set<string>();
    for (const set of sets) this.#collect(set, place, named, spread);
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

  #collect(
    { set, typeName }: TypedSet,
    place: Place,
    named: Map<string, SameName>,
    spread: Set<string>,
  ): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) this.#addField(selection, typeName, place, named);
      else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const inner = selection.typeCondition?.name.value ?? typeName;
        this.#collect({ set: selection.selectionSet, typeName: inner }, place, named, spread);
      } else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = this.#fragments.get(selection.name.value);
        if (fragment) this.#collect(this.#fragmentSet(fragment), place, named, spread);
      }
    }
  }

  #addField(node: FieldNode, typeName: string | undefined, place: Place, named: Map<string, SameName>): void {
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
    const key = node.alias?.value ?? name;
    const same = named.get(key) ?? { name, below: [], count: 0, isList: false };
    if (same.count === 0) named.set(key, same);
    this.#sameNames += same.count;
    if (this.#sameNames > sameNames)
      throw tooLarge(
        `The document has more than ${sameNames} pairs of fields with one response name at one place: select each field once.`,
        node,
      );
    same.count += 1;
    const definition = fieldDefinition(this.#schema, typeName, name);
    if (definition && isList(definition.type)) same.isList = true;
    if (node.selectionSet) {
      same.below.push({ set: node.selectionSet, typeName: definition && getNamedType(definition.type).name });
    }
  }

  #fragmentSet({ name, typeCondition, selectionSet }: FragmentDefinitionNode): TypedSet {
    this.#reached.add(name.value);
    return { set: selectionSet, typeName: typeCondition.name.value };
  }
}

const rootPlace = (root: ASTNode): Place => ({ root, depth: 1, maxDepth: depth, isInList: false });

const tooLarge = (message: string, nodes: ASTNode): GraphQLError => new GraphQLError(message, { nodes });
