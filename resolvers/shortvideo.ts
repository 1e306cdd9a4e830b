import { Fault, type FaultKind } from '../core/faults.ts';
import type { MaybePromise } from '../core/maybe-promise.ts';
import * as shortvideo from '../sources/shortvideo.ts';
import type { Profile } from '../sources/shortvideo-decode.ts';
import { firstSetting, isRefusal } from '../sources/shortvideo-sources.ts';
import type { Context } from './kernel/context.ts';
import { handle } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';

const username = handle('Name of the user, such as "tiktok", without @.', {
  pattern: /^[A-Za-z0-9_.]{1,30}$/,
  expected: 'a name of at most 30 letters, digits, underscores and dots',
});

/** A user, with what the user is counted by. */
export const user = lookup({
  group: 'shortvideo',
  summary: 'A user by name, with the counts of followers, likes and videos.',
  input: { username },
  run: ({ username }, context) => userNamed(username, context),
});

/** Rejects with the fault `notFound` that names the user as the caller did. */
export async function userNamed(username: string, context: Context): Promise<Profile> {
  const at = (place: typeof shortvideo.user) => () => context.read(place, { username });
  try {
    return await inOrder(
      context,
      [at(shortvideo.user), at(shortvideo.userSignedIn)],
      [at(shortvideo.userEmbedded)],
    );
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'notFound') throw error;
    throw new Fault('notFound', `No user named "${username}" was found.`, { source: 'shortvideo' });
  }
}

type Place<Model> = () => MaybePromise<Model>;

/** Asks the pages and the embeds, the one after the other, as the operator has decided. */
export const inOrder = <Model>(
  { setting }: Context,
  pages: readonly Place<Model>[],
  embeds: readonly Place<Model>[],
): Promise<Model> =>
  firstOf(setting(firstSetting) === 'embeds' ? [...embeds, ...pages] : [...pages, ...embeds]);

/**
 * What the first of some places says. Only from one that turns us away, wants something that the operator has not given,
 * or does not speak as it used to, the next is asked: whoever does not answer at all has the others on the same hosts.
 */
export async function firstOf<Model>(places: readonly Place<Model>[]): Promise<Model> {
  const faults: Fault[] = [];
  for (const place of places) {
    try {
      return await place();
    } catch (error) {
      if (!(error instanceof Fault) || !isPassedOver(error)) throw error;
      faults.push(error);
    }
  }
  throw tellingKinds.flatMap((told) => faults.filter(({ kind }) => kind === told))[0] ?? faults.at(-1);
}

/** What says more than that the last place turned us away. */
const tellingKinds: readonly FaultKind[] = ['upstreamChanged', 'upstreamLimited'];

const passedOver: ReadonlySet<FaultKind> = new Set<FaultKind>(['unconfigured', ...tellingKinds]);
const isPassedOver = (fault: Fault): boolean => passedOver.has(fault.kind) || isRefusal(fault);
