import fc from 'fast-check';
import type { Input } from '../../resolvers/kernel/inputs.ts';
import type { CompiledRoute } from '../../rest/kernel/compile.ts';

/** Texts that were invented to break parsers, encoders and addresses. */
const hostileTexts = [
  ...[
    '',
    ' ',
    '\0',
    '\r\nX: 1',
    '../..',
    '%2e%2e%2f',
    '%',
    '%zz',
    '\\',
    '//evil.example',
    '?a=b',
    '#a',
    '&a=b',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    'true',
    '[object Object]',
    '{}',
    '[]',
  ],
  ...['-1', '0', '1e3', '0x10', '1.5', '9007199254740993', '1'.repeat(400), '１２', '+1', ' 1', 'Infinity'],
  ...['\ud800', '\u202e', '😀'.repeat(40), 'ﬀ', 'İ', 'e\u0301'.repeat(60), '\u2028', 'a'.repeat(5_000)],
  ...[
    'http://127.0.0.1/',
    'https://[::1]/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    "' OR 1=1 --",
    '<script>',
  ],
  ...['{{7*7}}', '$(id)', '`id`', '"', "'", ';', '|', '\t', '\x7f', '*', '..', '.', '/', '@a', '#ABC'],
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);

/** Texts at and beside the bounds that an input documents. */
function boundaryTexts({ json }: Input): readonly string[] {
  const {
    minimum,
    maximum,
    minLength,
    maxLength,
    enum: words,
  } = json as Record<string, number | undefined> & { enum?: readonly string[] };
  return [
    ...[minimum, maximum].flatMap((end) => (end === undefined ? [] : [end - 1, end, end + 1].map(String))),
    ...[minLength, maxLength].flatMap((end) =>
      end === undefined ? [] : [end - 1, end, end + 1].map((length) => 'a'.repeat(Math.max(0, length))),
    ),
    ...(words ?? []).flatMap((word) => [word, word.toUpperCase(), `${word} `]),
  ];
}

/** A text for an input: that of the example, one at a bound, or a hostile one. */
function textFor(input: Input, valid: string | undefined): fc.Arbitrary<string> {
  const likely = [...(valid === undefined ? [] : [valid]), ...boundaryTexts(input)];
  if (likely.length === 0) return hostileText;
  return fc.oneof(fc.constantFrom(...likely), hostileText);
}

export interface Given {
  readonly name: string;
  readonly values: readonly string[];
}

/** Parameters of a request: each left out, given, or given twice. */
export const parametersFor = ({ parameters, route }: CompiledRoute): fc.Arbitrary<readonly Given[]> =>
  fc.tuple(
    ...parameters.map(({ name, input, in: place }) => {
      const value = textFor(input, route.example[name]);
      const values =
        place === 'path'
          ? value.map((text) => [text])
          : fc.oneof(
              { weight: 6, arbitrary: value.map((text) => [text]) },
              { weight: 2, arbitrary: fc.constant([]) },
              fc.tuple(value, value),
            );
      return values.map((list) => ({ name, values: list as readonly string[] }));
    }),
  );

/** Any JSON in place of a variable. */
export const variableFor = (input: Input, valid: string | undefined): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 4, arbitrary: textFor(input, valid).map((text) => input.fromTexts([text]) ?? text) },
    { weight: 2, arbitrary: hostileText },
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(null, 0, -1, 2 ** 31, 2 ** 53, 1e308, [], {}, [[]], true),
  );
