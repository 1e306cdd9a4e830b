import { isPromise, type MaybePromise } from '../../core/maybe-promise.ts';
import type { Context } from './context.ts';
import type { Inputs, ValuesOf } from './inputs.ts';
import { type Lookup, type LookupSpec, lookup } from './lookup.ts';

/** What the one list among the inputs lists. */
type ItemOf<Of extends Inputs> = ValuesOf<Of>[keyof Of] extends readonly (infer Item)[] ? Item : never;

export interface PluralSpec<Of extends Inputs, Model>
  extends Pick<LookupSpec<Of, readonly Model[]>, 'group' | 'permission' | 'summary'> {
  /** One input, which is a list: `{ ids: list('Ids of videos.', videoId, { max: 50 }) }`. */
  readonly input: Of;
  /** Set where the source takes one key per request, so that each item costs as much as it would alone. */
  readonly isPricedEach?: true;
  /** The model of one item; null where it does not exist. */
  readonly runOne: (item: ItemOf<Of>, context: Context) => MaybePromise<Model>;
}

/**
 * The plural of a lookup: the models in the order of the list. All items are read at once, so that a batched endpoint
 * sends few requests. Rejects with the first fault of an item.
 */
export const plural = <const Of extends Inputs, Model>(
  spec: PluralSpec<Of, Model>,
): Lookup<Of, readonly Model[]> => {
  const { group, permission, summary, input, isPricedEach, runOne } = spec;
  const [name] = Object.keys(input);
  const itemsOf = (values: ValuesOf<Of>) => values[name!] as unknown as readonly ItemOf<Of>[];
  return lookup({
    group,
    summary,
    input,
    ...(permission && { permission }),
    ...(isPricedEach && { price: (values: ValuesOf<Of>) => itemsOf(values).length }),
    maxItems: (values) => itemsOf(values).length,
    run(values, context) {
      const models = itemsOf(values).map((item) => runOne(item, context));
      // Without a promise where all items are cached.
      return models.some(isPromise) ? Promise.all(models) : (models as Model[]);
    },
  });
};
