import { asTime } from 'almanac/group';
import * as lookups from './lookups.js';
import { Definition } from './source.js';

/**
 * Edit: the types and the root field. The descriptions are the documentation of the graph and of the routes: units, forms,
 * what null means. A nullable value has `nullable: true`. A field `id` would be the identity of an object for the caches of
 * clients; a number such as `defid` has another name.
 * @type {import('almanac/group').AddSchema}
 */
export const schema = ({ namespace, object }) => {
  const DefinitionType = object('SlangDefinition', Definition, {
    description: 'An explanation of a word by a visitor of the dictionary; nobody has verified it.',
    fields: (t) => ({
      definition: t.expose('definition', {
        type: 'String',
        description: 'The explanation; words in brackets have explanations of their own.',
      }),
      permalink: t.expose('permalink', { type: 'String', description: 'Address of its page.' }),
      thumbsUp: t.expose('thumbsUp', { type: 'Int', description: 'Votes for it.' }),
      thumbsDown: t.expose('thumbsDown', { type: 'Int', description: 'Votes against it.' }),
      author: t.expose('author', { type: 'String', description: 'Name under which the author wrote it.' }),
      word: t.expose('word', {
        type: 'String',
        description: 'The word, in the case in which the author wrote it.',
      }),
      defid: t.expose('defid', { type: 'Int', description: 'Number of the explanation.' }),
      writtenOn: t.expose('writtenOn', { type: 'String', description: 'When it was written, in ISO 8601.' }),
      // The same moment as a DateTime.
      writtenTime: t.typed('writtenOn', asTime, 'When it was written.'),
      example: t.expose('example', { type: 'String', description: 'A sentence with the word.' }),
    }),
  });
  namespace({
    description: 'Words of slang, as visitors of a dictionary explain them; unverified.',
    // Words that agents search by and that the descriptions lack, each with words of the descriptions.
    synonyms: { definition: 'meaning', 'slang word': 'jargon' },
    fields: (t) => ({ define: t.lookup(lookups.define, { type: [DefinitionType] }) }),
  });
};
