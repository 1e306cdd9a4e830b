import { extraGroups, GroupError } from '../../core/groups.ts';
import { compileRoutes } from '../../rest/kernel/compile.ts';
import { schema } from '../../schema/index.ts';
import { createPreparer } from '../../schema/kernel/prepare.ts';
import { checkExamples, checkHosts, checkPaths, type Findings } from './check-parts.ts';
import type { GroupSpec } from './define-group.ts';

/** Throws a GroupError with the first finding about an extra group. */
export function checkExtraGroups(): void {
  const [finding] = extraGroupSpecs().flatMap(startFindings);
  if (finding !== undefined) throw new GroupError(finding);
}

export const extraGroupSpecs = (): readonly GroupSpec[] => extraGroups.map(({ parts }) => parts as GroupSpec);

/** What would fail requests, or give a group what belongs to another. It is found at the start; the rest by `group check`. */
export function startFindings(spec: GroupSpec): Findings {
  const { name, routes, sources, sandbox } = spec;
  if (!(name in schema.getQueryType()!.getFields()))
    return [`The schema of ${name} has no root field: call namespace in it.`];
  const own = [...strangeLookups(spec), ...strangeVariables(spec), ...checkHosts(sources, sandbox)];
  const paths = checkPaths(schema, [routes]);
  return [
    ...own,
    ...paths,
    ...(paths.length > 0 ? [] : checkExamples(compileRoutes(createPreparer(schema), [routes]))),
  ];
}

/** A lookup with the permission of another group would be refused to the keys of this one. */
const strangeLookups = ({ name, lookups }: GroupSpec): Findings =>
  Object.entries(lookups).flatMap(([title, value]) => {
    const { group, permission } = value as { readonly group?: string; readonly permission?: string };
    return [group, permission].every((word) => word === undefined || word === name)
      ? []
      : [`The lookup ${title} of ${name} has the group ${group}: let it be ${name}.`];
  });

/** A variable of another group would send its credential to the upstream of this one. */
function strangeVariables({ name, sources }: GroupSpec): Findings {
  const prefix = `${name.toUpperCase()}_`;
  const variables = sources.flatMap(({ credential, spec }) => [
    ...credential.required,
    ...credential.optional,
    ...(spec.settings ?? []).map((setting) => setting.name),
  ]);
  return variables
    .filter((variable) => !variable.startsWith(prefix))
    .map((variable) => `The variable ${variable} of ${name} must begin with ${prefix}: rename it.`);
}
