import { caseGroup } from '../harness/plan.ts';

export const b = caseGroup('B', 'Permissions', [
  ['a route of a group that the key lacks', '403 as a refusal; one lookup is charged, no upstream request'],
  ['the same without a required parameter', '403: permission comes before validation'],
  ['an unknown route with any key', '404 as an error of a route'],
  ['a query over an allowed and a forbidden group', '200 with the data of one and FORBIDDEN for the other'],
  ['a query over forbidden groups alone', '403, also by alias, by fragment, with @include, and by GET'],
  [
    'a forbidden response that another key has cached',
    '403 through REST and GraphQL, with an entity tag as well',
  ],
  [
    'a permission that is removed while a request waits',
    'The request ends with 200, the next one is 403 within a second',
  ],
  ['every documented route with a key that lacks its group', '403 for all 128 rows, no upstream request'],
  ['identification of a file by path without the permission for files', '403, with all groups granted'],
]);
