import { builder } from './builder.ts';

/** The model of a page. */
export interface PageModel {
  readonly next: string | null;
}

/** Options of the field `next` of a type of pages, for those whose routes document it in some form. */
export const next = {
  nullable: true,
  description: 'The `after` of the page behind this one; null on the last.',
} as const;

/** What pages of all groups have in common; each has `items` of its own type. */
export const PageInterface = builder.interfaceRef<PageModel>('Page').implement({
  description:
    'A page of a list: its `items`, as many as `first` asks for at most, and where the list goes on.',
  fields: (t) => ({
    next: t.exposeString('next', next),
  }),
});
