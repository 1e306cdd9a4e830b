import {
  type ArgumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { nearest } from '../../core/nearest.ts';
import { missing, refused } from '../../resolvers/kernel/check.ts';
import type { Input } from '../../resolvers/kernel/inputs.ts';
import type { Lookup } from '../../resolvers/kernel/lookup.ts';
import type { Variables } from '../../schema/kernel/prepare.ts';
import { misfit, type Route } from './route.ts';

/** A parameter of a route, with the input of the lookup that it becomes. */
export interface Parameter {
  /** Its public name, which is the name of the document's variable. */
  readonly name: string;
  readonly in: 'path' | 'query';
  /** The lookup's name of it. */
  readonly argument: string;
  /** The member of that argument that it is, where the argument is an object. */
  readonly member?: string;
  /** Whether it is no part of the documented route. */
  readonly isAddition?: true;
  readonly input: Input;
}

/**
 * The parameters of a route: the variables among the arguments of its lookup's field. The default of a variable replaces
 * that of the input. Throws when one is no input.
 */
export function parametersOf(
  field: FieldNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
  lookup: Lookup,
  route: Route,
): readonly Parameter[] {
  const defaults = new Map(variableDefinitions.map((node) => [node.variable.name.value, node.defaultValue]));
  return (field.arguments ?? []).flatMap((argument: ArgumentNode) => {
    if (argument.value.kind !== Kind.VARIABLE) return [];
    const name = argument.value.name.value;
    const input = lookup.input[argument.name.value];
    if (!input) throw misfit(route, `its lookup takes no ${argument.name.value}`);
    const isInPath = route.path.includes(`{${name}}`);
    return [
      {
        name,
        in: isInPath ? 'path' : 'query',
        argument: argument.name.value,
        input: withDefault(input, defaults.get(name)),
      },
    ];
  });
}

/** The default of a variable: of a closed set the documented word, which has another name in the graph. */
function withDefault(input: Input, node: ValueNode | undefined): Input {
  if (!node) return input;
  const { type } = input.graphql;
  const words = typeof type === 'object' ? type.values : {};
  const inRoute = (name: unknown): unknown => words[String(name)] ?? name;
  const given = valueFromASTUntyped(node);
  const value = Array.isArray(given) ? given.map(inRoute) : inRoute(given);
  return { ...input, default: value, json: { ...input.json, default: value } };
}

/** Throws when the path or the document names a parameter that no input of the lookup takes. */
export function checkParameters(
  operation: OperationDefinitionNode,
  parameters: readonly Parameter[],
  route: Route,
): void {
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  for (const [, name] of route.path.matchAll(/\{([^{}]*)\}/g)) {
    if (!byName.has(name!)) throw misfit(route, `its lookup does not take the ${name} of its path`);
  }
  for (const { variable, type } of operation.variableDefinitions ?? []) {
    const parameter = byName.get(variable.name.value);
    if (!parameter) throw misfit(route, `its lookup does not take $${variable.name.value}`);
    if (type.kind === Kind.NON_NULL_TYPE && !parameter.input.isRequired) {
      throw misfit(route, `$${parameter.name} may be left out, so its type must not end in !`);
    }
  }
}

/**
 * The document's variables, from the parameters of a path and a query string. Unknown parameters are ignored.
 * Faults `missing` and `invalid` name the parameter by its public name, and the unknown one that resembles it.
 */
export function readParameters(
  parameters: readonly Parameter[],
  path: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Variables {
  const variables: Record<string, unknown> = {};
  for (const { name, input, in: place, argument, member } of parameters) {
    const texts = place === 'path' ? [path[name] ?? ''] : query.getAll(name);
    if (texts.length === 0 || (input.isRequired && texts.every((text) => text.trim() === ''))) {
      if (input.isRequired) throw missing(name, input, misspelt(name, parameters, query));
      continue;
    }
    const value = input.fromTexts(texts);
    if (value === undefined) throw refused(name, input, input.graphql.isList ? 1 : texts.length);
    if (member === undefined) variables[name] = value;
    else variables[argument] = { ...(variables[argument] as object | undefined), [member]: value };
  }
  return variables;
}

/** The name in the query string that is no parameter and resembles a missing one. */
function misspelt(
  name: string,
  parameters: readonly Parameter[],
  query: URLSearchParams,
): string | undefined {
  const known = new Set(parameters.map((parameter) => parameter.name));
  return nearest(
    name,
    [...query.keys()].filter((key) => !known.has(key)),
  );
}
