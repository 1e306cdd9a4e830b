import { groupMark, thisCopy } from '../core/extra-groups.ts';
import { addGroup, GroupError } from '../core/groups.ts';
import type { StartGroup } from './tested-group.ts';

/** What the tests of an extra group call: `almanac/group/test`. */

export type * from './tested-group.ts';

export const startGroup: StartGroup = async (group) => {
  if (group[groupMark] !== thisCopy)
    throw new GroupError('The group and its test import two copies of almanac: install it once.');
  addGroup(group);
  const [{ checkExtraGroups }, { serveForTests }] = await Promise.all([
    import('../server/groups/check-start.ts'),
    import('./serve-for-tests.ts'),
  ]);
  checkExtraGroups();
  return serveForTests();
};
