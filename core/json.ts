import { Fault } from './faults.ts';

export interface ParseOptions {
  /** Gives integers of 16 digits and more as strings of their digits, since a number would lose the last ones. */
  readonly wideIntegers?: boolean;
}

/**
 * An upstream's JSON text as a value; a byte order mark before it is skipped. Text that is not JSON is an
 * `upstreamChanged` fault that repeats nothing of it.
 */
export function parseJson(source: string | Buffer, { wideIntegers = false }: ParseOptions = {}): unknown {
  const decoded = typeof source === 'string' ? source : source.toString('utf8');
  const text = decoded.charCodeAt(0) === byteOrderMark ? decoded.slice(1) : decoded;
  try {
    return JSON.parse(wideIntegers && mayHoldWideInteger.test(text) ? quoteWideIntegers(text) : text);
  } catch {
    // The parser's own message quotes the text, so it is not even kept as the cause.
    throw new Fault('upstreamChanged', 'The upstream answered with something that is not JSON.');
  }
}

/** An object, as JSON knows it. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const byteOrderMark = 0xfeff;
const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;

const wideDigits = 16;
const mayHoldWideInteger = /\d{16}/;
const wideInteger = /^-?[1-9]\d{15,}$/;
const colonNext = /[ \t\n\r]*:/y;

/**
 * Puts quotes around every wide integer of a JSON text and leaves all else as it is. A single pass that jumps over
 * strings: the engine's parser then does the real work, which is several times faster than a parser of our own.
 */
function quoteWideIntegers(text: string): string {
  let quoted = '';
  let copiedTo = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code === minus || isDigit(code)) {
      const end = endOfNumber(text, at);
      if (isWideInteger(text, at, end)) {
        quoted += `${text.slice(copiedTo, at)}"${text.slice(at, end)}"`;
        copiedTo = end;
      }
      at = end;
    } else {
      at += 1;
    }
  }
  return copiedTo === 0 ? text : quoted + text.slice(copiedTo);
}

/** Where the string that opens at `start` has ended. An odd number of backslashes before a quote escapes it. */
function endOfString(text: string, start: number): number {
  let close = start;
  for (;;) {
    close = text.indexOf('"', close + 1);
    if (close < 0) return text.length;
    let before = close - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((close - before) % 2 === 1) return close + 1;
  }
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isNumberPart(text.charCodeAt(end))) end += 1;
  return end;
}

function isWideInteger(text: string, start: number, end: number): boolean {
  if (end - start < wideDigits || !wideInteger.test(text.slice(start, end))) return false;
  // A bare number as a key is an error, and quotes would hide it.
  colonNext.lastIndex = end;
  return !colonNext.test(text);
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Digits, `.`, `e`, `E`, `+`, `-`: the whole of a number, so that a long fraction is never taken for an integer. */
const isNumberPart = (code: number): boolean =>
  isDigit(code) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === minus;
