import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { seconds } from '../../core/clock.ts';
import { groupsSetting } from '../../core/extra-groups.ts';
import { commaSeparated, moduleSpecifiers, type Setting } from '../../core/settings.ts';
import { version } from '../../core/version.ts';
import { sources } from '../../sources/index.ts';
import type { Secrets } from '../../sources/kernel/credentials.ts';
import type { CallerBounds } from './caller-bounds.ts';
import { ConfigError } from './config-error.ts';
import { credentialVariables, unknownVariables } from './credential-variables.ts';
import {
  cidr,
  contactAddress,
  exactOrigin,
  originUrl,
  portNumber,
  secretUrl,
  type TrustedRange,
  wholeNumber,
} from './setting-schemas.ts';

/** The settings and credentials of the process, read from its environment once at the start and frozen. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly sandboxPort: number;
  readonly dataDir: string;
  readonly demoApiKey: string | undefined;
  readonly upstreamOrigin: string | undefined;
  /** The sandbox that answers test keys, in place of one that this service starts. */
  readonly sandboxOrigin: string | undefined;
  readonly proxy: string | undefined;
  /** The `User-Agent` of upstream requests, except to sources that declare their own. */
  readonly userAgent: string;
  readonly trustedProxies: readonly TrustedRange[];
  readonly cacheBytes: number;
  readonly traces: 'off' | 'opentelemetry';
  readonly logLevel: (typeof logLevels)[number];
  /** The port of `/metrics`; without it, metrics are off. */
  readonly metricsPort: number | undefined;
  /** Origins whose pages may read responses in a browser. */
  readonly corsOrigins: readonly string[];
  /** The Valkey that holds rate limits and the shared cache for all instances. The URL may hold a password. */
  readonly valkeyUrl: string | undefined;
  /** The PostgreSQL that stores the keys in place of the file in `dataDir`. The URL may hold a password. */
  readonly keysUrl: string | undefined;
  /** Specifiers for `import()` of Yoga plugins, in the order in which they run: package names and `file:` URLs. */
  readonly graphqlPlugins: readonly string[];
  /** The file with the only documents that run; every document runs when undefined. */
  readonly graphqlTrustedDocuments: string | undefined;
  /** Whether the graph is a subgraph of Apollo Federation. */
  readonly federation: 'off' | 'on';
  /** Bounds on what one caller takes of this process. */
  readonly bounds: CallerBounds;
  /** The lag of the event loop beyond which lookups are refused; 0 for never. */
  readonly overloadLagMs: number;
  /** The settings that sources declare, by variable. */
  readonly sourceSettings: Readonly<Record<string, unknown>>;
  readonly secrets: Secrets;
}

/** An environment variable as `.env.example` documents it. */
export interface Variable {
  readonly name: string;
  readonly description: string;
  /** Further sentences. */
  readonly details?: readonly string[];
  /** The text that applies when the variable is not set. */
  readonly default?: string;
  /** The value may come from the file that `<name>_FILE` names. */
  readonly isSecret?: boolean;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** A setting that is a whole number. */
const numberSetting = (
  name: string,
  description: string,
  [min, max]: [number, number],
  defaultText: string,
) => setting(name, description, `a whole number from ${min} to ${max}`, wholeNumber(min, max), defaultText);

/** Bounds on what one caller takes, by default for callers of the default limits. */
const boundSettings = {
  uploadsPerKey: numberSetting(
    'UPLOADS_PER_KEY',
    'Files that one key may send at once, of the eight that are received at once.',
    [1, 8],
    '4',
  ),
  downloadsPerKey: numberSetting(
    'DOWNLOADS_PER_KEY',
    'Files that one key may receive at once as streams.',
    [1, 10_000],
    '12',
  ),
  streamsPerKey: numberSetting(
    'STREAMS_PER_KEY',
    'Answers that one key may follow at once by server-sent events.',
    [1, 100_000],
    '100',
  ),
  minBytesPerSecond: numberSetting(
    'MIN_BYTES_PER_SECOND',
    'Least average rate at which a file must be sent, and a response be read.',
    [1, 1_000_000],
    '8192',
  ),
  connectionsPerAddress: numberSetting(
    'CONNECTIONS_PER_ADDRESS',
    'Open connections from one address. Trusted proxies are exempt.',
    [1, 1_000_000],
    '1000',
  ),
  bodySeconds: numberSetting('BODY_SECONDS', 'Seconds for the body of a query.', [1, 30], '10'),
  readSeconds: numberSetting(
    'READ_SECONDS',
    'Seconds in which a response must be read, or be read at the least rate.',
    [1, 600],
    '30',
  ),
  responseSeconds: numberSetting(
    'RESPONSE_SECONDS',
    'Seconds until a response must begin; the rest of its work is given up.',
    [1, 600],
    '28',
  ),
  drainGraceSeconds: numberSetting(
    'DRAIN_GRACE_SECONDS',
    'Seconds in which idle connections stay open after SIGTERM.',
    [0, 60],
    '2',
  ),
} as const;

/** Every setting that is neither a credential nor declared by a source, in the order of `.env.example`. */
const settings = {
  port: setting('PORT', 'Port of the service.', 'a port number', portNumber, '4000'),
  host: setting('HOST', 'Address that the service listens on.', 'an address', z.string().min(1), '127.0.0.1'),
  dataDir: setting(
    'DATA_DIR',
    'Folder of the key store and other local data.',
    'a folder',
    z.string().min(1),
    './data',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'Least severe level that is logged.',
    `one of ${logLevels.join(', ')}`,
    z.enum(logLevels),
    'info',
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    'Proxies whose X-Forwarded-For is trusted: addresses or ranges, with commas between them.',
    'addresses or CIDR ranges with commas between them',
    commaSeparated.pipe(z.array(cidr)),
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    'Origins whose pages may call the API from a browser, with commas between them. None when not set.',
    'origins such as https://app.example.com with commas between them, without a path',
    commaSeparated.pipe(z.array(exactOrigin)),
  ),
  metricsPort: setting(
    'METRICS_PORT',
    'Port on HOST that serves metrics at /metrics, in the text format of Prometheus. None when not set.',
    'a port number',
    portNumber,
  ),
  cacheBytes: setting(
    'CACHE_MB',
    'Memory for cached upstream responses, in megabytes.',
    'a whole number from 1 to 65536',
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform((text) => Number(text) * 1_048_576)
      .pipe(
        z
          .int()
          .min(1_048_576)
          .max(65_536 * 1_048_576),
      ),
    '64',
  ),
  upstreamOrigin: setting(
    'UPSTREAM_ORIGIN',
    'Sends every upstream request for https://host/path to this origin as /host/path: for the sandbox and replays.',
    'an origin such as http://127.0.0.1:4001',
    originUrl,
  ),
  sandboxOrigin: setting(
    'SANDBOX_ORIGIN',
    'Sandbox that answers test keys. Without it, the service starts one when the first test key is used.',
    'an origin such as http://127.0.0.1:4001',
    originUrl,
  ),
  proxy: setting(
    'HTTPS_PROXY',
    'HTTP proxy towards the upstreams, when UPSTREAM_ORIGIN is not set.',
    'an address such as http://proxy.example:3128',
    originUrl,
  ),
  userAgentAddress: setting(
    'USER_AGENT_ADDRESS',
    'Page or mail address of the operator, for upstreams: requests carry almanac/<version> (+<address>).',
    'an address such as https://example.org/about or mailto:ops@example.org',
    contactAddress,
    'https://almanac.example',
  ),
  userAgent: setting(
    'USER_AGENT',
    'The whole User-Agent of upstream requests, in place of that with USER_AGENT_ADDRESS.',
    'up to 256 printable ASCII characters, without a space at either end',
    z
      .string()
      .max(256)
      .regex(/^[!-~](?:[ -~]*[!-~])?$/),
  ),
  groups: groupsSetting,
  graphqlPlugins: setting(
    'GRAPHQL_PLUGINS',
    'Yoga plugins: package names or file paths, with commas between them, whose default export is a plugin or returns one.',
    'package names or file paths such as ./plugins/usage.js with commas between them',
    moduleSpecifiers,
  ),
  graphqlTrustedDocuments: setting(
    'GRAPHQL_TRUSTED_DOCUMENTS',
    'JSON file with the only GraphQL documents that run: an object of documents by hash, or the manifest of Apollo.',
    'the path of a file',
    z.string().min(1),
  ),
  federation: setting(
    'FEDERATION',
    'Serves the graph as a subgraph of Apollo Federation 2, with _service and _entities: on or off.',
    'on or off',
    z.enum(['off', 'on']),
    'off',
  ),
  sandboxPort: setting(
    'SANDBOX_PORT',
    'Port of the sandbox; `npm run demo` and `npm run sandbox` do not read .env.',
    'a port number',
    portNumber,
    '4001',
  ),
  valkeyUrl: secretSetting(
    'VALKEY_URL',
    'Valkey or Redis through which instances share rate limits, fresh responses and the state of the sources.',
    'an address such as redis://127.0.0.1:6379',
    secretUrl(/^(redis|rediss|valkey|valkeys):\/\//),
  ),
  keysUrl: secretSetting(
    'KEYS_URL',
    'PostgreSQL that stores the keys, in place of the file in DATA_DIR.',
    'an address such as postgres://user@db.example/almanac',
    secretUrl(/^postgres(ql)?:\/\//),
  ),
  traces: setting(
    'TRACES',
    'Export of spans: off, or opentelemetry, whose API and SDK must then be installed.',
    'off or opentelemetry',
    z.enum(['off', 'opentelemetry']),
    'off',
  ),
  ...boundSettings,
  overloadLagMs: numberSetting(
    'OVERLOAD_LAG_MS',
    'Lag of the event loop for a second beyond which lookups get 503; 0 for never.',
    [0, 60_000],
    '200',
  ),
  demoApiKey: setting(
    'DEMO_API_KEY',
    'Fixes the key of the demo, which the live service refuses and the demo does not read from .env.',
    '16 to 256 printable characters without spaces',
    z.string().regex(/^[\x21-\x7e]{16,256}$/),
  ),
} as const;

function setting<Value>(
  name: string,
  description: string,
  expected: string,
  schema: z.ZodType<Value>,
  defaultText?: string,
): Setting<Value> {
  const declared = { name, description, expected, schema };
  return defaultText === undefined ? declared : { ...declared, default: defaultText };
}

/** A setting that may come from the file that `<name>_FILE` names, like a credential. */
function secretSetting<Value>(...args: Parameters<typeof setting<Value>>): Setting<Value> & Variable {
  return { ...setting(...args), isSecret: true };
}

/** The settings that sources declare. */
const sourceSettings: readonly Setting[] = sources.flatMap(({ spec }) => spec.settings ?? []);

/** The defaults of the sources' settings in the demo. */
export const demoSettings: Readonly<Record<string, string>> = Object.fromEntries(
  sourceSettings.flatMap(({ name, demo }) => (demo === undefined ? [] : [[name, demo]])),
);

/** The settings of the process and of its sources. */
export const settingVariables: readonly Variable[] = [...Object.values(settings), ...sourceSettings];

/** Every variable that the process reads. */
export const variables: readonly Variable[] = [...settingVariables, ...credentialVariables];

/** Sentences about variables that are likely misspelt; see `unknownVariables`. */
export const misspelt = (environment: Environment): readonly string[] =>
  unknownVariables(
    Object.keys(environment),
    variables.flatMap(({ name, isSecret }) => (isSecret ? [name, `${name}_FILE`] : [name])),
  );

type Environment = Readonly<Record<string, string | undefined>>;

const withoutWorkers =
  'WORKERS has no meaning any more: start one instance for each core, with VALKEY_URL, behind a proxy (docs/scaling.md).';

/** Reads the environment. Throws `ConfigError`. */
export function readConfig(environment: Environment): Config {
  if (environment.WORKERS) throw new ConfigError(withoutWorkers);
  const optional = <Value>(setting: Setting<Value>) => readSetting(environment, setting);
  /** For settings with a default. */
  const required = <Value>(setting: Setting<Value>) => optional(setting) as Value;
  return Object.freeze({
    host: required(settings.host),
    port: required(settings.port),
    sandboxPort: required(settings.sandboxPort),
    dataDir: required(settings.dataDir),
    demoApiKey: optional(settings.demoApiKey),
    upstreamOrigin: optional(settings.upstreamOrigin),
    sandboxOrigin: optional(settings.sandboxOrigin),
    proxy: optional(settings.proxy),
    userAgent: optional(settings.userAgent) ?? `almanac/${version} (+${required(settings.userAgentAddress)})`,
    trustedProxies: optional(settings.trustedProxies) ?? [],
    cacheBytes: required(settings.cacheBytes),
    traces: required(settings.traces),
    logLevel: required(settings.logLevel),
    metricsPort: optional(settings.metricsPort),
    corsOrigins: optional(settings.corsOrigins) ?? [],
    valkeyUrl: optional(settings.valkeyUrl),
    keysUrl: optional(settings.keysUrl),
    graphqlPlugins: optional(settings.graphqlPlugins) ?? [],
    graphqlTrustedDocuments: optional(settings.graphqlTrustedDocuments),
    federation: required(settings.federation),
    bounds: Object.freeze({
      uploadsPerKey: required(settings.uploadsPerKey),
      downloadsPerKey: required(settings.downloadsPerKey),
      streamsPerKey: required(settings.streamsPerKey),
      minBytesPerSecond: required(settings.minBytesPerSecond),
      connectionsPerAddress: required(settings.connectionsPerAddress),
      bodyMs: seconds(required(settings.bodySeconds)),
      readMs: seconds(required(settings.readSeconds)),
      responseMs: seconds(required(settings.responseSeconds)),
      drainGraceMs: seconds(required(settings.drainGraceSeconds)),
    }),
    overloadLagMs: required(settings.overloadLagMs),
    sourceSettings: Object.freeze(
      Object.fromEntries(sourceSettings.map((setting) => [setting.name, optional(setting)])),
    ),
    secrets: Object.freeze(
      Object.fromEntries(credentialVariables.map(({ name }) => [name, readSecret(environment, name)])),
    ),
  });
}

/** The value of a setting, or of its default; undefined when there is neither. An empty variable counts as not set. */
function readSetting<Value>(environment: Environment, setting: Setting<Value> & Partial<Variable>) {
  const { name, expected, schema, isSecret } = setting;
  const text = (isSecret ? readSecret(environment, name) : environment[name]) || setting.default;
  if (text === undefined) return undefined;
  const parsed = schema.safeParse(text);
  if (!parsed.success) throw new ConfigError(`${name} must be ${expected}.`);
  return parsed.data;
}

/** The characters of an HTTP header value (RFC 9110, 5.5): a credential with another one could never be sent. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A secret from its variable, else from the file that `<name>_FILE` names. */
function readSecret(environment: Environment, name: string): string | undefined {
  const text = environment[name] || readSecretFile(environment, name);
  if (text !== undefined && !headerValue.test(text)) {
    throw new ConfigError(`${name} must be one line, without control characters.`);
  }
  return text;
}

function readSecretFile(environment: Environment, name: string): string | undefined {
  const file = environment[`${name}_FILE`];
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    throw new ConfigError(`${name}_FILE must name a file that can be read.`);
  }
}
