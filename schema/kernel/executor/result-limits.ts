import { GraphQLError } from 'graphql';

/** How large a result may become while it is made. */
export interface ResultLimits {
  /** Fields of all objects, aliases included. */
  readonly fields: number;
  /** Characters of all names and texts. */
  readonly characters: number;
}

/** Ends an execution as a whole: unlike the error of a field, it is not replaced by null. */
export class ResultLimitError extends GraphQLError {}

/** Counts a result as it grows. A list with one field under many aliases would otherwise fill the memory. */
export class ResultSize {
  readonly #limits: ResultLimits;
  #fields = 0;
  #characters = 0;

  constructor(limits: ResultLimits) {
    this.#limits = limits;
  }

  /** Counts a field. Throws when the result is larger than its limits. */
  addField(key: string, value: unknown): void {
    this.#fields += 1;
    this.#characters += key.length;
    this.addValue(value);
  }

  /** Counts a text; other values are small. */
  addValue(value: unknown): void {
    if (typeof value === 'string') this.#characters += value.length;
    const { fields, characters } = this.#limits;
    if (this.#fields <= fields && this.#characters <= characters) return;
    throw new ResultLimitError(
      `The result has more than ${fields} fields or ${characters} characters: select fewer fields, or shorter lists.`,
    );
  }
}
