import type { Provenance } from '../../resolvers/kernel/provenance.ts';
import { builder } from './builder.ts';

/** Says whose service a result comes from. */
export const DataSource = builder.objectRef<Provenance>('DataSource').implement({
  description: 'Where a result comes from.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Whose service it is, such as Open-Meteo.' }),
    licence: t.exposeString('licence', {
      nullable: true,
      description: 'Licence of the data; null where it is that of the operator’s account.',
    }),
    attribution: t.exposeString('attribution', {
      nullable: true,
      description: 'Credit that the licence requires.',
    }),
    derived: t.exposeStringList('derived', {
      description:
        'Fields whose values are computed from others, or are approximate, such as main.feelsLike.',
    }),
  }),
});
