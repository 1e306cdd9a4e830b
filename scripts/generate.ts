import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { groupLists, treeAt } from './group-lists.ts';

/**
 * Writes the lists of the layers from `core/groups.ts`, and then the documents that follow from the code: `.env.example`,
 * `docs/schema.graphql`, `docs/openapi.json`, the picture of the graph, the bodies of the routes' examples, the
 * version of the client, and the table of groups in the README. With `--check` it writes nothing, and fails when a
 * file is stale.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const tree = treeAt(root);
const isCheck = process.argv.includes('--check');

/** Whether all files were up to date. */
function update(files: Readonly<Record<string, string>>): boolean {
  const stale = Object.entries(files).filter(([path, text]) => tree.read(path) !== text);
  for (const [path, text] of stale) {
    if (isCheck) {
      console.error(`${path} is stale: run npm run generate.`);
      process.exitCode = 1;
    } else {
      writeFileSync(join(root, path), text);
      console.log(`wrote ${path}`);
    }
  }
  return stale.length === 0;
}

// The documents are made by the code that the lists load, so they cannot be compared while a list is stale.
if (update(groupLists(tree)) || !isCheck) {
  try {
    const { generatedDocuments } = await import('./documents.ts');
    update(await generatedDocuments(tree));
  } catch (error) {
    console.error(`The documents cannot be generated: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
