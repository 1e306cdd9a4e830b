import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { tryParseJson } from '../../core/json.ts';
import type { Preparer } from '../../schema/kernel/prepare.ts';
import { ConfigError } from '../config/config-error.ts';

/** Documents by the hash that clients send in their place. */
export type TrustedDocuments = ReadonlyMap<string, string>;

const byHash = z.record(z.string(), z.string());
/** The file that `generate-persisted-query-manifest` of Apollo writes. */
const manifest = z
  .object({ operations: z.array(z.object({ id: z.string(), body: z.string() })) })
  .transform(({ operations }) => Object.fromEntries(operations.map(({ id, body }) => [id, body])));

/** Reads trusted documents. Throws a ConfigError that names the file, and the first document that the schema refuses. */
export function readTrustedDocuments(path: string, preparer: Preparer): TrustedDocuments {
  const fault = (why: string) => new ConfigError(`GRAPHQL_TRUSTED_DOCUMENTS: ${path} ${why}`);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw fault('cannot be read.');
  }
  const { success, data } = z.union([manifest, byHash]).safeParse(tryParseJson(text));
  if (!success) throw fault('must hold an object of documents by hash, or the manifest of Apollo.');
  const documents = new Map(Object.entries(data));
  for (const [id, document] of documents) {
    const preparation = preparer.prepare(document);
    // A document of several operations is run with the name of one.
    if ('errors' in preparation && preparation.reason !== 'operation') {
      throw fault(`has a document that cannot run: ${id}: ${preparation.errors[0]!.message}`);
    }
  }
  return documents;
}
