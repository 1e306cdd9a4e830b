import { describe, expect, it } from 'vitest';
import { embeddedJson, embeddedJsonContaining } from '../../sources/kernel/embedded-json.ts';

const mark = 'id="data"';

describe('embeddedJson', () => {
  it.each([
    ['an element', '<p>x</p><script id="data" type="application/json">{"a":1}</script>', { a: 1 }],
    ['the attribute behind another', '<script type="a/b" id="data">[1]</script>', [1]],
    ['the attribute in a text before', '<p>id="data"</p><script id="data">{"a":2}</script>', { a: 2 }],
    ['the attribute on another element', '<p id="data">1</p><script id="data">{"a":3}</script>', { a: 3 }],
    ['another script before', '<script>{"id":"data"}</script><script id="data">{"a":4}</script>', { a: 4 }],
    ['text like an element', '<script id="data">{"a":"<\\u002fscript>"}</script>', { a: '</script>' }],
  ])('reads %s', (_, page, expected) => {
    expect(embeddedJson(page, mark)).toEqual(expected);
  });

  it.each([
    ['no such element', '<script>{}</script>'],
    ['an element that does not end', '<script id="data">{"a":1}'],
    ['a tag that does not end', '<script id="data"'],
    ['invalid JSON', '<script id="data">sorry</script>'],
    ['nothing', ''],
  ])('fails for %s', (_, page) => {
    expect(() => embeddedJson(page, mark)).toThrow(expect.objectContaining({ kind: 'upstreamChanged' }));
  });

  it.each(['id="data"', '<script', '<script>', '<script></script>', '>'])(
    'takes linear time for a page of repeated %s',
    (part) => {
      expect(() => embeddedJson(part.repeat(500_000), mark)).toThrow();
    },
    10_000,
  );
});

describe('embeddedJsonContaining', () => {
  const json = (text: string) => `<script type="application/json" data-sjs>${text}</script>`;
  const found = (page: string) => [...embeddedJsonContaining(page, '"data"')];

  it.each([
    [
      'those that contain the word',
      json('{"data":1}') + json('{"other":2}') + json('[{"data":3}]'),
      [{ data: 1 }, [{ data: 3 }]],
    ],
    ['none for a word between them', `<p>"data"</p>${json('{}')}<p>"data"</p>`, []],
    ['none of other types', `<script>"data"</script>${json('{"data":4}')}`, [{ data: 4 }]],
    ['every digit', json('{"data":2317006284167526179}'), [{ data: '2317006284167526179' }]],
    ['none without end', `${json('{"data":5}')}<script type="application/json">{"data":6}`, [{ data: 5 }]],
    ['none in nothing', '', []],
  ])('returns %s', (_, page, expected) => {
    expect(found(page)).toEqual(expected);
  });

  it('fails for invalid JSON', () => {
    expect(() => found(json('"data" is gone'))).toThrow(expect.objectContaining({ kind: 'upstreamChanged' }));
  });

  it.each(['"data"', '<script', '<script>"data"', '<script></script>', '"data"</script>'])(
    'takes linear time for a page of repeated %s',
    (part) => {
      expect(found(part.repeat(300_000))).toEqual([]);
    },
    10_000,
  );
});
