import type { Clock } from '../core/clock.ts';
import { toFault } from '../core/faults.ts';
import { openUpstreams } from '../server/backends/upstreams.ts';
import type { Config } from '../server/config/config.ts';
import { sources } from '../sources/index.ts';
import type { Output } from './command-line.ts';

/** The sources whose credential the upstream issues to anyone who requests one. */
const issuing = sources.filter(({ spec }) => spec.issuer);

const usage = `Usage: npm run credential -- ${issuing.map(({ group }) => group).join(' | ')}
Requests a credential that the upstream issues to anyone, and prints the line for .env.`;

/**
 * The command `credential`: fetches a credential by one request. Resolves to the exit code: 0 with the line for `.env`
 * on standard output, 1 when the upstream issued none, 2 for an invalid command line.
 */
export async function credentialCommand(
  [group, ...more]: readonly string[],
  { config, clock, print, warn }: Output & { readonly config: Config; readonly clock: Clock },
): Promise<number> {
  const source = issuing.find((each) => each.group === group);
  if (!source || more.length > 0) {
    (group === '--help' ? print : warn)(usage);
    return group === '--help' ? 0 : 2;
  }
  const upstreams = openUpstreams(config, clock);
  try {
    const value = await upstreams.read(source.spec.issuer!, undefined);
    print(`${source.credential.required[0]}=${value}`);
    return 0;
  } catch (error) {
    warn(`credential: ${toFault(error).message}`);
    return 1;
  } finally {
    await upstreams.close();
  }
}
