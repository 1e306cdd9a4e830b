import { type Group, groups } from '../../core/groups.ts';

/** What a key may be allowed: a group, or to have the song service read a file of the server's own. */
export type Permission = Group | 'songid:files';

export const permissions: readonly Permission[] = [...groups, 'songid:files'];
