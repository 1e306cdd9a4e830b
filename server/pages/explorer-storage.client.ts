/** The header editor's first text. The reader replaces `<your key>`. */
export const presetHeaders = JSON.stringify({ Authorization: 'Bearer <your key>' }, null, 2);

const isHistory = (name: string): boolean => name === 'graphiql:queries' || name === 'graphiql:favorites';

/** GraphiQL's history as JSON, with the preset in the place of the headers of each query. */
const withPresetHeaders = (text: string): string =>
  JSON.stringify(
    JSON.parse(text, (name, value) => (name === 'headers' && value ? presetHeaders : value) as unknown),
  );

const storedNames = (): readonly string[] =>
  Object.keys(localStorage).filter((name) => name.startsWith('graphiql:'));

/** The browser's local storage without keys: GraphiQL stores the headers of each query in its history. */
export const storage = {
  getItem: (name: string) => localStorage.getItem(name),
  setItem(name: string, text: string) {
    localStorage.setItem(name, isHistory(name) ? withPresetHeaders(text) : text);
  },
  removeItem: (name: string) => localStorage.removeItem(name),
  clear() {
    for (const name of storedNames()) localStorage.removeItem(name);
  },
  get length() {
    return storedNames().length;
  },
};

/** Whether headers are stored: the reader turns that on in GraphiQL's settings. */
export const persistsHeaders = localStorage.getItem('graphiql:shouldPersistHeaders') === 'true';

export const storedHeaders = persistsHeaders ? localStorage.getItem('graphiql:headers') : null;
