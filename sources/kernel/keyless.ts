import { z } from 'zod';
import { type Group, isGroup } from '../../core/groups.ts';
import { commaSeparated, type Setting } from '../../core/settings.ts';

/**
 * Declares a source that needs no credential and serves in place of the official one: without the official credential, and
 * while the official source is in trouble.
 */
export interface KeylessTerms {
  /** Whose service it is. */
  readonly provider: string;
  readonly licence: string;
  /** The credit that the licence requires. */
  readonly attribution: string;
}

/** The groups whose keyless sources may be read. */
export const keylessSetting: Setting<'on' | 'off' | readonly Group[]> = {
  name: 'KEYLESS',
  description:
    'Sources that serve in place of an official one without its credential: on, off, or the groups that may read theirs.',
  expected: 'on, off, or names of groups with commas between them',
  schema: z.enum(['on', 'off']).or(commaSeparated.pipe(z.array(z.string().refine(isGroup)))),
  default: 'on',
  demo: 'off',
};

/** Whether the operator lets a group read its keyless sources. */
export function mayReadKeyless(group: Group, settings: Readonly<Record<string, unknown>> = {}): boolean {
  const { [keylessSetting.name]: value = 'on' } = settings as Record<string, 'on' | 'off' | readonly Group[]>;
  return Array.isArray(value) ? value.includes(group) : value === 'on';
}
