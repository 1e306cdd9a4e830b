import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  Kind,
  print,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { Fault } from '../../core/faults.ts';
import { nearest } from '../../core/nearest.ts';
import type { Prepared } from '../../schema/kernel/prepare.ts';
import {
  type Definitions,
  definitionsOf,
  type SelectedField,
  type Selections,
  visitFields,
} from '../../schema/kernel/selections.ts';
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
  const { choose, namesOf } = createChooser(definitionsOf(schema, document));
  if (!field.selectionSet) throw invalid('this route’s body has no members to choose from.');
  const selections = { set: field.selectionSet, type: getNamedType(definition.type) };
  const inValue = envelope ? withinEnvelope(tree, envelope, namesOf(selections)) : tree;
  const selectionSet = choose(selections, inValue);
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

/** A selected field by its name in the body. */
interface Member extends Pick<SelectedField, 'on' | 'definition'> {
  readonly name: string;
  readonly nodes: readonly FieldNode[];
}

/** Narrows selections to the members of a tree, or to all of them; fragments become inline. */
type Choose = (selections: Selections, tree: FieldTree) => SelectionSetNode;

/** The names of the members of selections. */
type NamesOf = (selections: Selections) => readonly string[];

function createChooser(definitions: Definitions): { readonly choose: Choose; readonly namesOf: NamesOf } {
  /** A field that is selected several times on one type, with other fields below each time, is one member. */
  function membersOf(selections: Selections): readonly Member[] {
    const members = new Map<string, Member>();
    visitFields(definitions, selections, ({ node, key, on, definition }) => {
      const { within, name: hinted } = definition?.extensions.wire ?? {};
      const name = within?.[0] ?? hinted ?? key;
      const place = `${name} ${on?.name}`;
      const nodes = [...(members.get(place)?.nodes ?? []), node];
      members.set(place, { name, on, definition, nodes });
    });
    return [...members.values()];
  }

  const namesOf: NamesOf = (selections) => [...new Set(membersOf(selections).map(({ name }) => name))];

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
    return { ...node!, selectionSet: choose({ set, type }, below, `${path}.`) };
  }

  function choose(selections: Selections, tree: FieldTree, path = ''): SelectionSetNode {
    const members = membersOf(selections);
    const names = namesOf(selections);
    for (const name of tree.keys()) if (!names.includes(name)) throw unknownMember(path, name, names);
    const chosen = tree.size === 0 ? members : members.filter(({ name }) => tree.has(name));
    return selectionOf(
      ...chosen.map((member) => {
        const node = narrowed(member, tree.get(member.name) ?? everything, path + member.name);
        return !member.on || member.on === selections.type ? node : inlineOn(member.on, node);
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

const inlineOn = ({ name }: GraphQLNamedType, node: FieldNode): SelectionNode => ({
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
