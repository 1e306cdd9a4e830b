import { parseJson } from '../../core/json.ts';
import type { Heard } from './client.ts';
import {
  asList,
  type Bytes,
  type ContractGroup,
  type ContractRoute,
  type Empty,
  isBytes,
  isEmptyList,
  type Outcome,
} from './routes.ts';
import { isRecord, matching, mismatches, object, oneOf, type Shape } from './shapes.ts';

/** What is wrong with an answer; empty when nothing is. */
export type Complaints = readonly string[];

const filled = matching(/\S/, 'a text that says something');
/** Failures inside a route. */
const failure = object({ error: filled });
/** Refusals before a route runs. */
const refusal = (status: number): Shape =>
  object({
    success: { kind: 'flag' },
    error: object({ code: oneOf(status), message: filled, details: filled }),
  });

const isJson = /^application\/json(?:;|$)/;

export function jsonOf({ text }: Heard): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** 200 with what the route documents. */
export function expectAnswer(group: ContractGroup, { answer }: ContractRoute, heard: Heard): Complaints {
  if (heard.status !== 200) return [unexpected(heard, [200])];
  return isBytes(answer) ? expectBytes(answer, heard) : expectJson(group.envelope(answer), heard);
}

function expectJson(shape: Shape, heard: Heard): Complaints {
  const type = heard.headers.get('content-type') ?? '';
  if (!isJson.test(type)) return [`content-type is "${type}"`];
  const body = jsonOf(heard);
  if (body === undefined) return ['the body is not JSON'];
  // A body with `data` never has `success: false`.
  if (isRecord(body) && 'data' in body && body.success === false) return ['$.success: is false'];
  return mismatches(shape, body).slice(0, 12);
}

function expectBytes({ contentType, magic, headers }: Bytes, heard: Heard): Complaints {
  const type = heard.headers.get('content-type') ?? '';
  const wrongHeaders = Object.entries(headers).filter(
    ([name, form]) => !form.test(heard.headers.get(name) ?? ''),
  );
  return [
    ...(contentType.test(type) ? [] : [`content-type is "${type}"`]),
    ...(magic.test(heard.bytes.toString('hex', 0, 16)) ? [] : ['the body is no file of that type']),
    ...wrongHeaders.map(([name]) => `${name} is "${heard.headers.get(name)}"`),
  ];
}

/** One of the statuses of a failure, with `{ error }`; or an answer where that is among them. */
export function expectOutcome(
  group: ContractGroup,
  route: ContractRoute,
  outcome: Outcome | Empty,
  heard: Heard,
): Complaints {
  if (isEmptyList(outcome)) {
    const complaints = expectAnswer(group, route, heard);
    if (complaints.length > 0) return complaints;
    const found = (jsonOf(heard) as Record<string, unknown>)[outcome.emptyAt];
    return Array.isArray(found) && found.length === 0 ? [] : [`$.${outcome.emptyAt}: is not an empty list`];
  }
  if (!asList(outcome).includes(heard.status)) return [unexpected(heard, asList(outcome))];
  return heard.status === 200 ? expectAnswer(group, route, heard) : expectFailure(heard);
}

export const expectFailure = (heard: Heard): Complaints => expectJson(failure, heard);

/** 400 with a message that mentions each of these. */
export function expectInvalid(heard: Heard, ...mentions: readonly (string | RegExp)[]): Complaints {
  if (heard.status !== 400) return [unexpected(heard, [400])];
  const wrong = expectFailure(heard);
  if (wrong.length > 0) return wrong;
  const { error } = jsonOf(heard) as { error: string };
  const unsaid = mentions.filter((mention) =>
    typeof mention === 'string' ? !new RegExp(`\\b${mention}\\b`).test(error) : !mention.test(error),
  );
  return unsaid.map((mention) => `the message does not mention ${mention}: ${error}`);
}

/** A refusal before the route. */
export function expectRefusal(heard: Heard, status: number): Complaints {
  if (heard.status !== status) return [unexpected(heard, [status])];
  const wrong = expectJson(refusal(status), heard);
  if (wrong.length > 0) return wrong;
  return (jsonOf(heard) as { success: boolean }).success ? ['$.success: is true'] : [];
}

/** The documented rate headers, with values that can be true. */
export function expectRateHeaders({ headers }: Heard): Complaints {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => {
    const value = headers.get(`x-ratelimit-${name}`) ?? '';
    return /^\d+$/.test(value) ? Number(value) : Number.NaN;
  }) as [number, number, number];
  return [
    ...(limit > 0 ? [] : ['X-RateLimit-Limit is not a number above 0']),
    ...(remaining >= 0 && remaining <= limit ? [] : ['X-RateLimit-Remaining is not from 0 to the limit']),
    // Seconds of this century, not milliseconds.
    ...(reset > 1e9 && reset < 5e9 ? [] : ['X-RateLimit-Reset is not a Unix timestamp']),
  ];
}

/** Where two bodies differ, but for keys whose value changes from call to call. */
export function expectSame(one: Heard, other: Heard, volatile: readonly string[]): Complaints {
  if (one.status !== other.status) return [`one answer is ${one.status}, the other ${other.status}`];
  if (!isJson.test(one.headers.get('content-type') ?? '')) {
    return one.bytes.equals(other.bytes) ? [] : ['the bytes differ'];
  }
  return differences(lossless(one.text), lossless(other.text), volatile);
}

/** JSON whose wide integers keep every digit. */
export const lossless = (text: string): unknown => parseJson(text, { wideIntegers: true });

export function differences(
  one: unknown,
  other: unknown,
  volatile: readonly string[] = [],
  path = '$',
): Complaints {
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    return one.flatMap((item, index) => differences(item, other[index], volatile, `${path}[${index}]`));
  }
  if (isRecord(one) && isRecord(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...keys]
      .filter((key) => !volatile.includes(key))
      .flatMap((key) => differences(one[key], other[key], volatile, `${path}.${key}`));
  }
  return Object.is(one, other) ? [] : [`${path}: ${shown(one)} against ${shown(other)}`];
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

export const unexpected = (heard: Heard, statuses: readonly number[]): string =>
  `${heard.status} instead of ${statuses.join(' or ')}: ${heard.text.slice(0, 160)}`;
