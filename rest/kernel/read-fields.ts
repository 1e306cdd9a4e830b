import { Fault } from '../../core/faults.ts';
import type { EnvelopeNames } from './route.ts';

/** The parameter of every route with a JSON body that chooses members of the body. */
export const fieldsParameter = {
  name: 'fields',
  description:
    'Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it.',
  maxLength: 2_000,
} as const;

/** Chosen members by name; one without members of its own is chosen whole. */
export interface FieldTree extends ReadonlyMap<string, FieldTree> {}

/** Reads the texts of the parameter; undefined when there is none. Fault `invalid` when they are no names. */
export function readFields(texts: readonly string[]): FieldTree | undefined {
  if (texts.length === 0) return undefined;
  const { name, maxLength } = fieldsParameter;
  const text = texts.join(',');
  const paths = text.split(',').map((path) => path.trim().split('.'));
  if (text.length > maxLength || paths.flat().includes('')) {
    const expected = `names separated by commas, such as name,main.temp, and ${maxLength} characters at most`;
    throw new Fault('invalid', `${name} must be ${expected}.`);
  }
  return treeOf(paths);
}

/** All members. */
export const everything: FieldTree = new Map();

/** A member that is named alone is whole, also where members of it are named elsewhere. */
function treeOf(paths: readonly (readonly string[])[]): FieldTree {
  const byName = new Map<string, string[][]>();
  for (const [name, ...below] of paths) {
    const known = byName.get(name!);
    if (known) known.push(below);
    else byName.set(name!, [below]);
  }
  const subtree = (below: readonly string[][]) =>
    below.some(({ length }) => length === 0) ? everything : treeOf(below);
  return new Map([...byName].sort(byKey).map(([name, below]) => [name, subtree(below)]));
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/**
 * The choice among the members of a value, which has these names, in an envelope: `success,data.login` chooses `login`, as
 * `login` does. The other members of an envelope are always in the body, so that choosing them alone is a fault `invalid`.
 */
export function withinEnvelope(
  tree: FieldTree,
  { wrapper, others }: EnvelopeNames,
  names: readonly string[],
): FieldTree {
  const wrapped = tree.get(wrapper);
  const isOfEnvelope = (name: string) => name === wrapper || (others.includes(name) && !names.includes(name));
  const direct = new Map([...tree].filter(([name]) => !isOfEnvelope(name)));
  if (wrapped) return direct.size === 0 ? wrapped : merged(direct, wrapped);
  if (direct.size > 0) return direct;
  throw new Fault(
    'invalid',
    `${fieldsParameter.name}: name members of ${wrapper} too, such as ${wrapper}.${names[0]}.`,
  );
}

/** What either tree chooses. */
function merged(one: FieldTree, other: FieldTree): FieldTree {
  if (one.size === 0 || other.size === 0) return everything;
  const shared = [...other].map(([name, below]) => [name, merged(one.get(name) ?? below, below)] as const);
  return new Map([...one, ...shared]);
}

/** Names a choice: equal choices have equal texts. */
export const textOfFields = (tree: FieldTree, path = ''): string =>
  [...tree]
    .map(([name, below]) => (below.size === 0 ? path + name : textOfFields(below, `${path}${name}.`)))
    .join(',');
