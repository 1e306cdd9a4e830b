import type { GraphQLObjectType } from 'graphql';
import { Fault } from '../../core/faults.ts';
import type { RunnableRoute } from '../../rest/kernel/compile.ts';
import { fieldsParameter } from '../../rest/kernel/read-fields.ts';
import { narrowedResource, resourceDocument, resourcePath } from '../../rest/kernel/resource.ts';
import type { Preparer } from '../../schema/kernel/prepare.ts';
import { type AddressedLookup, lookupAt } from '../../schema/lookup.ts';
import type { RouteSource } from './route-handler.ts';

type Page = AddressedLookup['page'];

/** `GET /api/lookup?url=`: the object of any group whose page has this address, as the graph has it. */
export const resourceRoute = (preparer: Preparer): RouteSource => ({
  path: resourcePath,
  find(query) {
    const page = pageAt(query.getAll('url'));
    const type = preparer.schema.getType(page.type.name) as GraphQLObjectType;
    return routeOf(preparer, page, resourceDocument(type));
  },
});

/** Throws the faults `missing`, `invalid` and `notFound`. */
function pageAt([url, ...others]: readonly string[]): Page {
  if (!url) throw new Fault('missing', 'url is required: address of the page.');
  if (others.length > 0) {
    throw new Fault(
      'invalid',
      `url must be one address. It is given ${others.length + 1} times, and takes one value.`,
    );
  }
  const addressed = lookupAt(url);
  if (!addressed) throw new Fault('notFound', 'No supported page has this address.');
  return addressed.page;
}

function routeOf(preparer: Preparer, page: Page, document: string): RunnableRoute {
  const { lookup, type } = page;
  const preparation = preparer.prepare(document);
  if ('errors' in preparation) throw preparation.errors[0];
  const { prepared } = preparation;
  return {
    name: `${resourcePath} ${type.name}`,
    group: lookup.group,
    lookup,
    upload: undefined,
    faults: {},
    queryNames: ['url', fieldsParameter.name],
    read: (_path, query) => ({ url: query.get('url') }),
    withFields: (tree) => routeOf(preparer, page, narrowedResource(preparer.schema, prepared, tree)),
    async run(variables, context) {
      const { data, errors } = await prepared.execute(context, variables);
      if (errors?.[0]) throw errors[0].originalError ?? errors[0];
      return JSON.stringify({ group: lookup.group, type: type.name, data: data!.lookup });
    },
  };
}
