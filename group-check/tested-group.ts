import type { DefinedGroup } from '../server/groups/define-group.ts';

/** A response of the service that tests the group. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape of the bodies that it receives
  readonly body: any;
}

/** A fault of an upstream: its host, and an effect. docs/groups.md lists the effects. */
export interface TestFault {
  readonly host: string;
  readonly path?: string;
  /** The number of requests after which it ends. */
  readonly times?: number;
  readonly status?: number;
  readonly body?: unknown;
  readonly [effect: string]: unknown;
}

/** The service with a group, over the sandbox, in this process. */
export interface TestedGroup {
  readonly url: string;
  /** With a key that has every permission. */
  get(path: string): Promise<TestResponse>;
  /** With a key that lacks the permission of the group. */
  getAsStranger(path: string): Promise<TestResponse>;
  graphql(query: string, variables?: Readonly<Record<string, unknown>>): Promise<TestResponse>;
  /** Sets faults of upstreams, until `clearFaults`. */
  fault(...faults: readonly TestFault[]): Promise<void>;
  clearFaults(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the service with a group. A process can do so once. Rejects with a GroupError. */
export type StartGroup = (group: DefinedGroup) => Promise<TestedGroup>;
