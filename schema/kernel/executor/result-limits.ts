import { GraphQLError } from 'graphql';
import type { Fault } from '../../../core/faults.ts';
import type { WorkMemory } from '../../../core/memory-account.ts';
import type { Beyond } from '../budget.ts';

/** How large a result may become while it is made. */
export interface ResultLimits {
  /** Fields of all objects, aliases included. */
  readonly fields: number;
  /** Characters of all names and texts. */
  readonly characters: number;
  /** The memory of this result in that of all results under way; its owner releases it. */
  readonly memory: Pick<WorkMemory, 'take'>;
  /** Lookups that do not run. */
  readonly beyond?: Beyond | undefined;
  /** Called once with the size of the result. */
  readonly onEnd?: (size: Size) => void;
}

/** The size of a result: its fields, and the characters of its names and texts. */
export interface Size {
  readonly fields: number;
  readonly characters: number;
}

/** The memory of a field of a result object, without its text. */
const bytesPerField = 16;
/** The account is asked in steps, and not at all for a small result. */
const stepBytes = 131_072;

/** Ends an execution as a whole: unlike the error of a field, it is not replaced by null. */
export class ResultLimitError extends GraphQLError {}

/** Counts a result as it grows. A list with one field under many aliases would otherwise fill the memory. */
export class ResultSize {
  readonly #limits: ResultLimits;
  #fields = 0;
  #characters = 0;
  /** Bytes that the account has been asked for. */
  #taken = 0;
  #hasEnded = false;

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
    if (this.#fields > fields || this.#characters > characters) {
      this.end();
      throw new ResultLimitError(
        `The result has more than ${fields} fields or ${characters} characters: select fewer fields, or shorter lists.`,
      );
    }
    if (this.#characters + this.#fields * bytesPerField >= this.#taken + stepBytes) this.#take();
  }

  /** Called when the execution has ended. Fields that are still pending then take no memory any more. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#limits.onEnd?.({ fields: this.#fields, characters: this.#characters });
  }

  #take(): void {
    if (this.#hasEnded) return;
    try {
      this.#limits.memory.take(stepBytes);
    } catch (fault) {
      this.end();
      throw new ResultLimitError((fault as Fault).message, { originalError: fault as Fault });
    }
    this.#taken += stepBytes;
  }
}
