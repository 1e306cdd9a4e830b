/*
 * Names and numbers that nothing in this file has asked for, so that nothing is cached. Each file counts from the start
 * (`test/setup.ts`) and has a service of its own: every run asks the same.
 */

let given = 0;

export const startAnew = (): void => {
  given = 0;
};

export const freshNumber = (): number => {
  given += 1;
  return given;
};

export const freshName = (prefix: string): string => `${prefix}x${freshNumber()}`;
