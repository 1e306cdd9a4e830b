import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Group, groups } from '../../core/groups.ts';

// biome-ignore lint/suspicious/noExplicitAny: recordings have any shape
export type Recorded = any;

/** A request to the service, and the recorded response of the real upstream that it gets. */
export interface Replay {
  /** The recording, a file in the group's directory. */
  readonly recording: string;
  /** The recorded upstream request, `host/path` without a query; a pattern when ids vary. */
  readonly upstream: string | RegExp;
  /** The status that was recorded with it; 200 unless given. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the upstream's response from the recording, where only an element of it was recorded. */
  readonly within?: (recorded: string) => string;
  /** Further recordings that the request needs, by their upstream request. */
  readonly also?: Readonly<Record<string, string>>;
  /** Invented responses where none was recorded, by their upstream request. */
  readonly unrecorded?: Readonly<Record<string, string | Buffer>>;
  /** Variables of the service, where the operator chooses between interfaces of the upstream. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The path of the request, with its query. */
  readonly request: string;
  /** The file of an upload. */
  readonly sends?: () => { readonly field: string; readonly name: string; readonly bytes: Uint8Array };
  /**
   * The expected status of a failure, or the body, computed from the recording. A 200 is compared with the documented
   * shape of the route in any case.
   */
  readonly expected: number | ((recorded: Recorded) => unknown);
  /** Whether the body may have more than is expected. */
  readonly isPart?: true;
}

/** A replay with what most of them have, and before what is expected the rest of it. */
export const row = (
  recording: string,
  upstream: Replay['upstream'],
  request: string,
  ...rest: [Replay['expected']] | [Partial<Replay>, Replay['expected']]
): Replay => {
  const [more, expected] = rest.length === 1 ? [{}, rest[0]] : rest;
  return { recording, upstream, request, ...more, expected };
};

export interface GroupReplays {
  readonly group: Group;
  readonly replays: readonly Replay[];
  /** Recordings of upstream requests that the service does not send, with the reason. */
  readonly unused?: Readonly<Record<string, string>>;
}

/** Members of a recorded value under their names in the body: `name`, or `name:path.of.it` where the names differ. */
export const pick = (from: Recorded, names: string): Record<string, Recorded> =>
  Object.fromEntries(
    names.split(/\s+/).map((each) => {
      const [name = '', path = name] = each.split(':');
      return [name, path.split('.').reduce((value, step) => value[step], from)];
    }),
  );

/** The replays of all groups, from the modules beside this one. */
export const declaredReplays = (): Promise<readonly GroupReplays[]> =>
  Promise.all(
    groups.map(async (group) => {
      const module = (await import(`./${group}.ts`)) as Record<string, GroupReplays>;
      return module[group]!;
    }),
  );

const directory =
  process.env.RECORDINGS_DIR ?? fileURLToPath(new URL('../../../shared/recordings', import.meta.url));

export const haveRecordings = existsSync(directory);

export const pathOf = (group: Group, recording = ''): string => `${directory}/${group}/${recording}`;

export const readRecording = (group: Group, recording: string): Buffer =>
  readFileSync(pathOf(group, recording));

/** The JSON of a recording, or its text when it is a page. */
export function readValue(group: Group, recording: string): unknown {
  const text = readRecording(group, recording).toString('utf8');
  return /\.(?:html|xml)$/.test(recording) ? text : JSON.parse(text);
}

/** Changes a recorded body before it is sent. */
export type Alter = (body: Buffer | string) => Buffer | string;

/** An upstream origin that responds with recordings, and with 501 to any other request. */
export async function startReplayServer(group: Group) {
  let current: Replay | undefined;
  let alter: Alter = (body) => body;
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1).split('?')[0]!;
    const made = current?.unrecorded?.[path];
    if (made !== undefined) {
      response.end(made);
      return;
    }
    const also = current?.also?.[path];
    if (!current || (also === undefined && !isRecorded(current, path))) {
      response
        .writeHead(501, { 'content-type': 'application/json' })
        .end('{"error":"There is no recording of this request."}');
      return;
    }
    const { status, headers, within } = also === undefined ? current : {};
    response.writeHead(status ?? 200, { 'content-type': 'application/json; charset=utf-8', ...headers });
    const body = readRecording(group, also ?? current.recording);
    response.end(alter(within ? within(body.toString('utf8')) : body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    play(replay: Replay, altered: Alter = (body) => body) {
      current = replay;
      alter = altered;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The request of a replay beside its address. */
export function requestOf({ sends }: Replay): RequestInit {
  if (!sends) return {};
  const { field, name, bytes } = sends();
  const body = new FormData();
  body.append(field, new Blob([new Uint8Array(bytes)]), name);
  return { method: 'POST', body };
}

const isRecorded = ({ upstream }: Replay, path: string) =>
  typeof upstream === 'string' ? upstream === path : upstream.test(path);
