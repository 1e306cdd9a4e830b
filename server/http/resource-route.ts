import type { GraphQLObjectType } from 'graphql';
import { Fault } from '../../core/faults.ts';
import { forbidden } from '../../resolvers/kernel/lookup.ts';
import { refusal, routeFault } from '../../rest/kernel/fault-response.ts';
import { resourceDocument, resourcePath } from '../../rest/kernel/resource.ts';
import type { Preparer } from '../../schema/kernel/prepare.ts';
import { type AddressedLookup, lookupAt } from '../../schema/lookup.ts';
import { permits } from '../keys/keys.ts';
import type { CachedResponse } from './cached-responses.ts';
import { Freshness } from './freshness.ts';
import { loggedFault } from './handlers.ts';
import { createLookupContext } from './lookup-context.ts';
import type { Ctx, Middleware } from './middleware.ts';
import { Representation } from './representation.ts';
import { abortSignalOf, unlessAborted } from './request-context.ts';
import type { Services } from './services.ts';
import { respondCached, respondFailure } from './write-response.ts';

/** `GET /api/lookup?url=`: the object of any group whose page has this address, as the graph has it. */
export const resourceRoute =
  (services: Services): Middleware =>
  async (ctx) => {
    ctx.state.route = resourcePath;
    const { responses, clock, unread } = services;
    const url = new URLSearchParams(ctx.querystring).getAll('url');
    try {
      const addressed = addressedBy(url);
      const { lookup } = addressed.page;
      services.keyring.count(ctx.state.key!, [{ group: lookup.group, lookups: 1 }]);
      if (!permits(ctx.state.key!, lookup.permission)) {
        return respondFailure(ctx, refusal(forbidden(lookup.permission)));
      }
      const cacheKey = `GET ${resourcePath} ${url[0]}`;
      const cached = responses.get(cacheKey, clock.now());
      const response = cached ?? (await makeResponse(services, ctx, addressed, url[0]!));
      responses.set(cacheKey, response);
      responses.alias(ctx.req.url!, cacheKey);
      respondCached(ctx, response, { unread, now: clock.now(), isCached: cached !== undefined });
    } catch (error) {
      respondFailure(ctx, routeFault(loggedFault(services, ctx, error)));
    }
  };

/** Throws the faults `missing`, `invalid` and `notFound`. */
function addressedBy(url: readonly string[]): AddressedLookup {
  if (url.length === 0 || url[0] === '') throw new Fault('missing', 'url is required: address of the page.');
  if (url.length > 1) {
    throw new Fault(
      'invalid',
      `url must be one address. It is given ${url.length} times, and takes one value.`,
    );
  }
  const addressed = lookupAt(url[0]);
  if (!addressed) throw new Fault('notFound', 'No supported page has this address.');
  return addressed;
}

async function makeResponse(
  services: Services,
  ctx: Ctx,
  { page }: AddressedLookup,
  url: string,
): Promise<CachedResponse> {
  const { permission, group } = page.lookup;
  const { name } = page.type;
  const prepared = preparedFor(services.preparer, name);
  const freshness = new Freshness();
  const signal = abortSignalOf(ctx.res, services);
  const caller = { key: ctx.state.key!, requestId: ctx.state.requestId };
  const context = createLookupContext(services, caller, { freshness, signal: () => signal });
  const result = await unlessAborted(signal, Promise.resolve(prepared.execute(context, { url })));
  const failed = result.errors?.[0];
  if (failed) throw failed.originalError ?? failed;
  return {
    route: resourcePath,
    representation: new Representation(JSON.stringify({ group, type: name, data: result.data!.lookup })),
    permissions: [permission],
    price: 1,
    uses: [{ group, lookups: 1 }],
    freshness,
  };
}

function preparedFor(preparer: Preparer, typeName: string) {
  const type = preparer.schema.getType(typeName) as GraphQLObjectType;
  const preparation = preparer.prepare(resourceDocument(type));
  if ('errors' in preparation) throw preparation.errors[0];
  return preparation.prepared;
}
