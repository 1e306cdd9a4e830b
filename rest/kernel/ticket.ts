import { longestTarget } from './batch.ts';
import { type NamedSchemas, nameAfter } from './named-schemas.ts';

type Json = Readonly<Record<string, unknown>>;

export const ticketPath = '/api/ticket';

const pathForm: Json = {
  type: 'string',
  description: 'Path and query string of a GET route, or of /graphql with `query`.',
  pattern: '^/',
  maxLength: longestTarget,
};

/** The operation that makes tickets, in the OpenAPI document. */
export function ticketOperation(named: NamedSchemas, responses: Json): Json {
  const operationId = 'ticket';
  const json = (part: 'Form' | 'Response', properties: Json, example: Json): Json => ({
    'application/json': {
      schema: named.refer([nameAfter(operationId, part)], {
        type: 'object',
        properties,
        required: Object.keys(properties),
      }),
      example,
    },
  });
  return {
    operationId,
    tags: ['ticket'],
    summary: 'An address that a browser opens without a header.',
    description:
      'An addition to the documented routes. The address opens its path for a minute, from the address of the key: in `EventSource`, ' +
      'pictures and links. It counts as a request and costs no lookup; each use costs what the path costs.',
    'x-addition': true,
    requestBody: {
      required: true,
      content: json('Form', { path: pathForm }, { path: '/api/weather/current?city=Oslo' }),
    },
    responses: {
      '200': {
        description: 'The address.',
        content: json(
          'Response',
          {
            address: {
              type: 'string',
              description: 'The path with the ticket, below the origin of the service.',
            },
            expiresAt: { type: 'string', format: 'date-time', description: 'The end of the ticket.' },
          },
          {
            address: '/api/weather/current?city=Oslo&ticket=YW4gZXhhbXBsZSBvZiBhIHRpY2tldCBvZiAyNTYgYml0cw',
            expiresAt: '2026-11-22T14:40:56.710Z',
          },
        ),
      },
      ...Object.fromEntries(['400', '401', '429'].map((status) => [status, responses[status]])),
    },
  };
}
