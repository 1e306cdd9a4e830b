import type { Clock } from '../../core/clock.ts';
import type { SharedMemoryAccount } from '../../core/memory-account.ts';
import type { ListedRoute } from '../../rest/kernel/compile.ts';
import type { NarrowRoute } from '../../rest/kernel/narrowed-routes.ts';
import type { Preparer } from '../../schema/kernel/prepare.ts';
import type { Config } from '../config/config.ts';
import type { GraphqlServer } from '../graphql/yoga.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { KeyPlaces } from '../limits/key-places.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Overload } from '../limits/overload.ts';
import type { InjectingCaller, SendRequest } from '../mcp/send-request.ts';
import type { Observer } from '../observability/observer.ts';
import type { Pages } from '../pages/pages.ts';
import type { OriginDocument } from '../responses/origin-documents.ts';
import type { Representation } from '../responses/representation.ts';
import type { SandboxBackends } from '../sandbox/sandbox-backends.ts';
import type { Downloads } from '../transfers/downloads.ts';
import type { UnreadResponses } from '../transfers/unread-responses.ts';
import type { Uploads } from '../transfers/upload.ts';
import type { Authenticator } from './authenticator.ts';
import type { Backend } from './backend.ts';

/** The parts of one running service that the steps of a request use. `server/service.ts` builds them. */
export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly observer: Observer;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly authenticator: Authenticator;
  readonly keyring: Keyring;
  readonly limiter: Limiter;
  readonly overload: Overload;
  /** The backend of the keys that are not test keys. */
  readonly upstreamBackend: Backend;
  /** What answers test keys. */
  readonly sandbox: SandboxBackends;
  /** Whether quotas, pauses and breakers are shared with other instances now; undefined without a shared store. */
  readonly sharesSources: () => boolean | undefined;
  readonly preparer: Preparer;
  readonly graphql: GraphqlServer;
  readonly routes: readonly ListedRoute[];
  readonly narrowRoute: NarrowRoute;
  readonly uploads: Uploads;
  readonly downloads: Downloads;
  /** Streams that each key has open. */
  readonly streams: KeyPlaces;
  readonly pages: Pages;
  readonly unread: UnreadResponses;
  /** The memory of results under way. */
  readonly resultMemory: SharedMemoryAccount;
  /** Sends requests to this service as a caller, without the network. */
  inject(caller: InjectingCaller): SendRequest;
  /** Whether the group of a path documents keys without `Bearer`. */
  acceptsRawKey(path: string): boolean;
  /** The schema as SDL. */
  sdl(): Representation;
  /** The OpenAPI document as JSON. */
  readonly openApi: OriginDocument;
  /** The same by OpenAPI 3.0. */
  readonly openApi30: OriginDocument;
  /** The groups as JSON. */
  readonly apiIndex: OriginDocument;
  /** What agents need to know, as text. */
  readonly llmsText: OriginDocument;
  /** What caches of GraphQL clients need to know of the schema, as JSON. */
  typePolicies(): Representation;
  /** Whether the instance takes new requests. */
  isReady(): boolean;
}
