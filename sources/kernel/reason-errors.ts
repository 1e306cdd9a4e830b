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

/** 410 means a removed address, 503 maintenance. */
const kinds: Readonly<Record<number, keyof typeof says | 'upstreamLimited'>> = {
  400: 'invalid',
  410: 'upstreamFailed',
  503: 'upstreamLimited',
};

/**
 * Classifies the errors of upstreams with bodies `{ reason, message? }` by status. The same status without a reason
 * comes from a proxy in between, and is left to the next classifier.
 */
export const classifyReasons =
  (group: Group): ClassifyResponse =>
  (response) => {
    const failure = Failure.safeParse(response.tryJson()).data;
    if (failure === undefined) return undefined;
    if (failure.reason === 'accessDenied.invalidIp') {
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
    // An address that is switched off has the status and the reason of an unknown player.
    const isOff = response.status === 404 && /\bAPI endpoint\b/i.test(failure.message);
    const kind = isOff ? 'upstreamFailed' : kinds[response.status];
    if (kind === undefined) return undefined;
    if (kind === 'upstreamLimited') return limitedBy(group, response);
    // All other arguments are validated before.
    const isOfCursor = kind === 'invalid' && response.url.searchParams.has('after');
    return new Fault(kind, isOfCursor ? wrongCursor : `The source for ${group} ${says[kind]}.`, { group });
  };
