import { describe, expect, it } from 'vitest';
import { Fault } from '../../core/faults.ts';
import { parseJson } from '../../core/json.ts';

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
    [
      'digits in a string',
      '["12345678901234567","a:12345678901234567"]',
      ['12345678901234567', 'a:12345678901234567'],
    ],
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

  it('has the result of a parser of one character at a time, for valid and for invalid texts', () => {
    const random = seeded(20_260_101);
    let broken = 0;
    for (let round = 0; round < 6_000; round += 1) {
      const valid = randomJson(random, 4);
      const text = round % 2 === 0 ? valid : damaged(random, valid);
      const expected = slowly(text);
      if (expected === undefined) {
        broken += 1;
        expect(() => wide(text), text).toThrow(Fault);
      } else {
        expect(wide(text), text).toEqual(expected.value);
      }
    }
    expect(broken).toBeGreaterThan(500);
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

type Random = (below: number) => number;

/** A small linear congruential generator: the same texts in every run. */
function seeded(seed: number): Random {
  let state = BigInt(seed);
  return (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return Number((state >> 33n) % BigInt(below));
  };
}

const pick = (random: Random, from: readonly string[]): string => from[random(from.length)]!;

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, (_, index) => (index === 0 ? 1 + random(9) : random(10))).join('');

function randomJson(random: Random, depth: number): string {
  const space = () => pick(random, ['', '', ' ', '\n\t', '\r']);
  const inner = () => space() + randomJson(random, depth - 1) + space();
  const many = (item: () => string) => Array.from({ length: random(4) }, item).join(',');
  switch (random(depth > 0 ? 8 : 5)) {
    case 0:
      return `${pick(random, ['', '-'])}${digits(random, 14 + random(8))}`;
    case 1:
      return pick(random, [
        '0',
        '-0',
        '7',
        '0.1234567890123456789',
        `${digits(random, 17)}.5`,
        `${digits(random, 16)}E+2`,
      ]);
    case 2:
      return pick(random, ['true', 'false', 'null']);
    case 3:
    case 4:
      return randomString(random);
    case 5:
      return `[${many(inner)}]`;
    default:
      return `{${many(() => `${space()}${randomString(random)}${space()}:${inner()}`)}}`;
  }
}

function randomString(random: Random): string {
  const parts = ['\\"', '\\\\', '\\u0041', ',', ':', '[', 'é', ' ', '1234567890123456', 'e', '-', ''];
  return `"${Array.from({ length: random(6) }, () => pick(random, parts)).join('')}"`;
}

function damaged(random: Random, text: string): string {
  const at = random(text.length + 1);
  const intruder = pick(random, ['', '"', '\\', ':', ',', '-', '1', '.', 'e', '{', ']', '1234567890123456']);
  return text.slice(0, at) + intruder + text.slice(at + random(2));
}

/** The reference: a plain recursive parser that reads wide integers as text. Undefined for invalid JSON. */
function slowly(text: string): { value: unknown } | undefined {
  let at = 0;
  const skip = () => {
    while (at < text.length && ' \t\n\r'.includes(text[at]!)) at += 1;
  };
  const take = (pattern: RegExp): string => {
    const found = new RegExp(pattern.source, 'y');
    found.lastIndex = at;
    const match = found.exec(text)?.[0];
    if (match === undefined) throw new SyntaxError();
    at += match.length;
    return match;
  };
  const string = (): string => JSON.parse(take(/"(?:[^"\\]|\\.)*"/)) as string;
  const listed = (close: string, item: () => void) => {
    at += 1;
    skip();
    if (text[at] === close) {
      at += 1;
      return;
    }
    for (;;) {
      item();
      skip();
      if (take(/[,\]}]/) === close) return;
      if (text[at - 1] !== ',') throw new SyntaxError();
    }
  };
  const value = (): unknown => {
    skip();
    if (text[at] === '"') return string();
    if (text[at] === '[') {
      const list: unknown[] = [];
      listed(']', () => list.push(value()));
      return list;
    }
    if (text[at] === '{') {
      const entries: [string, unknown][] = [];
      listed('}', () => {
        skip();
        const key = string();
        skip();
        take(/:/);
        entries.push([key, value()]);
      });
      return Object.fromEntries(entries);
    }
    const word = take(/true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/);
    return /^-?\d{16,}$/.test(word) ? word : JSON.parse(word);
  };
  try {
    const result = value();
    skip();
    return at === text.length ? { value: result } : undefined;
  } catch {
    return undefined;
  }
}
