import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { routeGroups } from '../../rest/index.ts';
import { compileRoutes } from '../../rest/kernel/compile.ts';
import { schema } from '../../schema/index.ts';
import { createPreparer } from '../../schema/kernel/prepare.ts';
import { sendTo } from '../requests/send-request.ts';
import { createCatalogue } from './catalogue.ts';
import { createMcpServer } from './tools.ts';

/** Serves the tools over standard input and output. */
export function serveTools(serviceUrl: string, key: string): void {
  const preparer = createPreparer(schema);
  const catalogue = createCatalogue(preparer, compileRoutes(preparer, routeGroups));
  serveStdio(() => createMcpServer(catalogue, sendTo(serviceUrl, key), { readsFiles: true }));
}
