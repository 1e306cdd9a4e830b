declare module 'graphql' {
  interface GraphQLObjectTypeExtensions<_TSource, _TContext> {
    /** Whether the type is an entity although no lookup takes its `id` alone. */
    entity?: true;
  }
}

/**
 * Options of an object type whose `id` names one object for good: wherever the graph returns that id, the fields have
 * the same values. Clients merge objects of one type and `id` in their caches. A type that a lookup returns for its id
 * alone is an entity without this option; any other type names its ids `cardId`, `teamId` and so on.
 *
 * `builder.objectRef<Story>('PhotosocialStory').implement({ ...entity, description: '…', fields: … })`
 */
export const entity: { extensions: { entity: true } } = { extensions: { entity: true } };
