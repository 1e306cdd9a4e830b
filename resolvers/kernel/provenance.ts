import type { Source } from '../../sources/kernel/source.ts';

/** Where a result comes from, for fields that say so. */
export interface Provenance {
  /** Whose service it is. */
  readonly name: string;
  /** Null where the terms of the operator's account decide. */
  readonly licence: string | null;
  readonly attribution: string | null;
  /** Fields whose values are computed from those of the source by a formula, or are approximate. */
  readonly derived: readonly string[];
}

/** That of a result of one source, with the fields that are derived. */
export const provenanceOf = ({ spec, group }: Source, derived: readonly string[] = []): Provenance => ({
  name: spec.keyless?.provider ?? spec.access?.provider ?? group,
  licence: spec.keyless?.licence ?? null,
  attribution: spec.keyless?.attribution ?? null,
  derived,
});
