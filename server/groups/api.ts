/** What an extra group is made of: `almanac/group` (docs/groups.md). It changes with major versions only. */

// The declarations of t.lookup and the like.
import '../../schema/kernel/lookup-plugin/global-types.ts';

export { hours, minutes, seconds } from '../../core/clock.ts';
export { Fault, type FaultKind } from '../../core/faults.ts';
export type { ExtraGroupName } from '../../core/groups.ts';
export { type Setting, switchSetting, wordSetting } from '../../core/settings.ts';
export type { Context } from '../../resolvers/kernel/context.ts';
export {
  atLeastOne,
  choice,
  count,
  cursor,
  date,
  decimal,
  enumKind,
  exactlyOne,
  flag,
  freeText,
  handle,
  type Input,
  identifier,
  list,
  notTogether,
  pageUrl,
  tag,
} from '../../resolvers/kernel/inputs.ts';
export { type Bytes, byteLookup, type Lookup, lookup } from '../../resolvers/kernel/lookup.ts';
export { firstSuccess, orAbsent, orNothing, required } from '../../resolvers/kernel/optional.ts';
export {
  after,
  afterPosition,
  first,
  type ListPage,
  nextPosition,
  upToFirst,
} from '../../resolvers/kernel/paging.ts';
export { plural } from '../../resolvers/kernel/plural.ts';
export {
  bare,
  type Envelope,
  items,
  listedFaults,
  type RouteGroup,
  routes,
  success,
} from '../../rest/kernel/route.ts';
export type { Dice } from '../../sandbox/kernel/dice.ts';
export {
  conditional,
  htmlPage,
  json,
  plainText,
  redirect,
  refuse,
  type SandboxResponse,
} from '../../sandbox/kernel/responses.ts';
export {
  defineUpstream,
  get,
  post,
  put,
  type SandboxRequest,
  type Upstream,
} from '../../sandbox/kernel/upstream.ts';
export { entity } from '../../schema/kernel/entity.ts';
export type { AddSchema, SchemaTools } from '../../schema/kernel/extra-schemas.ts';
export {
  contains,
  isAmong,
  isAtLeast,
  isOneOf,
  isSince,
  isSo,
  listFilters,
} from '../../schema/kernel/list-filters.ts';
export {
  asDecimal,
  asFlag,
  asPlainText,
  asTime,
  asTimeOfMs,
  asTimeOfSeconds,
  asUrl,
  asWhole,
} from '../../schema/kernel/values.ts';
export { documentedAsId, documentedAsNumber, wire } from '../../schema/kernel/wire.ts';
export { bearer, headerKey, path, queryKey } from '../../sources/kernel/credentials.ts';
export {
  boolean,
  emptyableList,
  from,
  id,
  integer,
  nullable,
  number,
  oneOf,
  optionalList,
  optionalText,
  requiredList,
  shape,
  snakeCase,
  strictList,
  text,
  withDefault,
} from '../../sources/kernel/decode.ts';
export { embeddedJson, embeddedJsonContaining } from '../../sources/kernel/embedded-json.ts';
export { limitedBy } from '../../sources/kernel/http/classify-response.ts';
export { clientCredentials } from '../../sources/kernel/oauth.ts';
export {
  callTo,
  defineSource,
  type Endpoint,
  nextLink,
  type Source,
  type UpstreamResponse,
} from '../../sources/kernel/source.ts';
export { type DefinedGroup, defineGroup, type GroupSpec, groupNamed } from './define-group.ts';
