import { BasePlugin, type SchemaTypes } from '@pothos/core';

/**
 * Adds `t.lookup`, `t.list`, `t.typed`, `t.download`, `builder.namespace` and `builder.enumOf`; it has no hooks that run when a
 * schema is built.
 */
export class LookupPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {}
