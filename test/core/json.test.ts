import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../core/faults.ts';
import { parseJson, tryParseJson } from '../../core/json.ts';

const wide = (text: string) => parseJson(text, { wideIntegers: true });

describe('parseJson', () => {
  it.each<[string, string | Buffer, unknown]>([
    ['an object', '{"a":[1,null,true,"x"]}', { a: [1, null, true, 'x'] }],
    ['bytes', Buffer.from('{"city":"Tromsø"}'), { city: 'Tromsø' }],
    ['a byte order mark in a text', '\ufeff[1]', [1]],
    ['a byte order mark in bytes', Buffer.from([0xef, 0xbb, 0xbf, 0x5b, 0x31, 0x5d]), [1]],
    ['a wide integer, rounded without wideIntegers', '[9007199254740993]', [9007199254740992]],
  ])('reads %s', (_name, source, expected) => {
    expect(parseJson(source)).toEqual(expected);
  });

  it.each([
    ['nothing', ''],
    ['a page', '<!doctype html><title>secret words</title>'],
    ['an incomplete text', '{"secret words": [1, 2'],
    ['two values', '{} {"secret words":1}'],
  ])('fails with upstreamChanged for %s, without its content', (_name, text) => {
    for (const wideIntegers of [false, true]) {
      const refusal = thrownBy(() => parseJson(text, { wideIntegers }));
      expect(refusal).toBeInstanceOf(Fault);
      expect(refusal).toMatchObject({ kind: 'upstreamChanged' });
      expect(refusal).not.toHaveProperty('cause');
      expect(`${refusal}`).not.toContain('secret');
    }
  });
});

describe('parseJson with wideIntegers', () => {
  it.each<[string, string, unknown]>([
    ['a field', '{"id":12345678901234567890}', { id: '12345678901234567890' }],
    ['a negative field', '{"id": -12345678901234567890 }', { id: '-12345678901234567890' }],
    ['a list', '[1,12345678901234567,\n-12345678901234567]', [1, '12345678901234567', '-12345678901234567']],
    ['a bare number', '12345678901234567', '12345678901234567'],
    ['a bare number between spaces', ' \t12345678901234567\n', '12345678901234567'],
    ['sixteen digits', '[1234567890123456]', ['1234567890123456']],
    ['fifteen digits', '[123456789012345,-123456789012345]', [123456789012345, -123456789012345]],
    [
      'a long fraction',
      '[1234567890123456.5,12345678901234567.25e0]',
      [1234567890123456.5, Number('12345678901234567.25')],
    ],
    ['a fraction of 16 digits', '[0.1234567890123456]', [0.1234567890123456]],
    ['an exponent', '[1234567890123456e2,1E1,1e-3]', [1234567890123456e2, 10, 0.001]],
    ['a string', '["12345678901234567","a:12345678901234567"]', ['12345678901234567', 'a:12345678901234567']],
    ['digits in a key', '{"12345678901234567":1}', { '12345678901234567': 1 }],
    ['an escaped quote', '["\\",12345678901234567,\\"",1]', ['",12345678901234567,"', 1]],
    ['an escaped backslash', '["\\\\",12345678901234567]', ['\\', '12345678901234567']],
    ['three backslashes', '["\\\\\\",12345678901234567",1]', ['\\",12345678901234567', 1]],
    ['an empty string', '["",12345678901234567,""]', ['', '12345678901234567', '']],
    ['words between', '[true,null,12345678901234567,false]', [true, null, '12345678901234567', false]],
  ])('reads %s', (_name, text, expected) => {
    expect(wide(text)).toEqual(expected);
  });

  it.each([
    '{1234567890123456:1}',
    '{ 1234567890123456 : 1}',
    '01234567890123456',
    '-01234567890123456',
    '+1234567890123456',
    '--1234567890123456',
    '1234567890123456.',
    '1234567890123456 1',
    '"a"1234567890123456',
    '[1234567890123456',
    '"1234567890123456',
    'x1234567890123456',
  ])('refuses %s', (text) => {
    expect(() => wide(text)).toThrow(Fault);
  });

  const wideDigits = fc.bigInt({ min: 10n ** 15n, max: 10n ** 22n }).map((digits) => `#${digits}`);
  const texts = fc
    .tuple(
      fc.anything({
        maxDepth: 4,
        values: [fc.string(), fc.double({ min: -1e14, max: 1e14 }), fc.boolean(), wideDigits],
      }),
      fc.nat(2),
    )
    .map(([value, indent]) => JSON.stringify([value], null, indent))
    .filter((text) => !text.includes('\\"#'));
  const wideAs = (replacement: string, text: string) => text.replaceAll(/"#(\d{16,})"(?! *:)/g, replacement);

  it('reads wide integers among any values as text', () => {
    const check = (text: string) => {
      expect(wide(wideAs('$1', text))).toEqual(JSON.parse(wideAs('"$1"', text)));
    };
    fc.assert(fc.property(texts, check), { numRuns: 2_000 });
  });

  it('refuses what JSON.parse refuses', () => {
    const intruders = ['', '"', '\\', ':', ',', '-', '1', '.', 'e', '{', ']', '1234567890123456'];
    const check = (quoted: string, at: number, intruder: string, removed: number) => {
      const text = wideAs('$1', quoted);
      const place = at % (text.length + 1);
      const damaged = text.slice(0, place) + intruder + text.slice(place + removed);
      const expectation = expect(() => wide(damaged), damaged);
      if (tryParseJson(damaged) === undefined) expectation.toThrow(Fault);
      else expectation.not.toThrow();
    };
    fc.assert(fc.property(texts, fc.nat(), fc.constantFrom(...intruders), fc.nat(1), check), {
      numRuns: 3_000,
    });
  });

  it('parses a text of many backslashes in linear time', () => {
    const backslashes = '\\'.repeat(2_000_000);
    const text = JSON.stringify([backslashes, 1]).replace(/1\]$/, '12345678901234567]');
    const [long, digits] = wide(text) as string[];
    expect(long === backslashes).toBe(true);
    expect(digits).toBe('12345678901234567');
  });
});

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
