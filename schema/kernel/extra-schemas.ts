import type { ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import { extraGroups, extraParts, GroupError } from '../../core/groups.ts';
import { builder } from './builder.ts';
import type { NamespaceOptions } from './lookup-plugin/types.ts';
import { typePrefix } from './namespaces.ts';
import { PageInterface } from './paging.ts';
import type { SchemaTypes } from './schema-types.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** What an extra group builds its part of the graph with. */
export interface SchemaTools {
  /** The Pothos builder of the graph, for interfaces, unions and types that refer to each other. */
  readonly builder: typeof builder;
  /** The interface of pages: `interfaces: [page]`. */
  readonly page: typeof PageInterface;
  /** The type of the objects that a decoder gives. Its name begins with that of the group. Throws a GroupError. */
  object<Model extends object>(
    name: string,
    decoder: z.ZodType<Model>,
    options: PothosSchemaTypes.ObjectTypeOptions<Types, Model>,
  ): ObjectRef<Types, Model>;
  /** The root field of the group, with its lookups. */
  namespace(options: NamespaceOptions<Types>): void;
}

export type AddSchema = (tools: SchemaTools) => void;

/** Adds the schemas of the extra groups to the builder. Throws a GroupError that names the group. */
export function addExtraSchemas(): void {
  const schemas = extraParts<AddSchema>('schema');
  for (const [index, { name }] of extraGroups.entries()) {
    try {
      schemas[index]!({
        builder,
        page: PageInterface,
        object(typeName, _decoder, options) {
          if (!typeName.startsWith(typePrefix(name)))
            throw new Error(`let the name of the type ${typeName} begin with ${typePrefix(name)}.`);
          return builder.objectRef<never>(typeName).implement(options as never);
        },
        namespace: (options) => builder.namespace(name, options),
      });
    } catch (error) {
      throw new GroupError(`The schema of ${name} is refused: ${(error as Error).message}`, { cause: error });
    }
  }
}
