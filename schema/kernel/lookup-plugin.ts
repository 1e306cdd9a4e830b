import { isDeepStrictEqual } from 'node:util';
import type { ArgumentRef, ObjectRef } from '@pothos/core';
import type { Group } from '../../core/groups.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import type { Context } from '../../resolvers/kernel/context.ts';
import type { EnumKind, Input, Inputs, ValuesOf } from '../../resolvers/kernel/inputs.ts';
import { ask, type Bytes, type Lookup } from '../../resolvers/kernel/lookup.ts';
import { builder, type SchemaTypes } from './builder.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>;
type InterfaceFields<Parent> = PothosSchemaTypes.InterfaceFieldBuilder<Types, Parent>;
// biome-ignore lint/suspicious/noExplicitAny: refs are invariant in their model, so the model is inferred from the ref
type AnyRef = ObjectRef<Types, any>;
/** What a lookup answers with: one thing, a list of them, or a list with nulls among them. */
type Answered = AnyRef | readonly [AnyRef] | readonly [AnyRef, null];
type ModelOf<Type> = Type extends readonly [ObjectRef<Types, infer Item>, ...infer Null]
  ? readonly (Item | Null[number])[]
  : Type extends ObjectRef<Types, infer Model>
    ? Model
    : never;
type Filled<Parent, Of extends Inputs> = {
  readonly [Name in keyof Of]?: (parent: Parent) => string | number | readonly string[] | null;
};

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** The lookup that a field opens onto, and the arguments that it takes from its parent. */
    lookup?: Lookup;
  }
}

/**
 * A field that opens onto a lookup, which answers with a `Type`, with a list (`[Type]`), or with a list that has null
 * for what does not exist (`[Type, null]`). Its arguments, their defaults and their descriptions come from the lookup's
 * input. `filled` takes parameters from the parent object and out of the arguments; when the parent has none to give,
 * nothing is asked. The field is nullable, so that one failing lookup leaves the rest of an answer.
 */
export function answer<Parent, Of extends Inputs, Type extends Answered>(
  t: Fields<Parent> | InterfaceFields<Parent>,
  lookup: Lookup<Of, ModelOf<Type> | null>,
  type: Type,
  filled: Filled<Parent, NoInfer<Of>> = {},
) {
  return fieldOf(t as Fields<Parent>, lookup, type, filled, ask);
}

/** `asked` is how the graph asks the lookup; a route asks it itself. */
function fieldOf<Parent, Of extends Inputs, Model>(
  t: Fields<Parent>,
  lookup: Lookup<Of, Model>,
  type: Answered,
  filled: Filled<Parent, Of>,
  asked: (lookup: Lookup<Of, Model>, given: Record<string, unknown>, context: Context) => MaybePromise<Model>,
) {
  const args: Record<string, unknown> = {};
  for (const [name, input] of Object.entries(lookup.input)) {
    if (!(name in filled)) args[name] = argument(t as Fields<unknown>, input);
  }
  const fill = Object.entries(filled) as [string, (parent: Parent) => unknown][];
  const isList = Array.isArray(type);
  return t.field({
    type: (isList ? [type[0]] : type) as AnyRef,
    nullable: isList ? { list: true, items: type.length > 1 } : true,
    description: lookup.summary,
    args: args as Record<string, ArgumentRef<Types, unknown>>,
    extensions: { lookup: lookup as unknown as Lookup },
    resolve(parent: Parent, given: Record<string, unknown>, context: Context) {
      if (fill.length === 0) return asked(lookup, given, context);
      const all = { ...given };
      for (const [name, of] of fill) all[name] = of(parent);
      return fill.some(([name]) => all[name] === null) ? null : asked(lookup, all, context);
    },
  } as never);
}

const Download = builder.objectRef<Bytes & { readonly url: string }>('Download').implement({
  description: 'A file that is fetched by its REST address.',
  fields: (t) => ({
    contentType: t.exposeString('contentType', { description: 'Its media type.' }),
    filename: t.exposeString('filename', { nullable: true, description: 'Name to save it under.' }),
    byteLength: t.expose('byteLength', {
      type: 'SafeInt',
      nullable: true,
      description: 'Number of bytes; null while it is not known.',
    }),
    url: t.exposeString('url', { description: 'REST address that answers with the bytes, below this host.' }),
  }),
});

/**
 * A field that opens onto a lookup of bytes: the facts, and the REST address that `urlOf` makes of the arguments.
 * `filled` takes parameters from the parent object, as for `answer`.
 */
export function answerBytes<Parent, Of extends Inputs>(
  t: Fields<Parent>,
  lookup: Lookup<Of, Bytes>,
  urlOf: (values: ValuesOf<Of>) => string,
  filled: Filled<Parent, NoInfer<Of>> = {},
) {
  const described: Lookup<Of, Bytes & { readonly url: string }> = {
    ...lookup,
    run: async (values, context) => ({ ...(await lookup.run(values, context)), url: urlOf(values) }),
  };
  return fieldOf(t, described, Download, filled, async (...asked) => {
    const bytes = await ask(...asked);
    bytes.close?.();
    return bytes;
  });
}

function argument(t: Fields<unknown>, input: Input): ArgumentRef<Types, unknown> {
  const { type, isList } = input.graphql;
  const named = typeof type === 'object' ? enumOf(type) : type;
  return t.arg({
    type: (isList ? [named] : named) as 'String',
    required: input.isRequired as true,
    description: input.description,
    ...(input.default === undefined ? {} : { defaultValue: input.default as string }),
  }) as unknown as ArgumentRef<Types, unknown>;
}

type EnumRef = ReturnType<typeof builder.enumType>;
const enums = new Map<string, { readonly kind: EnumKind; readonly type: EnumRef }>();

/**
 * The GraphQL enum of a closed set of words, made once however many inputs and fields use it. Throws when two sets of
 * different words have the same name.
 */
export function enumOf(kind: EnumKind): EnumRef {
  const made = enums.get(kind.name);
  if (made) {
    if (isDeepStrictEqual(made.kind.values, kind.values)) return made.type;
    throw new Error(`There are two sets of words named ${kind.name}.`);
  }
  const values = Object.entries(kind.values).map(([name, word]) => [name, { value: word }]);
  const { name, description } = kind;
  const type = builder.enumType(name, { description, values: Object.fromEntries(values) });
  enums.set(name, { kind, type });
  return type;
}

/** The root field of a group: `{ weather { … } }`. */
export function namespace(
  group: Group,
  description: string,
  fields: (t: Fields<object>) => Record<string, unknown>,
): void {
  const name = `${group.charAt(0).toUpperCase()}${group.slice(1)}`;
  const type = builder.objectRef<object>(name);
  type.implement({ description, fields: fields as never });
  builder.queryField(group, (t) => t.field({ type, description, resolve: () => ({}) }));
}
