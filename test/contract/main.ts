import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { groups, isGroup } from '../../core/groups.ts';
import { type Report, type RouteReport, runContract } from './runner.ts';

const usage = `Checks a deployment against the documented contract, over HTTP.

  npm run contract -- --base-url http://127.0.0.1:4000 --key KEY [options]

  --base-url URL   where the service is
  --key KEY        an API key that is valid from this address; standard limits are enough
  --groups a,b     only these groups
  --seed TEXT      makes the identifiers; a run with the same seed asks for the same things
  --concurrency N  how many routes are tried at a time (2)
  --json           the whole report as JSON

The identifiers are invented, so the service must run over the sandbox. It ends with 0 when everything
holds, with 1 when something does not, and with 2 when it was called wrongly.`;

const options = {
  'base-url': { type: 'string' },
  key: { type: 'string' },
  groups: { type: 'string' },
  seed: { type: 'string' },
  concurrency: { type: 'string', default: '2' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function misused(why: string): never {
  console.error(`${why}\n\n${usage}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return misused((error as Error).message);
  }
}

const given = readArguments();
if (given.help) {
  console.log(usage);
  process.exit(0);
}
const { 'base-url': baseUrl, key, seed = randomBytes(6).toString('hex'), json } = given;
if (baseUrl === undefined || !URL.canParse(baseUrl))
  misused('--base-url must be the address of the service.');
if (key === undefined || key === '') misused('--key must be an API key.');
if (!/^[1-8]$/.test(given.concurrency)) misused('--concurrency must be a number from 1 to 8.');
const named = given.groups?.split(',') ?? groups;
const unknown = named.filter((name) => !isGroup(name));
if (unknown.length > 0) misused(`--groups must be among ${groups.join(', ')}, not ${unknown.join(', ')}.`);

const mark = ({ failed }: RouteReport) => (failed.length === 0 ? 'ok  ' : 'FAIL');
const line = (route: RouteReport) =>
  `${mark(route)} ${`${route.method} ${route.path}`.padEnd(66)} ${String(route.passed.length).padStart(4)} passed ${String(route.failed.length).padStart(4)} failed`;

function describe({ routes, passed, failed }: Report): string {
  const broken = routes.filter((route) => route.failed.length > 0);
  const details = broken.flatMap((route) => [
    `\n${route.method} ${route.path}`,
    ...route.failed.flatMap(({ check, problems }) => [
      `  ${check}`,
      ...problems.map((each) => `    ${each}`),
    ]),
  ]);
  const sum = `\n${routes.length} routes, ${passed + failed} checks: ${passed} passed, ${failed} failed. Seed: ${seed}`;
  return [...details, sum].join('\n');
}

const report = await runContract({
  baseUrl,
  key,
  seed,
  pause,
  groups: named.filter(isGroup),
  concurrency: Number(given.concurrency),
  onRoute: (route) => {
    if (!json) console.log(line(route));
  },
});
console.log(json ? JSON.stringify(report, null, 2) : describe(report));
process.exitCode = report.failed === 0 ? 0 : 1;
