import { describe, expect, it } from 'vitest';
import { routeGroups } from '../../rest/index.ts';
import { compileRoutes } from '../../rest/kernel/compile.ts';
import { schema } from '../../schema/index.ts';
import { createPreparer } from '../../schema/kernel/prepare.ts';

const routes = compileRoutes(createPreparer(schema), routeGroups);

describe('the document of a route costs one lookup, as the route does', () => {
  it.each(routes.map((compiled) => [compiled.route.path, compiled] as const))('%s', (_, compiled) => {
    const { route, prepared, read, upload } = compiled;
    const file = upload && { bytes: new Uint8Array(), sha256: '0'.repeat(64) };
    const variables = read(route.example, new URLSearchParams(route.example), file);
    expect(prepared.price(variables)).toBe(1);
  });

  it('of every route', () => {
    expect(routes.length).toBeGreaterThanOrEqual(128);
  });
});
