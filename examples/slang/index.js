import { readFileSync } from 'node:fs';
import { defineGroup } from 'almanac/group';
import * as lookups from './lookups.js';
import { paths } from './routes.js';
import { upstream } from './sandbox.js';
import { schema } from './schema.js';
import { group, source } from './source.js';

/** A recorded response of the upstream. `/status` lists where later responses differ from its shape. */
const example = JSON.parse(readFileSync(new URL('./example.json', import.meta.url), 'utf8'));

/** The group: its part of each layer. The setting EXTRA_GROUPS names this folder. */
export default defineGroup({
  name: group,
  sources: [source],
  lookups,
  schema,
  routes: paths,
  sandbox: [upstream],
  // By name of endpoint.
  payloads: { define: [example] },
});
