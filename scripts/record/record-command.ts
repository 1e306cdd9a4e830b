import { parseArgs } from 'node:util';
import type { Clock } from '../../core/clock.ts';
import { toFault } from '../../core/faults.ts';
import { type Group, groups, isGroup } from '../../core/groups.ts';
import type { Setting } from '../../core/settings.ts';
import type { Context } from '../../resolvers/kernel/context.ts';
import { routeGroups } from '../../rest/index.ts';
import { type CompiledRoute, listRoutes } from '../../rest/kernel/compile.ts';
import { statusOf } from '../../rest/kernel/fault-response.ts';
import { schema } from '../../schema/index.ts';
import { createPreparer } from '../../schema/kernel/prepare.ts';
import { openUpstreams } from '../../server/backends/upstreams.ts';
import type { Config } from '../../server/config/config.ts';
import type { Transport, TransportResponse } from '../../sources/kernel/http/transport.ts';
import { differencesFrom, ShapeCollector } from '../../sources/kernel/payload-shape.ts';
import {
  type Received,
  type RecordedRequest,
  readRecordedBody,
  readRecordings,
  writeRecording,
} from './recordings.ts';
import { redactBody, redactText } from './redact.ts';

export interface RecordIo {
  readonly config: Config;
  readonly clock: Clock;
  /** The directory of the recordings, where the command line names none. */
  readonly directory: string;
  /** Recorded requests of a group outside of that directory, for `--refresh`. */
  readonly recorded?: (group: Group) => readonly OtherRecording[];
  print(line: string): void;
  warn(line: string): void;
}

/** A recording that has no index. */
export interface OtherRecording {
  readonly request: string;
  readonly isUpstream: (upstream: string) => boolean;
  readonly body: () => Buffer;
}

const help = `record: asks an upstream through the service, and writes its responses as recordings

  npm run record -- GROUP 'ROUTE?…'     writes the responses for a request, such as '/api/weather/current?city=Oslo'
  npm run record -- GROUP --refresh     asks again for every recording, and prints what differs in shape

  --to DIR         the directory of the recordings (test/recordings)
  --keep-failure   writes the responses of a request that fails, too
  --help           show this help`;

/** Statuses of `record --refresh`. */
const unchanged = 0;
const changed = 1;
const misused = 2;

/**
 * The command `record`. Resolves to the exit code: 0 when the recording was written, or when no field is missing or of
 * another type; 1 when the request failed, so that nothing was written, or such a field differs; 2 for an invalid command line.
 */
export async function recordCommand(args: string[], io: RecordIo): Promise<number> {
  const given = readArguments(args);
  if (typeof given === 'string') {
    io.warn(given);
    return misused;
  }
  if (given.isHelp) {
    io.print(help);
    return unchanged;
  }
  const directory = given.directory ?? io.directory;
  return given.request === undefined
    ? refresh(given.group, directory, io)
    : record(given.group, given.request, { directory, keepsFailure: given.keepsFailure }, io);
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        refresh: { type: 'boolean' },
        to: { type: 'string' },
        'keep-failure': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    const [group = '', request] = positionals;
    const keepsFailure = values['keep-failure'] === true;
    if (values.help) return { isHelp: true, group: groups[0], request, directory: values.to, keepsFailure };
    if (!isGroup(group)) return `record: ${JSON.stringify(group)} is not one of ${groups.join(', ')}`;
    if ((request === undefined) !== (values.refresh === true))
      return "record: give a request such as '/api/weather/current?city=Oslo', or --refresh";
    if (request !== undefined && !request.startsWith(`/api/${group}/`))
      return `record: the request must begin with /api/${group}/`;
    return { isHelp: false, group, request, directory: values.to, keepsFailure };
  } catch (error) {
    return `record: ${(error as Error).message.split('. ')[0]}`;
  }
}

interface RecordOptions {
  readonly directory: string;
  readonly keepsFailure: boolean;
}

async function record(
  group: Group,
  request: string,
  { directory, keepsFailure }: RecordOptions,
  io: RecordIo,
): Promise<number> {
  const { received, status, failure } = await ask(request, io);
  if (status === undefined) {
    io.warn(`record: ${request} is no request of a route`);
    return misused;
  }
  if (failure !== undefined && (received.length === 0 || !keepsFailure)) {
    io.warn(`record: ${failure} (status ${status})`);
    if (received.length > 0)
      io.warn('Nothing is written; --keep-failure writes what the upstreams responded.');
    return changed;
  }
  const { exchanges } = writeRecording(directory, group, { request, status }, received);
  for (const { recording, upstream, status } of exchanges) io.print(`${recording}  ${status} ${upstream}`);
  io.print(`The service responded with ${status}. Read the recordings before you keep them.`);
  return unchanged;
}

async function refresh(group: Group, directory: string, io: RecordIo): Promise<number> {
  const own = readRecordings(directory, group)
    // What was reported does not come with every request.
    .filter(({ reported }) => reported === undefined)
    .map((recorded) => ({
      request: recorded.request,
      others: ownRecordings(recorded, directory, group),
    }));
  const foreign = (io.recorded?.(group) ?? []).map((other) => ({ request: other.request, others: [other] }));
  let differing = 0;
  for (const { request, others } of [...own, ...foreign]) {
    const { received, status } = await ask(request, io);
    const lines = others.flatMap((other) => differencesOf(other, received));
    // Upstreams add fields at any time, which no decoder reads.
    const isDifferent = lines.some((line) => !line.startsWith('new '));
    differing += isDifferent ? 1 : 0;
    io.print(`${isDifferent ? 'CHANGED' : 'same   '} ${request} (status ${status})`);
    for (const line of lines) io.print(`  ${line}`);
  }
  const count = own.length + foreign.length;
  if (count === 0) {
    io.warn(`record: there is no recording of ${group} to compare; record a request of it first`);
    return misused;
  }
  io.print(`${count} requests, ${differing} differ in what is missing or of another type.`);
  return differing > 0 ? changed : unchanged;
}

const ownRecordings = (
  { request, exchanges }: RecordedRequest,
  directory: string,
  group: Group,
): readonly OtherRecording[] =>
  exchanges.map(({ upstream, recording }) => ({
    request,
    isUpstream: (other) => other === upstream,
    body: () => readRecordedBody(directory, group, recording),
  }));

/** What is new, missing or of another type in the responses now, as lines; empty for pages. */
function differencesOf({ isUpstream, body }: OtherRecording, received: readonly Received[]): string[] {
  const now = received.find(({ upstream }) => isUpstream(upstream));
  if (!now) return ['the upstream did not respond to this request any more'];
  const before = jsonOf(body());
  const after = jsonOf(now.body);
  if (before === undefined) return [];
  if (after === undefined) return [`${now.upstream}: no JSON any more`];
  const collector = new ShapeCollector();
  collector.add(before);
  const differences = differencesFrom(collector.toShape(1), after, { isOfOne: true });
  return differences.map(({ kind, place }) => `${kind} ${place}`);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

interface Asked {
  readonly received: readonly Received[];
  /** That of the service; undefined where no route takes the request. */
  readonly status: number | undefined;
  /** Why the request failed, with what is missing. */
  readonly failure: string | undefined;
}

/** Runs a request through the lookups of the service, with an empty cache, and keeps what the upstreams respond. */
async function ask(request: string, { config, clock }: RecordIo): Promise<Asked> {
  const received: Received[] = [];
  const found = routeOf(request);
  if (!found) return { received, status: undefined, failure: undefined };
  const upstreams = openUpstreams(config, clock, {
    wrapTransport: (transport) =>
      recording(
        transport,
        Object.values(config.secrets).flatMap((secret) => secret ?? []),
        received,
      ),
  });
  const context: Context = {
    requestId: 'record',
    permits: () => true,
    read: (endpoint, args) => upstreams.read(endpoint, args),
    cached: (endpoint, args) => upstreams.cached(endpoint, args),
    open: (endpoint, args, signal) => upstreams.open(endpoint, args, signal),
    setting: <Value>({ name }: Setting<Value>) => config.sourceSettings[name] as Value,
    selects: () => true,
  };
  const { compiled, path, query } = found;
  try {
    await compiled.run(compiled.read(path, query), context);
    return { received, status: 200, failure: undefined };
  } catch (error) {
    const fault = toFault(error);
    const reason = fault.cause instanceof Error ? ` (${fault.cause.message})` : '';
    return { received, status: statusOf(fault, compiled.faults), failure: fault.message + reason };
  } finally {
    await upstreams.close();
  }
}

function routeOf(request: string) {
  const url = new URL(request, 'http://almanac');
  for (const { route, compiled } of listRoutes(createPreparer(schema), routeGroups)) {
    const path = parametersIn(url.pathname, route.path);
    if (path) return { compiled: compiled() as CompiledRoute, path, query: url.searchParams };
  }
  return undefined;
}

/** The parameters of a path by name; undefined when it is no path of the route. */
function parametersIn(path: string, routePath: string): Record<string, string> | undefined {
  const [given, expected] = [path.split('/'), routePath.split('/')];
  const parameters: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const text = given[index] ?? '';
    if (segment.startsWith('{') && text !== '') parameters[segment.slice(1, -1)] = decodeURIComponent(text);
    else if (segment !== text) return undefined;
  }
  return given.length === expected.length ? parameters : undefined;
}

/** Headers that decoders read, and those of limits and conditional requests. */
const keptHeaders =
  /^(?:content-type|link|location|retry-after|etag|expires|last-modified|date|(?:x-)?rate-?limit[\w-]*)$/;

function recording(transport: Transport, secrets: readonly string[], received: Received[]): Transport {
  // Short values, such as the name of a language, are no secrets and occur everywhere.
  const secret = secrets.filter((value) => value.length >= 6);
  const keep = (response: TransportResponse, url: URL): void => {
    const headers = Object.fromEntries(
      Object.entries(response.headers)
        .filter(([name]) => keptHeaders.test(name))
        .map(([name, value]) => [name, redactText(String(value), secret)]),
    );
    received.push({
      upstream: redactText(`${url.hostname}${url.pathname}`, secret),
      status: response.status,
      headers,
      body: redactBody(response.body, headers['content-type'] ?? '', secret),
    });
  };
  return {
    ...transport,
    async send(request, options) {
      const response = await transport.send(request, options);
      keep(response, request.url);
      return response;
    },
  };
}
