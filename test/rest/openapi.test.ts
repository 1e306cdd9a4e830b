import { describe, expect, it } from 'vitest';

const { default: openApi } = await import('../../docs/openapi.json', { with: { type: 'json' } });

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

describe('the OpenAPI document', () => {
  const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.values(methods as object as Record<string, Operation>).map((operation) => ({ path, operation })),
  );
  const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  it.each(['403', '503'])('has both bodies of %s, of a route and of what refuses before it', (status) => {
    const both = { oneOf: [refTo('Refusal'), refTo('Failure')] };
    const schemas = operations.map(({ path, operation }) => [
      path,
      operation.responses[status]?.content['application/json']?.schema,
    ]);
    // A ticket asks no source, and its path is checked when it is opened.
    const others = schemas.filter(([path]) => path !== '/api/ticket');
    expect(others).toEqual(others.map(([path]) => [path, both]));
  });

  it('names the limit that refuses as the headers and the errors of parts do', () => {
    const { PartError } = openApi.components.schemas;
    const { description } = openApi.components.headers['X-RateLimit-Scope'];
    expect(description).toBe(`The limit that refuses: ${PartError.properties.scope.enum.join(', ')}.`);
    expect(PartError.required).not.toContain('scope');
  });
});
