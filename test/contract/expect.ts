import { parseJson } from '../../core/json.ts';
import type { HttpResponse } from './client.ts';
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

/** The deviations of a response from the contract. */
export type Problems = readonly string[];

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

export function jsonOf({ text }: HttpResponse): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Expects 200 with the documented body. */
export function expectSuccess(
  group: ContractGroup,
  { body }: ContractRoute,
  response: HttpResponse,
): Problems {
  if (response.status !== 200) return [unexpected(response, [200])];
  return isBytes(body) ? expectBytes(body, response) : expectJson(group.envelope(body), response);
}

function expectJson(shape: Shape, response: HttpResponse): Problems {
  const type = response.headers.get('content-type') ?? '';
  if (!isJson.test(type)) return [`content-type is "${type}"`];
  const body = jsonOf(response);
  if (body === undefined) return ['the body is not JSON'];
  // A body with `data` never has `success: false`.
  if (isRecord(body) && 'data' in body && body.success === false) return ['$.success: is false'];
  return mismatches(shape, body).slice(0, 12);
}

function expectBytes({ contentType, magic, headers }: Bytes, response: HttpResponse): Problems {
  const type = response.headers.get('content-type') ?? '';
  const wrongHeaders = Object.entries(headers).filter(
    ([name, form]) => !form.test(response.headers.get(name) ?? ''),
  );
  return [
    ...(contentType.test(type) ? [] : [`content-type is "${type}"`]),
    ...(magic.test(response.bytes.toString('hex', 0, 16)) ? [] : ['the body is no file of that type']),
    ...wrongHeaders.map(([name]) => `${name} is "${response.headers.get(name)}"`),
  ];
}

/** One of the statuses of a failure, with `{ error }`; or a success where 200 is among them. */
export function expectOutcome(
  group: ContractGroup,
  route: ContractRoute,
  outcome: Outcome | Empty,
  response: HttpResponse,
): Problems {
  if (isEmptyList(outcome)) {
    const problems = expectSuccess(group, route, response);
    if (problems.length > 0) return problems;
    const found = (jsonOf(response) as Record<string, unknown>)[outcome.emptyAt];
    return Array.isArray(found) && found.length === 0 ? [] : [`$.${outcome.emptyAt}: is not an empty list`];
  }
  if (!asList(outcome).includes(response.status)) return [unexpected(response, asList(outcome))];
  return response.status === 200 ? expectSuccess(group, route, response) : expectFailure(response);
}

export const expectFailure = (response: HttpResponse): Problems => expectJson(failure, response);

/** 400 with a message that mentions each of these. */
export function expectInvalid(response: HttpResponse, ...mentions: readonly (string | RegExp)[]): Problems {
  if (response.status !== 400) return [unexpected(response, [400])];
  const wrong = expectFailure(response);
  if (wrong.length > 0) return wrong;
  const { error } = jsonOf(response) as { error: string };
  const unsaid = mentions.filter((mention) =>
    typeof mention === 'string' ? !new RegExp(`\\b${mention}\\b`).test(error) : !mention.test(error),
  );
  return unsaid.map((mention) => `the message does not mention ${mention}: ${error}`);
}

/** A refusal before the route. */
export function expectRefusal(response: HttpResponse, status: number): Problems {
  if (response.status !== status) return [unexpected(response, [status])];
  const wrong = expectJson(refusal(status), response);
  if (wrong.length > 0) return wrong;
  return (jsonOf(response) as { success: boolean }).success ? ['$.success: is true'] : [];
}

/** The documented rate headers, with values that can be true. */
export function expectRateHeaders({ headers }: HttpResponse): Problems {
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

/** Differences between two bodies, apart from keys that are volatile; of a volatile `body` none are. */
export function expectSame(
  one: HttpResponse,
  other: HttpResponse,
  volatile: readonly string[] | 'body',
): Problems {
  if (one.status !== other.status) return [`one status is ${one.status}, the other ${other.status}`];
  if (volatile === 'body') return [];
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
): Problems {
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

export const unexpected = (response: HttpResponse, statuses: readonly number[]): string =>
  `${response.status} instead of ${statuses.join(' or ')}: ${response.text.slice(0, 160)}`;
