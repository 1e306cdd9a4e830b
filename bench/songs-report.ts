/** The results of all clips of one length with the same degradation. */
export interface Cell {
  readonly row: string;
  readonly column: string;
  readonly count: number;
  readonly right: number;
  /** Matches with another song. */
  readonly wrong: number;
  /** Common peaks beyond chance, as a share of the clip's peaks; 0 for a clip without the right match. */
  readonly shares: readonly number[];
  /** Of the right matches: the offset in seconds, speed and pitch as shares. */
  readonly errors: {
    readonly offset: readonly number[];
    readonly speed: readonly number[];
    readonly pitch: readonly number[];
  };
}

export interface Run {
  readonly cells: readonly Cell[];
  /** Clips of pieces that the catalogue does not contain. */
  readonly foreign: readonly {
    readonly seconds: number;
    readonly share: number;
    readonly isMatched: boolean;
  }[];
  readonly times: { readonly fingerprintMs: readonly number[]; readonly queryMs: readonly number[] };
  readonly catalogue: {
    readonly songs: number;
    readonly seconds: number;
    readonly peaks: number;
    readonly bytes: number;
    readonly indexMs: number;
  };
  readonly hasFfmpeg: boolean;
}

const thresholds = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.37, 0.4, 0.45, 0.5] as const;

function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)} %`;
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

function recallTable({ cells }: Run): string {
  const columns = [...new Set(cells.map(({ column }) => column))];
  const rows = [...new Set(cells.map((cell) => cell.row))].map((name) => [
    name,
    ...columns.map((column) => {
      const cell = cells.find((other) => other.row === name && other.column === column)!;
      return percent(cell.right, cell.count) + (cell.wrong > 0 ? ` (${cell.wrong} wrong)` : '');
    }),
  ]);
  return table(['clip', ...columns], rows);
}

/** Results at other thresholds; the threshold in use was chosen from this table. */
function thresholdTable({ cells, foreign }: Run): string {
  const shown = [
    ['white noise, 0 dB', '5 s'],
    ['white noise, 0 dB', '8 s'],
    ['pink noise, 0 dB', '8 s'],
    ['pink noise, -6 dB', '8 s'],
    ['pink noise, -6 dB', '12 s'],
  ] as const;
  const recall = (name: string, column: string, threshold: number) => {
    const cell = cells.find((other) => other.row === name && other.column === column);
    return cell ? percent(cell.shares.filter((share) => share >= threshold).length, cell.count) : '-';
  };
  const rows = thresholds.map((threshold) => [
    threshold.toFixed(2),
    foreign.filter(({ share }) => share >= threshold).length,
    ...shown.map(([name, column]) => recall(name, column, threshold)),
  ]);
  const head = ['share of peaks', `false, of ${foreign.length}`, ...shown.map((names) => names.join(', '))];
  return table(head, rows);
}

export function reportOf(run: Run): string {
  const { cells, foreign, times, catalogue, hasFfmpeg } = run;
  const falseCount = foreign.filter(({ isMatched }) => isMatched).length;
  const wrongCount = cells.reduce((sum, { wrong }) => sum + wrong, 0);
  const clipCount = cells.reduce((sum, { count }) => sum + count, 0);
  const errorsOf = (name: keyof Cell['errors']) => cells.flatMap(({ errors }) => errors[name]);
  const millis = (values: readonly number[], share: number) => `${at(values, share).toFixed(1)} ms`;
  const highest = foreign.reduce((most, { share }) => Math.max(most, share), 0);
  return [
    `${catalogue.songs} pieces, ${(catalogue.seconds / 3600).toFixed(1)} hours; ${(catalogue.peaks / catalogue.seconds).toFixed(1)} peaks a second.`,
    `Recall by length of the clip (${cells[0]!.count} clips in a cell, fewer for codecs):`,
    recallTable(run),
    hasFfmpeg ? '' : 'The codecs were skipped: there is no ffmpeg on this machine.',
    `False matches: ${falseCount} of ${foreign.length} clips of unknown songs (highest share: ${highest.toFixed(3)}); ${wrongCount} of ${clipCount} clips of known songs matched another song.`,
    'Other thresholds:',
    thresholdTable(run),
    table(
      ['figure', 'median', '95th percentile'],
      [
        ['fingerprint of a clip', millis(times.fingerprintMs, 0.5), millis(times.fingerprintMs, 0.95)],
        ['query, known or not', millis(times.queryMs, 0.5), millis(times.queryMs, 0.95)],
        [
          'error of the offset',
          `${(1000 * at(errorsOf('offset'), 0.5)).toFixed(0)} ms`,
          `${(1000 * at(errorsOf('offset'), 0.95)).toFixed(0)} ms`,
        ],
        [
          'error of the speed',
          `${(100 * at(errorsOf('speed'), 0.5)).toFixed(3)} %`,
          `${(100 * at(errorsOf('speed'), 0.95)).toFixed(3)} %`,
        ],
        [
          'error of the pitch',
          `${(100 * at(errorsOf('pitch'), 0.5)).toFixed(3)} %`,
          `${(100 * at(errorsOf('pitch'), 0.95)).toFixed(3)} %`,
        ],
      ],
    ),
    `Index: ${(catalogue.bytes / 1e6).toFixed(0)} MB in memory, built in ${catalogue.indexMs.toFixed(0)} ms; the catalogue's file holds ${((4 * catalogue.peaks) / 1e6).toFixed(1)} MB of peaks.`,
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}
