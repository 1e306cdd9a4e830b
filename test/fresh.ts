/*
 * Names and numbers that are unique in a test file, so that nothing is cached. Each file counts from the start
 * (`test/setup.ts`) and has its own service: every run sends the same requests.
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
