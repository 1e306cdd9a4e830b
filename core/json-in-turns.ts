import { isTurnOver, nextTurn } from './turns.ts';

/** Members of an object or a list of leaves that are written at once. */
const mostAtOnce = 64;

/**
 * The text of `JSON.stringify` for objects, lists and leaves, such as a result of GraphQL. A long one is written in several
 * turns of the event loop.
 */
export async function stringifyInTurns(value: unknown): Promise<string> {
  const parts: string[] = [];

  async function write(part: unknown): Promise<void> {
    if (isTurnOver()) await nextTurn();
    if (isSmall(part)) parts.push(JSON.stringify(part));
    else if (Array.isArray(part)) {
      for (const [index, item] of part.entries()) {
        parts.push(index === 0 ? '[' : ',');
        await write(item);
      }
      parts.push(']');
    } else {
      for (const [index, [key, member]] of Object.entries(part as object).entries()) {
        parts.push(index === 0 ? '{' : ',', JSON.stringify(key), ':');
        await write(member);
      }
      parts.push('}');
    }
  }

  await write(value);
  return parts.join('');
}

function isSmall(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return true;
  const members = Object.values(part);
  return (
    members.length <= mostAtOnce && !members.some((member) => typeof member === 'object' && member !== null)
  );
}
