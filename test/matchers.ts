import { expect } from 'vitest';
import type { Answered } from './app.ts';
import { mismatches } from './contract/shapes.ts';
import { documentedBody } from './replay/documented-body.ts';

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: the parameter of the interface that is extended
  interface Matchers<T = any> {
    /** The status and the whole body. */
    toRespond(status: number, body: unknown): T;
    /** The status of a failure and its only field: a text, or a pattern of it. */
    toFail(status: number, error: unknown): T;
    /** Status 200 and a body that the contract documents for the route, with these values in it. */
    toFit(values?: object): T;
  }
}

expect.extend({
  toRespond({ status, body }: Answered, expectedStatus: number, expected: unknown) {
    const [actual, wanted] = [
      { status, body },
      { status: expectedStatus, body: expected },
    ];
    return {
      pass: this.equals(actual, wanted, [...this.customTesters, this.utils.iterableEquality]),
      message: () => `the response ${this.isNot ? 'is' : 'is not'} the expected one`,
      actual,
      expected: wanted,
    };
  },

  toFail({ status, body }: Answered, expectedStatus: number, error: unknown) {
    const message = error instanceof RegExp ? expect.stringMatching(error) : error;
    const [actual, expected] = [
      { status, body },
      { status: expectedStatus, body: { error: message } },
    ];
    return {
      pass: this.equals(actual, expected),
      message: () => `the response ${this.isNot ? 'is' : 'is not'} the expected failure`,
      actual,
      expected,
    };
  },

  toFit({ path, status, body }: Answered, values?: object) {
    const shape = documentedBody(path);
    if (!shape) throw new Error(`${path} has no documented JSON body.`);
    const problems = status === 200 ? mismatches(shape, body) : [`status is ${status}`];
    const testers = [...this.customTesters, this.utils.iterableEquality, this.utils.subsetEquality];
    return {
      pass: problems.length === 0 && (values === undefined || this.equals(body, values, testers)),
      message: () => `${path} does not fit the contract and the values:\n${problems.slice(0, 12).join('\n')}`,
      ...(values && { actual: body, expected: values }),
    };
  },
});
