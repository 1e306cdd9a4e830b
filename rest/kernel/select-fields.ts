import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  print,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { Fault } from '../../core/faults.ts';
import { nearest } from '../../core/nearest.ts';
import type { Prepared } from '../../schema/kernel/prepare.ts';
import { everything, type FieldTree, fieldsParameter, withinEnvelope } from './read-fields.ts';
import type { EnvelopeNames } from './route.ts';
import type { Selected } from './run-route.ts';

/** The field that a document selects, below the namespace of its group if it has one. */
type Selection = Pick<Selected, 'field' | 'definition'> & Partial<Pick<Selected, 'namespace'>>;

/**
 * The text of a route's document that selects the chosen members only: members of the value that the document selects, or
 * of the body with its envelope. Fault `invalid` for other names.
 */
export function selectFields(
  schema: GraphQLSchema,
  { document, operation }: Prepared,
  { namespace, field, definition }: Selection,
  envelope: EnvelopeNames | undefined,
  tree: FieldTree,
): string {
  const { choose, namesOf } = createChooser(schema, fragmentsOf(document.definitions));
  const type = getNamedType(definition.type);
  if (!field.selectionSet || !isCompositeType(type)) {
    throw invalid('this route’s body has no members to choose from.');
  }
  const names = namesOf(field.selectionSet, type);
  const inValue = envelope ? withinEnvelope(tree, envelope, names) : tree;
  const selectionSet = choose(field.selectionSet, type, inValue);
  const chosen = selectionOf({ ...field, selectionSet });
  return print({
    ...operation,
    selectionSet: namespace ? selectionOf({ ...namespace, selectionSet: chosen }) : chosen,
  });
}

const invalid = (why: string): Fault => new Fault('invalid', `${fieldsParameter.name}: ${why}`);

const selectionOf = (...selections: SelectionNode[]): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections,
});

const fragmentsOf = (definitions: Prepared['document']['definitions']) =>
  new Map(
    definitions
      .filter((each): each is FragmentDefinitionNode => each.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );

/** A selected field by its name in the body. */
interface Member {
  readonly name: string;
  /** The type that the field is selected on. */
  readonly on: GraphQLCompositeType;
  readonly definition: GraphQLField<unknown, unknown> | undefined;
  readonly nodes: readonly FieldNode[];
}

/** Narrows a selection set to the members of a tree, or to all of them; fragments become inline. */
type Choose = (set: SelectionSetNode, type: GraphQLCompositeType, tree: FieldTree) => SelectionSetNode;

/** The names of the members of a selection set. */
type NamesOf = (set: SelectionSetNode, type: GraphQLCompositeType) => readonly string[];

function createChooser(
  schema: GraphQLSchema,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): { readonly choose: Choose; readonly namesOf: NamesOf } {
  function fieldsOf(set: SelectionSetNode, type: GraphQLCompositeType): Member[] {
    return set.selections.flatMap((selection): Member[] => {
      if (selection.kind === Kind.FIELD) {
        const hasFields = isObjectType(type) || isInterfaceType(type);
        const definition = hasFields ? type.getFields()[selection.name.value] : undefined;
        const { within, name: hinted } = definition?.extensions.wire ?? {};
        const name = within?.[0] ?? hinted ?? (selection.alias ?? selection.name).value;
        return [{ name, on: type, definition, nodes: [selection] }];
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)!;
      const on = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value);
      return fieldsOf(fragment.selectionSet, isCompositeType(on) ? on : type);
    });
  }

  /** A field that is selected several times on one type, with other fields below each time, is one member. */
  function membersOf(set: SelectionSetNode, type: GraphQLCompositeType): readonly Member[] {
    const members = new Map<string, Member>();
    for (const member of fieldsOf(set, type)) {
      const key = `${member.name} ${member.on.name}`;
      const known = members.get(key);
      members.set(key, known ? { ...known, nodes: [...known.nodes, ...member.nodes] } : member);
    }
    return [...members.values()];
  }

  const namesOf: NamesOf = (set, type) => [...new Set(membersOf(set, type).map(({ name }) => name))];

  function narrowed(member: Member, below: FieldTree, path: string): FieldNode {
    const [node] = member.nodes;
    const set = selectionOf(...member.nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []));
    const type = member.definition && getNamedType(member.definition.type);
    if (set.selections.length === 0 || !isCompositeType(type)) {
      checkWithin(member, below, path);
      return node!;
    }
    // The keys of a map are data, and no member of its entries has a name in the body.
    if (below.size > 0 && member.definition?.extensions.wire?.map) {
      throw invalid(`${path} is a map, and can be chosen as a whole only.`);
    }
    return { ...node!, selectionSet: choose(set, type, below, `${path}.`) };
  }

  function choose(
    set: SelectionSetNode,
    type: GraphQLCompositeType,
    tree: FieldTree,
    path = '',
  ): SelectionSetNode {
    const members = membersOf(set, type);
    const names = namesOf(set, type);
    for (const name of tree.keys()) if (!names.includes(name)) throw unknownMember(path, name, names);
    const chosen = tree.size === 0 ? members : members.filter(({ name }) => tree.has(name));
    return selectionOf(
      ...chosen.map((member) => {
        const node = narrowed(member, tree.get(member.name) ?? everything, path + member.name);
        return member.on === type ? node : inlineOn(member.on, node);
      }),
    );
  }

  return { choose, namesOf };
}

/** A leaf has no members, but the body may have it in further objects: `pagination.cursor`. */
function checkWithin({ definition, nodes }: Member, tree: FieldTree, path: string): void {
  const { within = [], name = nodes[0]!.name.value } = definition?.extensions.wire ?? {};
  let below = tree;
  let place = path;
  for (const key of within.length === 0 ? [] : [...within.slice(1), name]) {
    for (const chosen of below.keys()) if (chosen !== key) throw unknownMember(`${place}.`, chosen, [key]);
    below = below.get(key) ?? everything;
    place = `${place}.${key}`;
  }
  if (below.size > 0) throw invalid(`${place} has no members to choose from.`);
}

const inlineOn = ({ name }: GraphQLCompositeType, node: FieldNode): SelectionNode => ({
  kind: Kind.INLINE_FRAGMENT,
  typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: name } },
  selectionSet: selectionOf(node),
});

function unknownMember(path: string, name: string, names: readonly string[]): Fault {
  const similar = nearest(name, names);
  const hint = similar === undefined ? '' : ` Did you mean ${path}${similar}?`;
  const place = path === '' ? 'there are' : `${path.slice(0, -1)} has`;
  return invalid(`there is no ${JSON.stringify(path + name)}; ${place} ${names.join(', ')}.${hint}`);
}
