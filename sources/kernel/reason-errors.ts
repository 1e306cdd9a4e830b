import { z } from 'zod';
import { Fault } from '../../core/faults.ts';
import type { Group } from '../../core/groups.ts';
import { limitedBy } from './http/classify-response.ts';
import type { ClassifyResponse } from './source.ts';

const Failure = z.object({ reason: z.string() });

const says = {
  invalid: 'does not accept what was asked for',
  upstreamFailed: 'no longer offers this',
} as const;

/**
 * Classifies the errors of upstreams with bodies `{ reason, message? }` by status. The same status without a reason
 * comes from a proxy in between, and is left to the next classifier.
 */
export const classifyReasons =
  (group: Group, kinds: Readonly<Record<number, keyof typeof says | 'upstreamLimited'>>): ClassifyResponse =>
  (response) => {
    const kind = kinds[response.status];
    if (kind === undefined || !Failure.safeParse(response.tryJson()).success) return undefined;
    if (kind === 'upstreamLimited') return limitedBy(group, response);
    return new Fault(kind, `The source for ${group} ${says[kind]}.`, { source: group });
  };
