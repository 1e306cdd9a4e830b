import { Fault, type FaultKind } from '../core/faults.ts';
import type { MaybePromise } from '../core/maybe-promise.ts';
import * as shortvideo from '../sources/shortvideo.ts';
import type { Profile } from '../sources/shortvideo-decode.ts';
import { firstSetting } from '../sources/shortvideo-sources.ts';
import type { Context } from './kernel/context.ts';
import { handle } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';

const username = handle('Name of the user, such as "tiktok", without @.', {
  pattern: /^(?!\.{1,2}$)[A-Za-z0-9_.]{1,30}$/,
  expected: 'a name of at most 30 letters, digits, underscores and dots',
});

/** A user with counters. */
export const user = lookup({
  group: 'shortvideo',
  summary: 'A user by name, with the counts of followers, likes and videos.',
  input: { username },
  run: ({ username }, context) => userNamed(username, context),
});

/** Faults: `notFound`, with the user name as the caller wrote it. */
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
    throw new Fault('notFound', `No user named "${username}" was found.`, { group: 'shortvideo' });
  }
}

type SourceRead<Model> = () => MaybePromise<Model>;

/** Reads the pages and the embeds in the order of the operator's setting. */
export const inOrder = <Model>(
  { setting }: Context,
  pages: readonly SourceRead<Model>[],
  embeds: readonly SourceRead<Model>[],
): Promise<Model> =>
  firstOf(setting(firstSetting) === 'embeds' ? [...embeds, ...pages] : [...pages, ...embeds]);

/**
 * The result of the first source that has one. The next source is read only after a refusal, a missing setting or a
 * changed response: the sources share hosts, so when one does not respond, the others do not either.
 */
export async function firstOf<Model>(reads: readonly SourceRead<Model>[]): Promise<Model> {
  const faults: Fault[] = [];
  for (const read of reads) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Fault) || !isPassedOver(error)) throw error;
      faults.push(error);
    }
  }
  throw tellingKinds.flatMap((telling) => faults.filter(({ kind }) => kind === telling))[0] ?? faults.at(-1);
}

/** The kinds of faults that are reported in preference to a refusal by the last source. */
const tellingKinds: readonly FaultKind[] = ['upstreamChanged', 'upstreamLimited'];

const passedOver: ReadonlySet<FaultKind> = new Set<FaultKind>(['unconfigured', ...tellingKinds]);
const isPassedOver = (fault: Fault): boolean => passedOver.has(fault.kind) || fault.trait === 'thisSource';
