import { notJson } from './json.ts';

/** Longer JSON is parsed and decoded in several turns of the event loop. */
export const mostJsonAtOnce = 262_144;

interface PartLimits {
  /** Bytes of a part that is parsed at once; a part ends after the member that exceeds it. */
  readonly bytes: number;
  /** Objects and lists within each other that are parsed in parts. The bytes of each are read once more for it. */
  readonly depth: number;
}

const partLimits: PartLimits = { bytes: 65_536, depth: 4 };

type Parse = (text: string) => unknown;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
const blanks: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n'));

type Whole = unknown[] | Record<string, unknown>;

/**
 * The value of a long JSON text; members named `__proto__` are left out. Each step takes little time: `inTurns` runs them.
 * `parse` parses the parts. Throws the fault `upstreamChanged` for bytes that are not JSON, and what `parse` throws.
 */
export function* parsedInParts(bytes: Buffer, parse: Parse, limits = partLimits): Generator<void, unknown> {
  const { bytes: partBytes, depth } = limits;
  const open = afterBlanks(bytes, 0);
  const isList = bytes[open] === openList;
  const hasParts = isList || bytes[open] === openObject;
  const close = isList ? closeList : closeObject;
  const isLong = bytes.length > partBytes && depth > 0 && bytes[afterBlanks(bytes, open + 1)] !== close;
  if (!hasParts || !isLong) return parse(bytes.toString());
  const whole: Whole = isList ? [] : {};
  let level = 0;
  let lookedAt = open;
  /** Where the part begins that is not parsed yet, and the last member of it. */
  let part = open + 1;
  let member = part;
  for (let at = part; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === openList || byte === openObject) level += 1;
    else if (level > 0) {
      if (byte === closeList || byte === closeObject) level -= 1;
    } else if (byte === comma || byte === closeList || byte === closeObject) {
      const isEnd = byte !== comma;
      if (at - member > partBytes) {
        if (member > part) add(whole, parsePart(bytes, part, member - 1, isList, parse));
        yield* addLong(whole, bytes.subarray(member, at), parse, { ...limits, depth: depth - 1 });
        part = at + 1;
      } else if (isEnd || at - part > partBytes) {
        add(whole, parsePart(bytes, part, at, isList, parse));
        part = at + 1;
      }
      member = at + 1;
      if (isEnd) {
        if (byte !== close || afterBlanks(bytes, member) < bytes.length) break;
        return whole;
      }
    }
    if (at - lookedAt > partBytes) {
      lookedAt = at;
      yield;
    }
  }
  throw notJson();
}

/** Parses members that follow each other. */
function parsePart(bytes: Buffer, start: number, end: number, isList: boolean, parse: Parse): object {
  const text = bytes.toString('utf8', start, end);
  // With brackets it would be JSON.
  if (afterBlanks(bytes, start) >= end) throw notJson();
  return parse(isList ? `[${text}]` : `{${text}}`) as object;
}

/** Adds a long member, which is parsed in parts itself. */
function* addLong(whole: Whole, member: Buffer, parse: Parse, limits: PartLimits): Generator<void> {
  if (Array.isArray(whole)) {
    whole.push(yield* parsedInParts(member, parse, limits));
    return;
  }
  const start = afterBlanks(member, 0);
  const end = endOfString(member, start) + 1;
  const colonAt = afterBlanks(member, end);
  if (member[start] !== quote || member[colonAt] !== colon) throw notJson();
  const key = parse(member.toString('utf8', start, end)) as string;
  add(whole, { [key]: yield* parsedInParts(member.subarray(colonAt + 1), parse, limits) });
}

function add(whole: Whole, part: object): void {
  if (Array.isArray(whole)) for (const item of part as unknown[]) whole.push(item);
  else
    for (const [key, value] of Object.entries(part)) {
      // An assignment would set the prototype.
      if (key !== '__proto__') whole[key] = value;
    }
}

/** The index of the quote that closes a string. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

function afterBlanks(bytes: Buffer, start: number): number {
  let at = start;
  while (blanks.has(bytes[at]!)) at += 1;
  return at;
}
