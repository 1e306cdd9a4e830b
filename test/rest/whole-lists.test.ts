import { getNullableType, isListType, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { expect, it } from 'vitest';
import { routeGroups } from '../../rest/index.ts';
import { compileRoutes } from '../../rest/kernel/compile.ts';
import { schema } from '../../schema/index.ts';
import { createPreparer } from '../../schema/kernel/prepare.ts';

it('documents of routes ask for all items of every list', () => {
  const cut: string[] = [];
  for (const { route, prepared } of compileRoutes(createPreparer(schema), routeGroups)) {
    const info = new TypeInfo(schema);
    visit(
      prepared.document,
      visitWithTypeInfo(info, {
        Field(node) {
          const field = info.getFieldDef();
          if (!field || !isListType(getNullableType(field.type))) return;
          const { first = field.extensions.lookup?.input.first } = field.extensions;
          const given = node.arguments?.find(({ name }) => name.value === 'first')?.value;
          const max = String(first?.json.maximum);
          // A short list is whole by default, and so is one that is priced by its usual length.
          const byDefault = field.extensions.first?.default ?? first?.json.maximum;
          const isWhole = field.extensions.first && byDefault === first?.json.maximum;
          if (
            !first ||
            isWhole ||
            first.default === first.json.maximum ||
            given?.kind === 'Variable' ||
            (given?.kind === 'IntValue' && given.value === max)
          )
            return;
          cut.push(`${route.path}: ${field.name} needs first: ${max}`);
        },
      }),
    );
  }
  expect(cut).toEqual([]);
});
