import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodePng, PngError } from '../../sources/cubegame-png.ts';
import { encodePng, isPng, type Picture } from '../../sources/kernel/png.ts';

/** The content of a PNG; rows are lists of samples, channel by channel. */
interface Sketch {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  readonly rows: readonly (readonly number[])[];
  /** Of each row; 0 unless given. */
  readonly filters?: readonly number[];
  readonly isInterlaced?: boolean;
  /** Further chunks before the pixels. */
  readonly chunks?: readonly (readonly [type: string, data: readonly number[]])[];
}

const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function chunk(type: string, data: Uint8Array | readonly number[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data as Uint8Array)]);
  const made = Buffer.alloc(body.length + 8);
  made.writeUInt32BE(data.length, 0);
  made.set(body, 4);
  made.writeUInt32BE(crc32(body), body.length + 4);
  return made;
}

/** Packs samples of `depth` bits. */
function packed(samples: readonly number[], depth: number): number[] {
  const bits = samples.map((sample) => sample.toString(2).padStart(depth, '0')).join('');
  return (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}

function filtered(row: readonly number[], above: readonly number[], step: number, filter: number): number[] {
  return row.map((value, x) => {
    const [left, up, upLeft] = [row[x - step] ?? 0, above[x] ?? 0, above[x - step] ?? 0];
    const estimate = left + up - upLeft;
    const nearest = [left, up, upLeft].reduce((best, each) =>
      Math.abs(estimate - each) < Math.abs(estimate - best) ? each : best,
    );
    return (value - [0, left, up, Math.floor((left + up) / 2), nearest][filter]!) & 255;
  });
}

function pixelData({ rows, depth, colourType, filters = [] }: Sketch): Buffer {
  const step = Math.max(1, (depth * channels[colourType]!) >> 3);
  const packedRows = rows.map((row) => packed(row, depth));
  return Buffer.from(
    packedRows.flatMap((row, y) => {
      const filter = filters[y] ?? 0;
      return [filter, ...filtered(row, packedRows[y - 1] ?? [], step, filter)];
    }),
  );
}

const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function interlacedData(sketch: Sketch): Buffer {
  const each = channels[sketch.colourType]!;
  return Buffer.concat(
    passes.map(([left, top, stepX, stepY]) => {
      const rows = sketch.rows
        .filter((_, y) => y >= top && (y - top) % stepY === 0)
        .map((row) =>
          row.filter((_, index) => {
            const x = Math.floor(index / each);
            return x >= left && (x - left) % stepX === 0;
          }),
        )
        .filter((row) => row.length > 0);
      return pixelData({ ...sketch, rows });
    }),
  );
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function header({ width, height, depth, colourType, isInterlaced }: Sketch): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colourType, 0, 0, isInterlaced ? 1 : 0], 8);
  return chunk('IHDR', data);
}

function written(sketch: Sketch): Buffer {
  const data = sketch.isInterlaced ? interlacedData(sketch) : pixelData(sketch);
  const extras = (sketch.chunks ?? []).map(([type, body]) => chunk(type, body));
  return Buffer.concat([
    signature,
    header(sketch),
    ...extras,
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', []),
  ]);
}

const grid = <Value>(width: number, height: number, of: (x: number, y: number) => Value): Value[][] =>
  Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => of(x, y)));

const [width, height] = [9, 11];
const size = { width, height };
const maxPixels = 4096;

type Pair = (x: number, y: number) => readonly [samples: number[], colour: number[]];

/** A PNG with computed samples, and its expected pixels. */
const drawn = (depth: number, colourType: number, pair: Pair, chunks: Sketch['chunks'] = []) => ({
  sketch: {
    ...size,
    depth,
    colourType,
    chunks,
    rows: grid(width, height, (x, y) => pair(x, y)[0]).map((row) => row.flat()),
  },
  pixels: grid(width, height, (x, y) => pair(x, y)[1]).flat(2),
});

const wave = (x: number, y: number) => (x * 37 + y * 59 + x * y * 7) % 256;
const grey = (value: number, alpha = 255) => [value, value, value, alpha];
const palette = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [9, 8, 7],
];
const inPalette = (x: number, y: number) => (x + y) % 4;
const plte = ['PLTE', palette.flat()] as const;
const clear = (...data: number[]) => ['tRNS', data] as const;

/** A colour of the palette whose first is nearly clear. */
const ofPalette = (index: number) => [...palette[index]!, index === 0 ? 40 : 255];

const sketches = {
  'colour with opacity': drawn(8, 6, (x, y) => {
    const samples = [wave(x, y), x, y, wave(y, x)];
    return [samples, samples];
  }),
  colour: drawn(8, 2, (x, y) => [
    [wave(x, y), x, y],
    [wave(x, y), x, y, 255],
  ]),
  'colour of 16 bits': drawn(16, 2, (x, y) => [
    [wave(x, y) * 257, x * 257, y * 257],
    [wave(x, y), x, y, 255],
  ]),
  'colour with opacity of 16 bits': drawn(16, 6, (x, y) => [
    [wave(x, y) * 257, 0, 65_535, y * 257],
    [wave(x, y), 0, 255, y],
  ]),
  'colour with one that is clear': drawn(
    8,
    2,
    (x) => [
      [x, 7, 7],
      [x, 7, 7, x === 3 ? 0 : 255],
    ],
    [clear(0, 3, 0, 7, 0, 7)],
  ),
  grey: drawn(8, 0, (x, y) => [[wave(x, y)], grey(wave(x, y))]),
  'grey with opacity': drawn(8, 4, (x, y) => [[wave(x, y), x], grey(wave(x, y), x)]),
  'grey of 1 bit': drawn(1, 0, (x, y) => [[(x + y) % 2], grey(((x + y) % 2) * 255)]),
  'grey of 2 bits': drawn(2, 0, (x, y) => [[(x + y) % 4], grey(((x + y) % 4) * 85)]),
  'grey of 4 bits with one that is clear': drawn(4, 0, (x) => [[x], grey(x * 17, x === 5 ? 0 : 255)], [
    clear(0, 5),
  ]),
  ...Object.fromEntries(
    [1, 2, 4, 8].map((depth) => {
      const index = (x: number, y: number) => inPalette(x, y) % 2 ** depth;
      const pair: Pair = (x, y) => [[index(x, y)], ofPalette(index(x, y))];
      return [`a palette of ${depth} bits`, drawn(depth, 3, pair, [plte, clear(40)])];
    }),
  ),
};

const cases = Object.entries(sketches);

describe('a PNG', () => {
  it.each(cases)('is read from %s', (_, { sketch, pixels }) => {
    const picture = decodePng(written(sketch), { maxPixels });
    expect({ ...picture, pixels: [...picture.pixels] }).toEqual({ ...size, pixels });
  });

  it.each(cases)('is read from interlaced %s', (_, { sketch, pixels }) => {
    const picture = decodePng(written({ ...sketch, isInterlaced: true }), { maxPixels });
    expect([...picture.pixels]).toEqual(pixels);
  });

  it.each(cases)('is read from filtered %s', (_, { sketch, pixels }) => {
    const filters = Array.from({ length: height }, (_, y) => [4, 3, 2, 1, 0][y % 5]!);
    expect([...decodePng(written({ ...sketch, filters }), { maxPixels }).pixels]).toEqual(pixels);
  });

  it('is read from pixels in several chunks', () => {
    const { sketch, pixels } = sketches.grey;
    const data = deflateSync(pixelData(sketch));
    const parts = [data.subarray(0, 5), data.subarray(5, 6), data.subarray(6)].map((part) =>
      chunk('IDAT', part),
    );
    const file = Buffer.concat([signature, header(sketch), ...parts, chunk('IEND', [])]);
    expect([...decodePng(file, { maxPixels }).pixels]).toEqual(pixels);
  });

  it('of one pixel, interlaced, has one pass', () => {
    const sketch = { width: 1, height: 1, depth: 8, colourType: 0, rows: [[77]], isInterlaced: true };
    expect([...decodePng(written(sketch), { maxPixels }).pixels]).toEqual(grey(77));
  });

  it('is read with the pixels that it was written with', async () => {
    const picture: Picture = { ...size, pixels: Uint8Array.from(sketches['colour with opacity'].pixels) };
    const file = await encodePng(picture);
    expect(isPng(file)).toBe(true);
    expect(decodePng(file, { maxPixels })).toEqual(picture);
  });
});

describe('an invalid PNG', () => {
  const { sketch } = sketches.colour;
  const file = written(sketch);
  const changed = (at: number, value: number) => {
    const copy = Buffer.from(file);
    copy[at] = value;
    return copy;
  };
  const withData = (data: Uint8Array) =>
    Buffer.concat([signature, header(sketch), chunk('IDAT', data), chunk('IEND', [])]);

  it.each([
    ['nothing', Buffer.alloc(0), 'This is no PNG.'],
    ['a page', Buffer.from('<html></html>'), 'This is no PNG.'],
    ['the signature alone', signature, 'The PNG is not whole.'],
    ['a file that breaks off', file.subarray(0, -13), 'The PNG is not whole.'],
    ['a damaged chunk', changed(45, file[45]! ^ 1), 'A part of the PNG is damaged.'],
    ['no header', Buffer.concat([signature, chunk('IEND', [])]), 'The PNG is not whole.'],
    ['no width', written({ ...sketch, width: 0 }), 'The PNG has no proper header.'],
    ['an odd depth', written({ ...sketch, depth: 4 }), 'The PNG has no proper header.'],
    ['too few pixels', withData(deflateSync(Buffer.alloc(10))), /another amount of pixels/],
    ['too many pixels', withData(deflateSync(Buffer.alloc(100_000))), /another amount of pixels/],
    ['pixels that do not inflate', withData(Buffer.from('no pixels')), /another amount of pixels/],
    ['an unknown filter', written({ ...sketch, filters: [0, 5] }), /in a way that is not known/],
    [
      'a colour outside of the palette',
      written({ ...sketch, width: 1, height: 1, colourType: 3, rows: [[7]] }),
      /a colour/,
    ],
  ])('is refused: %s', (_, bytes, message) => {
    const read = () => decodePng(bytes, { maxPixels });
    expect(read).toThrow(PngError);
    expect(read).toThrow(message);
  });

  it('is refused before it is inflated when its header states a large size', () => {
    const bomb = Buffer.concat([
      signature,
      header({ ...sketch, width: 60_000, height: 60_000 }),
      chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
      chunk('IEND', []),
    ]);
    expect(() => decodePng(bomb, { maxPixels })).toThrow('The PNG is larger than wanted.');
  });
});
