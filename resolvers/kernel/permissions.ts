import { furtherPermissions, type Group, groups } from '../../core/groups.ts';

/** What a key may be allowed: a group, or a permission that a group declares beside its own. */
export type Permission = Group | (typeof furtherPermissions)[number];

export const permissions: readonly Permission[] = [...groups, ...furtherPermissions];
