import { readFileSync } from 'node:fs';
import { defineGroup } from 'almanac/group';
import * as lookups from './lookups.js';
import { paths } from './routes.js';
import { upstream } from './sandbox.js';
import { schema } from './schema.js';
import { group, source } from './source.js';

/** What is served is compared with the shape of this answer; `/status` tells of differences. */
const example = JSON.parse(readFileSync(new URL('./example.json', import.meta.url), 'utf8'));

export default defineGroup({
  name: group,
  sources: [source],
  lookups,
  schema,
  routes: paths,
  sandbox: [upstream],
  payloads: { define: [example] },
});
