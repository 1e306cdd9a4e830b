import type { BroughtName } from '../../../core/groups.ts';
import { fieldsParameter } from '../../../rest/kernel/read-fields.ts';
import { groupNamed } from '../define-group.ts';
import { camelCase, isReservedWord } from './names.ts';

/** A request of the upstream, with its inputs. */
export interface RequestAnswer {
  readonly origin: string;
  /** With its inputs in braces: `/v1/ports/{port}/tides`. */
  readonly path: string;
  /** Names and texts of the query; a text such as `{term}` is an input. */
  readonly query: readonly (readonly [name: string, text: string])[];
  /** The values of the inputs for which the example answer was received. */
  readonly values: Readonly<Record<string, string>>;
}

export type CredentialAnswer =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly variable: string }
  | { readonly kind: 'query' | 'header'; readonly name: string; readonly variable: string };

/** The answers from which the files of a group are written. */
export interface Answers {
  readonly name: BroughtName;
  readonly about: string;
  readonly request: RequestAnswer;
  readonly credential: CredentialAnswer;
  /** The JSON body of the upstream. */
  readonly example: unknown;
  /** A documented path: `/api/tides/ports/{port}`. */
  readonly route: string;
  /** The name of one item; by default that of the route. */
  readonly item?: string | undefined;
  /** Where the items stand in the example; by default where they seem to. */
  readonly at?: readonly string[] | undefined;
}

/** An answer that is not accepted. The message follows the name of its question. */
export class AnswerRefused extends Error {}

const refuse = (message: string): never => {
  throw new AnswerRefused(message);
};

export function readAbout(text: string): string {
  const sentence = text.trim();
  if (sentence.length < 5 || sentence.length > 200 || /\p{C}/u.test(sentence))
    refuse('must be a sentence of 5 to 200 characters');
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}

const inputForm = /\{([A-Za-z][A-Za-z0-9_]*)=([^{}]+)\}/g;

/** Reads `https://api.tides.example/v1/ports/{port=bergen}/tides?unit={unit=m}`. */
export function readRequest(text: string): RequestAnswer {
  const values: Record<string, string> = {};
  const template = text.trim().replace(inputForm, (_, written: string, value: string) => {
    const name = camelCase(written);
    if (isReservedWord(name)) refuse(`has the input ${written}, which JavaScript reserves: rename it`);
    if (name === fieldsParameter.name)
      refuse(`has the input ${written}, which selects members of every body: rename it`);
    if (name in values) refuse(`has the input ${written} twice`);
    values[name] = value;
    return `{${name}}`;
  });
  // Braces are escaped in a path, and not in a query.
  const url = URL.canParse(template) ? new URL(template) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.port !== '' || url.host.includes('{'))
    refuse(
      'must be an https address without a port, such as https://api.tides.example/v1/ports/{port=bergen}/tides',
    );
  const path = url!.pathname.replaceAll('%7B', '{').replaceAll('%7D', '}');
  const query = [...url!.searchParams].map(([name, value]) => [name, value] as const);
  const isWhole = (part: string) => !/[{}]/.test(part) || /^\{\w+\}$/.test(part);
  if (![...path.split('/'), ...query.map(([, value]) => value)].every(isWhole))
    refuse('must have each input as {name=value}, and as the whole of a segment or of a parameter');
  if (Object.keys(values).length === 0)
    refuse('needs an input as {name=value}, with the value of the example answer, such as {port=bergen}');
  return { origin: url!.origin, path, query, values };
}

/** The request without the parameter of the credential, whose value must not be written to a file. */
export function withoutCredential(request: RequestAnswer, credential: CredentialAnswer): RequestAnswer {
  if (credential.kind !== 'query') return request;
  const isCredential = ([name]: readonly [string, string]) => name === credential.name;
  const inputs = request.query.filter(isCredential).map(([, text]) => text.replaceAll(/[{}]/g, ''));
  const values = Object.entries(request.values).filter(([name]) => !inputs.includes(name));
  if (values.length === 0) refuse('needs an input beside the credential, such as {port=bergen}');
  return {
    ...request,
    query: request.query.filter((each) => !isCredential(each)),
    values: Object.fromEntries(values),
  };
}

const variableForm = /^[A-Z][A-Z0-9_]{1,62}$/;

/** Reads `none`, `bearer`, `query:PARAMETER` or `header:NAME`, each with `:VARIABLE` behind it if need be. */
export function readCredential(text: string, name: string): CredentialAnswer {
  const prefix = `${name.toUpperCase()}_`;
  const [kind = '', ...rest] = text.trim().split(':');
  const checked = (variable = `${prefix}API_KEY`) =>
    variableForm.test(variable) && variable.startsWith(prefix)
      ? variable
      : refuse(`must name a variable that begins with ${prefix}, in capitals`);
  if (kind === 'none' && rest.length === 0) return { kind };
  if (kind === 'bearer' && rest.length <= 1) return { kind, variable: checked(rest[0]) };
  const [parameter = '', variable, ...more] = rest;
  if ((kind === 'query' || kind === 'header') && /^[\w.-]+$/.test(parameter) && more.length === 0)
    return { kind, name: parameter, variable: checked(variable) };
  return refuse(
    `must be none, bearer, query:PARAMETER or header:NAME, perhaps with :${prefix}API_KEY behind it`,
  );
}

export function readExample(text: string): unknown {
  let example: unknown;
  try {
    example = JSON.parse(text);
  } catch {
    refuse('must be a file with the JSON body of an answer');
  }
  const isThere = typeof example === 'object' && example !== null && Object.keys(example).length > 0;
  return isThere
    ? example
    : refuse('must be a file with a JSON object, or a list of objects, that is not empty');
}

/** Reads `/api/tides/ports/{port}`. Inputs that are not in the path are parameters of the query. */
export function readRoute(text: string, name: string, { values }: RequestAnswer): string {
  const path = text.trim().replaceAll(/\{(\w+)\}/g, (_, input: string) => `{${camelCase(input)}}`);
  const prefix = `/api/${name}/`;
  if (!path.startsWith(prefix) || !/^(?:\/(?:[a-z0-9-]+|\{\w+\}))+$/.test(path))
    refuse(
      `must be a path such as ${prefix}${Object.keys(values)[0]}, of small letters, digits, hyphens and {inputs}`,
    );
  const strange = [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, input]) => input!)
    .find((input) => !(input in values));
  if (strange !== undefined)
    refuse(`has {${strange}}, which is no input of the request: it has ${Object.keys(values).join(', ')}`);
  return path;
}

/** Reads `Definition`: the name of one item, without that of the group. */
export const readItem = (text: string): string =>
  /^[A-Z][A-Za-z0-9]{1,40}$/.test(text)
    ? text
    : refuse('must be a word such as Definition, of letters and digits, a capital first');

/** Reads `data.results`: the members that lead to the items; `.` for the body itself. */
export const readAt = (text: string): readonly string[] => text.split('.').filter((name) => name !== '');

export const readName = groupNamed;
