/*
 * Names and numbers that the test file has not used before, so that no response to them is cached. Each file counts from
 * one (`test/setup.ts`) and has a service of its own, so that every run sends the same requests.
 */

let count = 0;

export const startAnew = (): void => {
  count = 0;
};

export const freshNumber = (): number => {
  count += 1;
  return count;
};

export const freshName = (prefix: string): string => `${prefix}x${freshNumber()}`;
