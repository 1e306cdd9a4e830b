import type { GraphQLObjectType } from 'graphql';
import { Fault } from '../../core/faults.ts';
import { forbidden, type Lookup } from '../../resolvers/kernel/lookup.ts';
import { refusal, routeFault } from '../../rest/kernel/fault-response.ts';
import { type FieldTree, fieldsParameter, readFields, textOfFields } from '../../rest/kernel/read-fields.ts';
import { narrowedResource, resourceDocument, resourcePath } from '../../rest/kernel/resource.ts';
import type { Prepared, Preparer } from '../../schema/kernel/prepare.ts';
import { type AddressedLookup, lookupAt } from '../../schema/lookup.ts';
import { permits } from '../keys/keys.ts';
import type { CachedResponse } from '../responses/cached-responses.ts';
import { Freshness } from '../responses/freshness.ts';
import { Representation } from '../responses/representation.ts';
import { respondCached, respondFailure } from '../responses/write-response.ts';
import { wantsEvents } from '../streams/event-stream.ts';
import { answerOf, respondStream } from '../streams/stream.ts';
import { loggedFault } from './handlers.ts';
import { createLookupContext } from './lookup-context.ts';
import type { Ctx, Middleware } from './middleware.ts';
import { abortSignalOf, unlessAborted } from './request-context.ts';
import type { Services } from './services.ts';

/** `GET /api/lookup?url=`: the object of any group whose page has this address, as the graph has it. */
export const resourceRoute =
  (services: Services): Middleware =>
  async (ctx) => {
    ctx.state.route = resourcePath;
    const { clock, unread } = services;
    const { responses } = ctx.state.backend!;
    try {
      const question = readQuestion(services, ctx);
      const { lookup, cacheKey } = question;
      services.keyring.count(ctx.state.key!, [{ group: lookup.group, lookups: 1 }]);
      if (!permits(ctx.state.key!, lookup.permission)) {
        return respondFailure(ctx, refusal(forbidden(lookup.permission)));
      }
      const cached = responses.get(cacheKey, clock.now());
      const response = cached ?? (await question.respond(abortSignalOf(ctx.res, services)));
      if (wantsEvents(ctx.req)) return streamResource(services, ctx, question, response);
      responses.alias(ctx.req.url!, cacheKey);
      respondCached(ctx, response, { unread, now: clock.now(), isCached: cached !== undefined });
    } catch (error) {
      respondFailure(ctx, routeFault(loggedFault(services, ctx, error)));
    }
  };

/** What one request asks. */
interface Question {
  readonly lookup: Lookup;
  readonly cacheKey: string;
  respond(signal: AbortSignal): Promise<CachedResponse>;
}

/** Throws the faults `missing`, `invalid` and `notFound`. */
function readQuestion(services: Services, ctx: Ctx): Question {
  const query = new URLSearchParams(ctx.querystring);
  const { url, addressed } = addressedBy(query.getAll('url'));
  const fields = readFields(query.getAll(fieldsParameter.name));
  const cacheKey = `GET ${resourcePath} ${fields ? textOfFields(fields) : ''} ${url}`;
  const prepared = preparedFor(services.preparer, addressed.page.type.name, fields);
  const { lookup } = addressed.page;
  const backend = ctx.state.backend!;
  return {
    lookup,
    cacheKey,
    async respond(signal) {
      const freshness = new Freshness();
      const caller = { key: ctx.state.key!, backend, requestId: ctx.state.requestId };
      const context = createLookupContext(caller, { freshness, signal: () => signal });
      const result = await unlessAborted(signal, Promise.resolve(prepared.execute(context, { url })));
      const failed = result.errors?.[0];
      if (failed) throw failed.originalError ?? failed;
      const body = { group: lookup.group, type: addressed.page.type.name, data: result.data!.lookup };
      const response = {
        route: resourcePath,
        representation: new Representation(JSON.stringify(body)),
        permissions: [lookup.permission],
        price: 1,
        uses: [{ group: lookup.group, lookups: 1 }],
        freshness,
      };
      backend.responses.set(cacheKey, response);
      return response;
    },
  };
}

interface Addressed {
  readonly url: string;
  readonly addressed: AddressedLookup;
}

/** Throws the faults `missing`, `invalid` and `notFound`. */
function addressedBy([url, ...others]: readonly string[]): Addressed {
  if (!url) throw new Fault('missing', 'url is required: address of the page.');
  if (others.length > 0) {
    throw new Fault(
      'invalid',
      `url must be one address. It is given ${others.length + 1} times, and takes one value.`,
    );
  }
  const addressed = lookupAt(url);
  if (!addressed) throw new Fault('notFound', 'No supported page has this address.');
  return { url, addressed };
}

function preparedFor(preparer: Preparer, typeName: string, fields: FieldTree | undefined): Prepared {
  const type = preparer.schema.getType(typeName) as GraphQLObjectType;
  const whole = prepare(preparer, resourceDocument(type));
  return fields ? prepare(preparer, narrowedResource(preparer.schema, whole, fields)) : whole;
}

function prepare(preparer: Preparer, document: string): Prepared {
  const preparation = preparer.prepare(document);
  if ('errors' in preparation) throw preparation.errors[0];
  return preparation.prepared;
}

const streamResource = (services: Services, ctx: Ctx, question: Question, first: CachedResponse): void =>
  respondStream(services, ctx, {
    name: question.cacheKey,
    first: answerOf(first),
    price: first.price,
    uses: first.uses,
    ask: async (signal) => answerOf(await question.respond(signal)),
    wordFailure: routeFault,
  });
