import type * as videosite from '../sources/videosite.ts';
import { builder } from './kernel/builder.ts';

export const Page = builder.interfaceRef<videosite.Page<unknown>>('VideositePage').implement({
  description: 'A part of a list.',
  fields: (t) => ({
    count: t.int({ description: 'How many there are in this part.', resolve: ({ items }) => items.length }),
    cursor: t.exposeString('cursor', {
      nullable: true,
      description: 'Leads to the next part, as its after; null at the end.',
    }),
  }),
});
