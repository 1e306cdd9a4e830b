import { createHash } from 'node:crypto';
import { type DocumentNode, Kind, type OperationDefinitionNode, print, separateOperations } from 'graphql';
import type { CoerceVariables } from './executor/plan.ts';

/**
 * Returns the function that names the result of an operation for given variables. Two keys are equal when the
 * operations differ only in name, spacing, comments or definitions that they do not reach, and when the variables that
 * they declare have equal values. A key has a fixed length where the operation declares no variables.
 */
export function createCacheKey(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  coerce: CoerceVariables,
): (variables: Readonly<Record<string, unknown>>) => string {
  const names = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  let digest: string | undefined;
  return (variables) => {
    digest ??= createHash('sha256').update(normalForm(document, operation)).digest('base64url');
    if (names.length === 0) return digest;
    const { coerced, errors } = coerce(variables);
    // Variables that do not coerce make a result of these errors alone.
    if (errors) return `${digest}!${JSON.stringify(errors.map(({ message }) => message))}`;
    // An array of one value or none: a variable that is absent differs from one that is null.
    return (
      digest + JSON.stringify(names.map((name) => (Object.hasOwn(coerced, name) ? [coerced[name]] : [])))
    );
  };
}

/** The text of an operation without its name, and of the fragments that it reaches, in an order of their own. */
function normalForm(document: DocumentNode, operation: OperationDefinitionNode): string {
  const separated = separateOperations(document)[operation.name?.value ?? '']!;
  return separated.definitions
    .map((definition) => {
      if (definition.kind !== Kind.OPERATION_DEFINITION) return print(definition);
      const { name, ...anonymous } = definition;
      return print(anonymous);
    })
    .sort()
    .join('\n');
}
