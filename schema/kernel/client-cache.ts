import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { keysOfLookups } from './entity-keys.ts';
import { PageInterface } from './paging.ts';

/** A policy of Apollo Client. */
interface TypePolicy {
  /** For types without `id`: results of several queries are merged, not replaced by the last one. */
  readonly merge?: true;
  /** Fields that are pages: those of one list are stored together. */
  readonly fields?: Readonly<Record<string, { readonly keyArgs: readonly string[] }>>;
}

/** What normalising caches of clients need to know of the schema. */
export interface ClientCache {
  /** The object types of each interface, for fragments on interfaces. Apollo Client takes it as it is. */
  readonly possibleTypes: Readonly<Record<string, string[]>>;
  /** Policies of Apollo Client; those of pages need a `merge`, which JSON cannot hold. */
  readonly typePolicies: Readonly<Record<string, TypePolicy>>;
  /** The field that identifies an object of a type without `id`, for caches whose queries all select it. */
  readonly keyFields: Readonly<Record<string, string>>;
  /** Types without `id`, stored below the object that holds them: a key that only some queries select makes one object two. */
  readonly embeddedTypes: readonly string[];
}

/** The argument that continues a list. Lists with pages of another length are others: a short one would be taken for the whole. */
const pageArgument = 'after';

/** Derives the settings of clients' caches from the schema, in alphabetical order. */
export function clientCache(schema: GraphQLSchema): ClientCache {
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && type !== schema.getQueryType())
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const objectTypes = types.filter(isObjectType);
  const embedded = objectTypes.filter((type) => !('id' in type.getFields()));
  const pages = new Map(objectTypes.map((type) => [type, pageFields(schema, type)] as const));
  const keys = keysOfLookups(schema);
  return {
    possibleTypes: Object.fromEntries(
      types
        .filter((type) => isInterfaceType(type) || isUnionType(type))
        .map((type) => [
          type.name,
          schema
            .getPossibleTypes(type)
            .map(({ name }) => name)
            .sort(),
        ]),
    ),
    typePolicies: Object.fromEntries(
      objectTypes
        .filter((type) => embedded.includes(type) || pages.get(type)!.length > 0)
        .map((type) => {
          const policy: TypePolicy = {
            ...(embedded.includes(type) && { merge: true }),
            ...(pages.get(type)!.length > 0 && { fields: Object.fromEntries(pages.get(type)!) }),
          };
          return [type.name, policy];
        }),
    ),
    keyFields: Object.fromEntries(
      embedded.flatMap(({ name }) => {
        const single = keys.get(name)?.find(({ fields }) => fields.length === 1);
        return single ? [[name, single.fields[0]!]] : [];
      }),
    ),
    embeddedTypes: embedded.map(({ name }) => name),
  };
}

/** The fields of a type that return a page, with the arguments that name the list. */
function pageFields(schema: GraphQLSchema, type: GraphQLObjectType) {
  const page = schema.getType(PageInterface.name);
  return Object.values(type.getFields())
    .filter(({ args, type: returned }) => {
      const named = getNamedType(returned);
      return (
        isObjectType(named) &&
        named.getInterfaces().some((one) => one === page) &&
        args.some(({ name }) => name === pageArgument)
      );
    })
    .map(({ name, args }) => {
      const keyArgs = args.map((argument) => argument.name).filter((each) => each !== pageArgument);
      return [name, { keyArgs }] as const;
    });
}
