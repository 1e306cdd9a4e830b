import { describe, expect, it } from 'vitest';
import type { Context } from '../../resolvers/kernel/context.ts';
import { count, exactlyOne, freeText } from '../../resolvers/kernel/inputs.ts';
import { ask, byteLookup, lookup } from '../../resolvers/kernel/lookup.ts';
import { failureOf } from '../sources/http/transport-fixture.ts';

const received: unknown[] = [];
const forecast = lookup({
  group: 'weather',
  summary: 'The weather to come.',
  input: { city: freeText('Name of the city.'), count: count('How many.', { max: 40, default: 8 }) },
  rules: [exactlyOne('city')],
  run: async (values) => received.push(values),
});

const caller = (more: Partial<Context> = {}): Context => ({
  requestId: 'request',
  permits: () => true,
  read: () => Promise.reject(new Error('Nothing is read here.')),
  cached: () => undefined,
  open: () => Promise.reject(new Error('Nothing is opened here.')),
  setting: ({ schema, default: initial }) => schema.parse(initial),
  ...more,
});

const asking = async (given: Record<string, unknown>, more: Partial<Context>) =>
  ask(forecast, given, caller(more));

describe('a lookup', () => {
  it('has the permission of its group, a price of one and a batch size of one by default', () => {
    expect(forecast).toMatchObject({ permission: 'weather', price: 1, batchSize: 1, isBytes: false });
    const files = byteLookup({
      group: 'songid',
      permission: 'songid:files',
      price: 2,
      batchSize: 5,
      summary: 'A file.',
      input: {},
      run: () => Promise.reject(new Error('There is none.')),
    });
    expect(files).toMatchObject({ permission: 'songid:files', price: 2, batchSize: 5, isBytes: true });
  });

  it('runs with validated and normalized values, defaults included', async () => {
    received.length = 0;
    await ask(forecast, { city: ' Oslo ', count: null, unknown: 1 }, caller());
    expect(received).toEqual([{ city: 'Oslo', count: 8 }]);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['the permission before a missing input', {}, 'forbidden', 'This key has no permission for weather.'],
    [
      'the permission before an invalid input',
      { city: '' },
      'forbidden',
      'This key has no permission for weather.',
    ],
  ])('checks %s', async (_, given, kind, message) => {
    expect(await failureOf(asking(given, { permits: () => false }))).toMatchObject({
      kind,
      message,
    });
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{}, 'missing', 'place is required: name of the city.'],
    [{ city: '\t' }, 'missing', 'place is required: name of the city.'],
    [{ city: 'Oslo', count: 41 }, 'invalid', 'count must be a whole number from 1 to 40.'],
    [{ city: ['Oslo'] }, 'invalid', 'place must be text of 1 to 256 characters, without control characters.'],
    [
      { city: { toString: 'x' } },
      'invalid',
      'place must be text of 1 to 256 characters, without control characters.',
    ],
  ])('refuses %j with the public name of the input, and does not run', async (given, kind, message) => {
    received.length = 0;
    const publicName = (lookup: object, name: string) =>
      lookup === forecast && name === 'city' ? 'place' : name;
    expect(await failureOf(asking(given, { publicName: publicName }))).toMatchObject({ kind, message });
    expect(received).toEqual([]);
  });

  it('checks its own permission and no other', async () => {
    const checked: string[] = [];
    await ask(forecast, { city: 'Oslo' }, caller({ permits: (permission) => checked.push(permission) > 0 }));
    expect(checked).toEqual(['weather']);
  });
});
