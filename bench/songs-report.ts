import { basename } from 'node:path';
import type { Growth } from './songs-growth.ts';
import type { KnownTracks, Outcome } from './songs-searches.ts';

export interface Run {
  readonly outcomes: readonly Outcome[];
  readonly known: KnownTracks;
}

const z = 1.96;

/** The 95 % confidence interval of a share by Wilson's score. */
function wilson(part: number, whole: number): readonly [number, number] {
  const share = part / whole;
  const middle = share + (z * z) / (2 * whole);
  const apart = z * Math.sqrt((share * (1 - share)) / whole + (z * z) / (4 * whole * whole));
  const scale = 1 + (z * z) / whole;
  return [Math.max(0, (middle - apart) / scale), Math.min(1, (middle + apart) / scale)];
}

/** The upper bound of a share by Clopper and Pearson, by bisection of the binomial sum. */
function upperBound(part: number, whole: number, beyond: number): number {
  const atMost = (share: number) => {
    let term = (1 - share) ** whole;
    let sum = term;
    for (let count = 1; count <= part; count += 1) {
      term *= ((whole - count + 1) / count) * (share / (1 - share));
      sum += term;
    }
    return sum;
  };
  let [low, high] = [0, 1];
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (atMost(middle) > beyond) low = middle;
    else high = middle;
  }
  return high;
}

const percent = (share: number) => (100 * share).toFixed(0);
function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** The cost of larger catalogues. */
export const growthTable = (growth: readonly Growth[]): string =>
  table(
    ['tracks', 'memory', 'built in', 'query, known', 'query, unknown', 'unknown, 95th percentile'],
    growth.map(({ songs, bytes, buildMs, knownMs, unknownMs }) => [
      songs,
      `${(bytes / 1e6).toFixed(0)} MB`,
      `${(buildMs / 1000).toFixed(1)} s`,
      `${at(knownMs, 0.5).toFixed(0)} ms`,
      `${at(unknownMs, 0.5).toFixed(0)} ms`,
      `${at(unknownMs, 0.95).toFixed(0)} ms`,
    ]),
  );

const isRight = ({ isMatched, found, key }: Outcome) => isMatched && found?.key === key;

function recallTable(known: readonly Outcome[]): string {
  const lengths = [...new Set(known.map(({ seconds }) => seconds))];
  const rows = [...new Set(known.map(({ degradation }) => degradation))].map((name) => [
    name,
    ...lengths.map((seconds) => {
      const cell = known.filter((each) => each.degradation === name && each.seconds === seconds);
      const right = cell.filter(isRight).length;
      const wrong = cell.filter((each) => each.isMatched && !isRight(each)).length;
      const [low, high] = wilson(right, cell.length);
      const share = `${percent(right / cell.length)} % (${percent(low)}–${percent(high)})`;
      return wrong > 0 ? `${share}, ${wrong} wrong` : share;
    }),
  ]);
  return table(['clip', ...lengths.map((seconds) => `${seconds} s`)], rows);
}

/** False matches with the upper bound of their share: one-sided at 95 %, and of the two-sided interval of 95 %. */
function foreignTable(foreign: readonly Outcome[]): string {
  const bound = (part: number, whole: number, beyond: number) =>
    `${(100 * upperBound(part, whole, beyond)).toFixed(2)} %`;
  const rows = [...new Set(foreign.map(({ kind }) => kind))].map((name) => {
    const clips = foreign.filter(({ kind }) => kind === name);
    const falses = clips.filter(({ isMatched }) => isMatched).length;
    const tracks = new Set(clips.map(({ track }) => track)).size;
    return [
      ...[name, tracks, clips.length, falses],
      ...[bound(falses, clips.length, 0.05), bound(falses, clips.length, 0.025)],
    ];
  });
  return table(['clips of', 'tracks', 'clips', 'false matches', 'at most (95 %)', 'at most (97.5 %)'], rows);
}

export function reportOf({ outcomes, known: { songs, index, seconds: musicSeconds, buildMs } }: Run): string {
  const known = outcomes.filter(({ key }) => key !== null);
  const shared = outcomes.filter(({ isShared }) => isShared);
  const foreign = outcomes.filter(({ key, isShared }) => key === null && !isShared);
  const wrong = known.filter((each) => each.isMatched && !isRight(each));
  const falses = foreign.filter(({ isMatched }) => isMatched);
  const right = known.filter(isRight);
  const millis = (values: readonly number[], share: number) => `${at(values, share).toFixed(1)} ms`;
  const errors = (name: 'offset' | 'speed' | 'pitch') => right.map(({ error }) => error![name]);
  const share = (values: readonly number[], of: number) => `${(100 * at(values, of)).toFixed(2)} %`;
  return [
    `${songs.length} tracks, ${(musicSeconds / 3600).toFixed(1)} hours. In brackets the 95 % interval (Wilson).`,
    ...(known.length > 0
      ? [recallTable(known), `Wrong songs: ${wrong.length} of ${known.length} clips of known tracks.`]
      : []),
    foreignTable(foreign),
    `Matches of other recordings that hold some of the same sound, such as a faster version, are not counted: ${shared.length}.`,
    table(
      ['figure', 'median', '95th percentile'],
      [
        ...(
          [
            ['fingerprint of a clip, CPU time', 'fingerprintMs', outcomes],
            ['query of a known track, CPU time', 'queryMs', known],
            ['query of an unknown track, CPU time', 'queryMs', foreign],
          ] as const
        )
          .filter(([, , of]) => of.length > 0)
          .map(([name, field, of]) => {
            const values = of.map((each) => each[field]);
            return [name, millis(values, 0.5), millis(values, 0.95)];
          }),
        [
          'error of the offset',
          `${(1000 * at(errors('offset'), 0.5)).toFixed(0)} ms`,
          `${(1000 * at(errors('offset'), 0.95)).toFixed(0)} ms`,
        ],
        ['error of the speed', share(errors('speed'), 0.5), share(errors('speed'), 0.95)],
        ['error of the pitch', share(errors('pitch'), 0.5), share(errors('pitch'), 0.95)],
      ],
    ),
    `Index: ${(index.bytes / musicSeconds).toFixed(0)} bytes for each second of music, built in ${buildMs.toFixed(0)} ms.`,
    ...[...wrong, ...falses].map(
      ({ track, degradation, seconds, found }) =>
        `- ${basename(track)} (${degradation}, ${seconds} s) as song ${found!.key}, evidence ${found!.evidence.toFixed(1)}`,
    ),
  ].join('\n\n');
}
