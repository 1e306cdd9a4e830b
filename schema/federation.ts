// First, so that types and fields are registered in the order of the groups.
import './index.ts';
import { type GraphQLSchema, isObjectType } from 'graphql';
import type { Lookup } from '../resolvers/kernel/lookup.ts';
import { type EntityKey, type EntityKeys, keysOfLookups } from './kernel/entity-keys.ts';
import { subgraphOf } from './kernel/subgraph.ts';
import { lookupAt, resourcePages } from './lookup.ts';

/** The keys of all types: those of their lookups, and the addresses of their pages. */
export function entityKeys(schema: GraphQLSchema): EntityKeys {
  const keys = new Map(keysOfLookups(schema));
  for (const { name } of new Set(resourcePages.map(({ type }) => type))) {
    const key = pageKey(schema, name);
    if (key) keys.set(name, [...(keys.get(name) ?? []), key]);
  }
  return keys;
}

/** The schema as a subgraph of Apollo Federation 2. */
export const federatedSchema = (schema: GraphQLSchema): GraphQLSchema =>
  subgraphOf(schema, entityKeys(schema));

function pageKey(schema: GraphQLSchema, typeName: string): EntityKey | undefined {
  const type = schema.getType(typeName);
  const fields = isObjectType(type) ? type.getFields() : {};
  const lookups = resourcePages.flatMap((page) => (page.type.name === typeName ? [page.lookup] : []));
  // A further input, such as a date, changes the values of an object that is no entity.
  if (!('id' in fields || lookups.every(hasRequiredInputs))) return undefined;
  return {
    fields: ['url'],
    lookups: [...new Set(lookups)],
    find({ url }) {
      const addressed = lookupAt(url);
      if (addressed?.page.type.name !== typeName) return undefined;
      return { lookup: addressed.page.lookup, given: addressed.given };
    },
  };
}

const hasRequiredInputs = ({ input }: Lookup): boolean =>
  Object.values(input).every(({ isRequired }) => isRequired);
