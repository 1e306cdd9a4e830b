import { describe, expect, it } from 'vitest';
import { receivedFile } from '../../../resolvers/kernel/context.ts';
import { routeGroups } from '../../../rest/index.ts';
import { compileRoutes } from '../../../rest/kernel/compile.ts';
import { schema } from '../../../schema/index.ts';
import { createPreparer } from '../../../schema/kernel/prepare.ts';
import { useStarted } from '../../suite.ts';
import { startParity } from './parity-fixture.ts';

const routes = compileRoutes(createPreparer(schema), routeGroups);

const parity = useStarted(startParity);

describe('Every way through the server gives the result of graphql-js', () => {
  const permitted = routes.filter(({ lookup, group }) => lookup.permission === group);

  it.each(permitted.map((compiled) => [compiled.route.path, compiled] as const))(
    'for the document of %s',
    async (_, { route, prepared, read, upload }) => {
      const file = upload && receivedFile(upload.example());
      const variables = read(route.example, new URLSearchParams(route.example), file);
      const expected = await parity.byReference(prepared, variables, () => true);
      const results = await parity.throughServer({ query: route.document, variables }, {});
      expect(results).toEqual([expected, expected, expected]);
    },
  );
});
