import type { NamedFault } from './kernel/faults.ts';
import { json } from './kernel/responses.ts';

/** An agent of name and version alone, or that of a browser. One with a link in brackets is accepted. */
const isRefused = (agent: string): boolean => !/\(\+https?:\/\/[^)]+\)/.test(agent);

export const agentFaults: readonly NamedFault[] = [
  {
    ...{ name: 'agent refused', group: 'sports', host: 'site.api.espn.com' },
    description: 'Requests whose agent has no link in brackets are refused with 403.',
    change: (usual, { headers }) =>
      isRefused(headers['user-agent'] ?? '')
        ? json({ code: 403, message: 'Forbidden' }, { status: 403 })
        : usual,
  },
];
