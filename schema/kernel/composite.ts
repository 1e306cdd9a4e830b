import { brandWithType, type ObjectRef } from '@pothos/core';
import { toFault } from '../../core/faults.ts';
import type { Context } from '../../resolvers/kernel/context.ts';
import type { Inputs } from '../../resolvers/kernel/inputs.ts';
import { ask, type Lookup } from '../../resolvers/kernel/lookup.ts';
import type { Permission } from '../../resolvers/kernel/permissions.ts';
import type { Types } from './schema-types.ts';

export type Arguments = Readonly<Record<string, unknown>>;
/** Whether the caller has a permission. */
export type Permits = (permission: Permission) => boolean;

/** A field that stands for lookups of several groups, which its arguments choose. */
export interface Composite {
  /** Every lookup that the field may ask. */
  readonly all: readonly Lookup[];
  /** The lookups that it asks for these arguments. The sum of their prices is its price, and the caller needs
   * their permissions. */
  readonly lookupsFor: (args: Arguments, permits: Permits) => readonly Lookup[];
  /** Its arguments as inputs, where a route runs it. */
  readonly input?: Inputs;
  /** The type of its result, where the arguments tell it. */
  readonly typeFor?: (args: Arguments) => string | undefined;
  /** The parent decides which one of them is asked, so the price is that of the dearest. */
  readonly asksOne?: boolean;
  /**
   * The largest number of results of an object type; fields that are selected on the type, or on an interface of it, are
   * priced by it. Undefined for the type of what holds a result.
   */
  readonly itemsOf: ItemsOf;
}

export type ItemsOf = (typeName: string, args: Arguments) => number | undefined;

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** On a field that stands for several lookups. */
    composite?: Composite;
    /** On a list whose items are of several types: how many there are of each. */
    itemsOf?: ItemsOf;
  }
}

/** Asks one of the lookups of a composite. A fault names its group, which the field does not tell. */
export async function askPart(lookup: Lookup, given: Arguments, context: Context): Promise<unknown> {
  try {
    return await ask(lookup, given, context);
  } catch (error) {
    throw toFault(error).withGroup(lookup.group);
  }
}

/**
 * A copy of a model that a union takes for a type, which is given by its reference or name. Models themselves are shared
 * by all responses that are made from them.
 */
export function copyOfType<Model extends object>(
  model: Model,
  type: ObjectRef<Types, Model> | string,
): Model {
  const copy = { ...model };
  // The compiler knows the names of no types.
  brandWithType(copy, type as ObjectRef<Types, Model>);
  return copy;
}
