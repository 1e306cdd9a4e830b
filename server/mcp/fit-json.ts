/** A JSON text that was made to fit, and the bounds that do it. */
export interface Fitted {
  readonly text: string;
  /** The most elements of each list. */
  readonly elements: number;
  /** The most characters of each text in it. */
  readonly characters: number;
}

const textLengths = [Number.POSITIVE_INFINITY, 500, 80];

/**
 * Shortens the lists of a value, all to the same number of elements, until its JSON has at most `most` characters; if one
 * element of each is too much, its texts as well. Undefined if that does not suffice. The work is proportional to `most`
 * and not to the value, since the number of elements is doubled from one on.
 */
export function fitJson(value: unknown, most: number): Fitted | undefined {
  for (const characters of textLengths) {
    const within = (elements: number): Fitted | undefined => {
      const text = JSON.stringify(value, (_, part: unknown) => shortened(part, elements, characters));
      return text.length <= most ? { text, elements, characters } : undefined;
    };
    let best = within(1);
    if (!best) continue;
    let tooMany = 2;
    for (let next = within(tooMany); next && tooMany < most; next = within(tooMany)) {
      best = next;
      tooMany *= 2;
    }
    while (tooMany - best.elements > 1) {
      const middle = Math.floor((best.elements + tooMany) / 2);
      const fitted = within(middle);
      if (fitted) best = fitted;
      else tooMany = middle;
    }
    return best;
  }
  return undefined;
}

function shortened(part: unknown, elements: number, characters: number): unknown {
  if (Array.isArray(part)) return part.length > elements ? part.slice(0, elements) : part;
  return typeof part === 'string' && part.length > characters ? `${part.slice(0, characters)}…` : part;
}
