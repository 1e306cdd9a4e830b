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
 * A judge for upstreams whose own errors are `{ reason, message? }`: what a status from them means, where that is not
 * the usual. The same status without a reason comes from something in between, and means what it always does.
 */
export const classifyReasons =
  (group: Group, kinds: Readonly<Record<number, keyof typeof says | 'upstreamLimited'>>): ClassifyResponse =>
  (answer) => {
    const kind = kinds[answer.status];
    if (kind === undefined || !Failure.safeParse(answer.tryJson()).success) return undefined;
    if (kind === 'upstreamLimited') return limitedBy(group, answer);
    return new Fault(kind, `The source for ${group} ${says[kind]}.`, { source: group });
  };
