import { Fault } from './faults.ts';

export interface ParseOptions {
  /** Returns integers of 16 digits and more as strings, since a number would lose the last digits. */
  readonly wideIntegers?: boolean;
}

/**
 * Parses the JSON text of an upstream; a leading byte order mark is skipped. Throws the fault `upstreamChanged` for
 * text that is not JSON; its message quotes nothing of the text.
 */
export function parseJson(source: string | Buffer, { wideIntegers = false }: ParseOptions = {}): unknown {
  const decoded = typeof source === 'string' ? source : source.toString('utf8');
  const text = decoded.charCodeAt(0) === byteOrderMark ? decoded.slice(1) : decoded;
  try {
    return JSON.parse(wideIntegers && mayHoldWideInteger.test(text) ? quoteWideIntegers(text) : text);
  } catch {
    // The parser's message quotes the text, so the error is not attached as the cause.
    throw notJson();
  }
}

export const notJson = (): Fault =>
  new Fault('upstreamChanged', 'The upstream answered with something that is not JSON.');

/** Parses JSON text; undefined when it is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is a JSON object: neither null nor a list. */
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
 * Quotes every wide integer of a JSON text and leaves the rest unchanged. The text is scanned once, strings are
 * skipped, and `JSON.parse` does the parsing, which is several times faster than a parser in JavaScript.
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

/** The index after the string that opens at `start`. An odd number of backslashes before a quote escapes it. */
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
  // An unquoted number as a key is a syntax error, which quotes would hide.
  colonNext.lastIndex = end;
  return !colonNext.test(text);
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Digits, `.`, `e`, `E`, `+`, `-`: all characters of a number, so that a long fraction is not taken for an integer. */
const isNumberPart = (code: number): boolean =>
  isDigit(code) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === minus;
