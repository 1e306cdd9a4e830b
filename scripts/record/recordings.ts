import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Group } from '../../core/groups.ts';

/** A response of an upstream, without what is secret. */
export interface RecordedExchange {
  /** `host/path` of the request, without its query. */
  readonly upstream: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The file of the body beside the index. */
  readonly recording: string;
}

/** A request to the service, and what the upstreams responded to the requests that it needs. */
export interface RecordedRequest {
  /** Path and query. */
  readonly request: string;
  /** What clients of the upstream reported, where the responses were written from that and not received. */
  readonly reported?: string;
  /** Variables of the service, where the response depends on them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The status of the service's response. */
  readonly status: number;
  /** The type of the service's response, where it is a file. */
  readonly contentType?: string;
  /** A part of the service's body, where more than its documented shape is known. */
  readonly expected?: unknown;
  readonly exchanges: readonly RecordedExchange[];
}

/** The directory of recordings, below the working directory; a directory for each group has an `index.json` and the bodies. */
export const ownRecordings = resolve('test/recordings');

const indexIn = (directory: string, group: Group): string => join(directory, group, 'index.json');

export function readRecordings(directory: string, group: Group): readonly RecordedRequest[] {
  const index = indexIn(directory, group);
  return existsSync(index) ? (JSON.parse(readFileSync(index, 'utf8')) as RecordedRequest[]) : [];
}

export const readRecordedBody = (directory: string, group: Group, recording: string): Buffer =>
  readFileSync(join(directory, group, recording));

/** A response as it was received. */
export interface Received extends Omit<RecordedExchange, 'recording'> {
  readonly body: Buffer;
}

/** Writes a request with its exchanges; an earlier recording of the same request is replaced, unless it is a reported one. */
export function writeRecording(
  directory: string,
  group: Group,
  recorded: Omit<RecordedRequest, 'exchanges'>,
  received: readonly Received[],
): RecordedRequest {
  mkdirSync(join(directory, group), { recursive: true });
  const others = readRecordings(directory, group).filter(
    ({ request, reported }) => reported !== undefined || request !== recorded.request,
  );
  const taken = new Set(others.flatMap(({ exchanges }) => exchanges.map(({ recording }) => recording)));
  const exchanges = received.map(({ body, ...exchange }) => {
    const recording = freeName(exchange, taken);
    taken.add(recording);
    writeFileSync(join(directory, group, recording), body);
    return { ...exchange, recording };
  });
  const entry = { ...recorded, exchanges };
  writeFileSync(indexIn(directory, group), `${JSON.stringify([...others, entry], null, 2)}\n`);
  return entry;
}

/** `users-octocat--1.json` for `api.github.com/users/octocat`. */
function freeName(
  { upstream, headers }: Omit<RecordedExchange, 'recording'>,
  taken: ReadonlySet<string>,
): string {
  const path = upstream.split('/').slice(1).join('-');
  const words = decodeURIComponent(path).split(/\W+/).filter(Boolean).join('-');
  const type = headers['content-type'] ?? '';
  const extension = /html/.test(type) ? 'html' : /json/.test(type) ? 'json' : 'txt';
  for (let number = 1; ; number += 1) {
    const name = `${words.slice(0, 60) || 'top'}--${number}.${extension}`;
    if (!taken.has(name)) return name;
  }
}
