import { type GraphQLSchema, isObjectType, Kind, visit } from 'graphql';
import type { CompiledRoute } from '../rest/kernel/compile.ts';
import { methodOf } from '../rest/kernel/route.ts';
import { typesFoundById, typesWithId } from '../schema/kernel/entities.ts';

/** Fields by which normalising caches of clients identify an object. */
const identities = ['id', '_id'];

/** Types with an `id` that identifies no object, and entities without an `id`: clients merge objects of one type and id. */
export function checkEntities(schema: GraphQLSchema): readonly string[] {
  const foundById = typesFoundById(schema);
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  return [
    ...typesWithId(schema)
      .filter(({ name, extensions }) => !foundById.has(name) && !extensions.entity)
      .map(
        ({ name }) =>
          `${name}.id is taken for the identity of an object, but no lookup finds one by an identifier alone: take it as ` +
          `identifier, name it after what it is the id of, with documentedAsId, or register ${name} with ...entity.`,
      ),
    ...typesWithId(schema)
      .filter((type) => String(type.getFields().id!.type) !== 'ID!')
      .map(({ name }) => `${name}.id identifies objects: let its type be ID!.`),
    ...types
      .filter((type) => type.extensions.entity && !('id' in type.getFields()))
      .map(
        ({ name }) => `${name} is registered as an entity without a field id: add it, or remove ...entity.`,
      ),
    ...types
      .filter((type) => '_id' in type.getFields())
      .map(({ name }) => `${name}._id is taken for an identity by clients: rename it.`),
  ];
}

/** Documents of routes that write another field under the alias `id`: clients that copy them would merge objects. */
export const checkAliases = (routes: readonly CompiledRoute[]): readonly string[] =>
  routes.flatMap(({ route, prepared }) => {
    const found: string[] = [];
    visit(prepared.document, {
      [Kind.FIELD]({ alias, name }) {
        if (alias && alias.value !== name.value && identities.includes(alias.value)) {
          found.push(
            `The document of ${methodOf(route)} ${route.path} has the alias ${alias.value}: ${name.value}: ` +
              `give the field ${name.value} the hint documentedAsId.`,
          );
        }
      },
    });
    return found;
  });
