import type * as videosite from '../sources/videosite.ts';
import { builder } from './kernel/builder.ts';
import { PageInterface } from './kernel/paging.ts';

export const CountedPage = builder.interfaceRef<videosite.Page<unknown>>('VideositePage').implement({
  description: 'A page of a list, with the number of its items.',
  interfaces: [PageInterface],
  fields: (t) => ({
    count: t.int({ description: 'How many there are in this part.', resolve: ({ items }) => items.length }),
  }),
});
