import { z } from 'zod';
import { Fault } from '../../core/faults.ts';
import type { Group } from '../../core/groups.ts';
import { limitedBy, wrongCursor } from './http/classify-response.ts';
import type { ClassifyResponse } from './source.ts';

const Failure = z.object({ reason: z.string(), message: z.string().catch('') });

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
    const failure = Failure.safeParse(response.tryJson()).data;
    if (failure?.reason === 'accessDenied.invalidIp') {
      return new Fault(
        'upstreamFailed',
        `The source for ${group} accepts its key from other addresses only.`,
        {
          group,
          // It names the address that the key must be created for.
          cause: new Error(failure.message),
        },
      );
    }
    const kind = kinds[response.status];
    if (kind === undefined || failure === undefined) return undefined;
    if (kind === 'upstreamLimited') return limitedBy(group, response);
    // All other arguments are validated before.
    const isOfCursor = kind === 'invalid' && response.url.searchParams.has('after');
    return new Fault(kind, isOfCursor ? wrongCursor : `The source for ${group} ${says[kind]}.`, { group });
  };
