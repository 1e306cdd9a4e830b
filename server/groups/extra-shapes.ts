import { extraGroups } from '../../core/groups.ts';
import type { KnownShapes } from '../../sources/kernel/drift.ts';
import { type PayloadShape, ShapeCollector } from '../../sources/kernel/payload-shape.ts';
import type { GroupSpec } from './define-group.ts';

/** A field that fewer objects than this had may be missing from others. */
const leastObjects = 5;

function shapeOf(payloads: readonly unknown[]): PayloadShape {
  const collector = new ShapeCollector();
  for (const payload of payloads) collector.add(payload);
  return collector.toShape(leastObjects);
}

/** The shapes of the payloads that extra groups hold, in the form of `sources/shapes.json`. */
export const extraShapes = (): KnownShapes =>
  Object.fromEntries(
    extraGroups.map(({ name, parts }) => [
      name,
      Object.fromEntries(
        Object.entries((parts as GroupSpec).payloads ?? {}).map(([endpoint, payloads]) => [
          endpoint,
          shapeOf(payloads),
        ]),
      ),
    ]),
  );
