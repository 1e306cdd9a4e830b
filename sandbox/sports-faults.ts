import type { NamedFault } from './kernel/faults.ts';

/** The host that decides by the agent. */
export const firstHost = 'site.api.espn.com';

export const agentFaults: readonly NamedFault[] = [
  {
    name: 'agent refused',
    group: 'sports',
    host: firstHost,
    status: 403,
    description:
      'The first host refuses every agent with 403, also one with a link; the second host responds.',
  },
];
