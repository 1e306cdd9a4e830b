import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { routeGroups } from '../../rest/index.ts';
import { compileRoutes } from '../../rest/kernel/compile.ts';
import { schema } from '../../schema/index.ts';
import { createPreparer } from '../../schema/kernel/prepare.ts';
import { askOver } from './asking.ts';
import { createCatalogue } from './catalogue.ts';
import { createMcpServer } from './tools.ts';

/** The tools over standard input and output, for the service at ALMANAC_URL with the key in KEY. */
const { ALMANAC_URL = 'http://127.0.0.1:4000', KEY } = process.env;
if (!KEY) {
  console.error('KEY must be an API key; ALMANAC_URL is the service, http://127.0.0.1:4000 unless given.');
  process.exit(78);
}
const catalogue = createCatalogue(schema, compileRoutes(createPreparer(schema), routeGroups));
serveStdio(() => createMcpServer(catalogue, askOver(ALMANAC_URL, KEY)));
