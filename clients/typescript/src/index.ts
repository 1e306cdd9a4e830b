export { type Almanac, createClient } from './client.ts';
export {
  AlmanacError,
  type ErrorKind,
  KeyError,
  LimitError,
  NetworkError,
  NotFoundError,
  RequestError,
  ServiceError,
  UpstreamError,
} from './errors.ts';
export type { CallOptions, ClientOptions } from './exchange.ts';
export type {
  GraphqlCost,
  GraphqlError,
  GraphqlResult,
  TypedDocument,
  UntypedDocument,
} from './graphql.ts';
export { type Heard, type ListenOptions, listen, type SoundStream } from './listen.ts';
export type { ItemOf, Page, PagedPath } from './paging.ts';
export type { RateLimit, ResponseInfo } from './response-info.ts';
export type { RetryOptions } from './retry.ts';
export type {
  BodyOf,
  FilePath,
  FilesOf,
  JsonPath,
  NamedBlob,
  ParametersOf,
  Schemas,
  UploadBodyOf,
  UploadPath,
} from './routes.ts';
export type { WatchOptions } from './watch.ts';
