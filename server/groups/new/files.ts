import type { Answers } from './answers.ts';
import { type GroupPlan, planOf } from './plan.ts';
import { writeSandbox } from './write-sandbox.ts';
import { writeRoutes, writeSchema } from './write-schema.ts';
import { writeLookups, writeSource } from './write-source.ts';
import { writeTests } from './write-tests.ts';

const indexFile = ({ field }: GroupPlan): string => `import { readFileSync } from 'node:fs';
import { defineGroup } from 'almanac/group';
import * as lookups from './lookups.js';
import { paths } from './routes.js';
import { upstream } from './sandbox.js';
import { schema } from './schema.js';
import { group, source } from './source.js';

/** What is served is compared with the shape of this answer; \`/status\` tells of differences. */
const example = JSON.parse(readFileSync(new URL('./example.json', import.meta.url), 'utf8'));

export default defineGroup({
  name: group,
  sources: [source],
  lookups,
  schema,
  routes: paths,
  sandbox: [upstream],
  payloads: { ${field}: [example] },
});
`;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The version that a package says it fits, for one that is developed with this version. */
const fitting = (version: string): string => `>=${version.split('.').slice(0, 2).join('.')}`;

export interface WrittenGroup {
  readonly files: Readonly<Record<string, string>>;
  /** Sentences about the example answer. */
  readonly notes: readonly string[];
  /** A sentence about where the items stand in the example answer. */
  readonly place: string;
  /** The path of the route with the values of the example. */
  readonly route: string;
}

const placeIn = (at: readonly string[]): string => (at.length === 0 ? 'the top' : at.join('.'));

/** The files of a new group, by name. */
export function writtenGroup(answers: Answers, version: string): WrittenGroup {
  const plan = planOf(answers);
  const { name, model } = plan;
  return {
    files: {
      'package.json': json({
        name: `almanac-${name}`,
        version: '0.1.0',
        type: 'module',
        exports: './index.js',
        main: './index.js',
        scripts: { test: 'node --test' },
        peerDependencies: { almanac: fitting(version) },
      }),
      'jsconfig.json': json({
        compilerOptions: {
          module: 'nodenext',
          target: 'es2023',
          checkJs: true,
          // The JavaScript of packages is not the group's.
          maxNodeModuleJsDepth: 0,
          strict: true,
          noEmit: true,
          skipLibCheck: true,
        },
      }),
      'index.js': indexFile(plan),
      'source.js': writeSource(plan),
      'lookups.js': writeLookups(plan),
      'schema.js': writeSchema(plan),
      'routes.js': writeRoutes(plan),
      'sandbox.js': writeSandbox(plan),
      [`${name}.test.js`]: writeTests(plan),
      'example.json': json(plan.example),
    },
    notes: model.notes,
    place: `${model.list ? `The items are the list at ${placeIn(model.at)}` : `The item is the object at ${placeIn(model.at)}`}; --at says where they are otherwise.`,
    route: plan.route,
  };
}
