import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { Setting } from '../core/settings.ts';
import { sources } from '../sources/index.ts';
import type { Secrets } from '../sources/kernel/credentials.ts';

/** What the process is told from outside, read once at the start and frozen. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly sandboxPort: number;
  readonly dataDir: string;
  readonly demoApiKey: string | undefined;
  readonly upstreamOrigin: string | undefined;
  readonly proxy: string | undefined;
  readonly trustedProxies: readonly TrustedRange[];
  readonly cacheBytes: number;
  readonly traces: 'off' | 'opentelemetry';
  readonly logLevel: (typeof logLevels)[number];
  /** Where metrics are told; nowhere when it is not set. */
  readonly metricsPort: number | undefined;
  /** Origins whose pages may read answers in a browser. */
  readonly corsOrigins: readonly string[];
  /** The store that instances share their limits and fresh answers through. It may hold a password. */
  readonly valkeyUrl: string | undefined;
  /** The PostgreSQL database of the keys, in place of the file. It may hold a password. */
  readonly keysUrl: string | undefined;
  /** The settings that sources declare, by their variables. */
  readonly ofSources: Readonly<Record<string, unknown>>;
  readonly secrets: Secrets;
}

/** A CIDR range. */
export type TrustedRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** A variable that is not as it must be. The message names it and what is accepted, and never its value. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

export interface Variable {
  readonly name: string;
  readonly description: string;
  /** What stands for it when it is not set; undefined where nothing does. */
  readonly default?: string;
  readonly isSecret?: boolean;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.int().min(0).max(65_535));
const origin = z
  .url({ protocol: /^https?$/ })
  .transform((text) => text.replace(/\/+$/, ''))
  // A path would be left out without a word.
  .refine((text) => /^[a-z]+:\/\/[^/?#]+$/i.test(text));

/** An address with a password in it is as secret as the password. */
const secretUrl = (protocol: RegExp) =>
  z.string().refine((text) => URL.canParse(text) && protocol.test(text));

const commaSeparated = z.string().transform((text) => text.split(',').map((part) => part.trim()));
/** As browsers write it in `Origin`: no path, no default port, and never `*`. */
const exactOrigin = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text);

const cidr = z.string().transform((text, context): TrustedRange => {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }
});

/** Every setting that is no credential, in the order in which it is documented. */
const settings = {
  port: setting('PORT', 'Port of the service.', 'a port number', port, '4000'),
  host: setting('HOST', 'Address that the service listens on.', 'an address', z.string().min(1), '127.0.0.1'),
  dataDir: setting('DATA_DIR', 'Folder of the key store.', 'a folder', z.string().min(1), './data'),
  logLevel: setting(
    'LOG_LEVEL',
    'How much is logged.',
    `one of ${logLevels.join(', ')}`,
    z.enum(logLevels),
    'info',
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    'Proxies whose X-Forwarded-For is believed: addresses or ranges, with commas between them.',
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
    'Port on HOST that tells metrics at /metrics, in the text format of Prometheus. None when not set.',
    'a port number',
    port,
  ),
  cacheBytes: setting(
    'CACHE_MB',
    'Memory for answers of the upstreams, in megabytes.',
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
    origin,
  ),
  proxy: setting(
    'HTTPS_PROXY',
    'HTTP proxy towards the upstreams, when UPSTREAM_ORIGIN is not set.',
    'an address such as http://proxy.example:3128',
    origin,
  ),
  sandboxPort: setting('SANDBOX_PORT', 'Port of the sandbox.', 'a port number', port, '4001'),
  valkeyUrl: secretSetting(
    'VALKEY_URL',
    'Valkey or Redis through which instances share their limits and fresh answers.',
    'an address such as redis://127.0.0.1:6379',
    secretUrl(/^(redis|rediss|valkey|valkeys):\/\//),
  ),
  keysUrl: secretSetting(
    'KEYS_URL',
    'PostgreSQL that keeps the keys, in place of the file in DATA_DIR.',
    'an address such as postgres://user@db.example/almanac',
    secretUrl(/^postgres(ql)?:\/\//),
  ),
  traces: setting(
    'TRACES',
    'Where spans go: off, or opentelemetry, whose API and SDK must then be installed.',
    'off or opentelemetry',
    z.enum(['off', 'opentelemetry']),
    'off',
  ),
  demoApiKey: setting(
    'DEMO_API_KEY',
    'Fixes the key of the demo, which the live service refuses.',
    '16 to 256 printable characters without spaces',
    z.string().regex(/^[\x21-\x7e]{16,256}$/),
  ),
} as const;

function setting<Value>(
  name: string,
  description: string,
  accepts: string,
  schema: z.ZodType<Value>,
  initial?: string,
): Setting<Value> {
  return {
    name,
    description,
    expected: accepts,
    schema,
    ...(initial === undefined ? {} : { default: initial }),
  };
}

/** A setting that may come from the file that `<name>_FILE` names, like a credential. */
function secretSetting<Value>(...of: Parameters<typeof setting<Value>>): Setting<Value> & Variable {
  return { ...setting(...of), isSecret: true };
}

/** What sources let the operator decide. */
const settingsOfSources: readonly Setting[] = sources.flatMap(({ spec }) => spec.settings ?? []);

/** What stands for the settings of sources in the demo. */
export const demoSettings: Readonly<Record<string, string>> = Object.fromEntries(
  settingsOfSources.flatMap(({ name, demo }) => (demo === undefined ? [] : [[name, demo]])),
);

/** The credentials that sources ask for. */
const credentials: readonly Variable[] = sources.flatMap(({ group, credential }) => [
  ...credential.required.map((name) => ({ name, description: `Needed by ${group}.`, isSecret: true })),
  ...credential.optional.map((name) => ({ name, description: `Used by ${group} when set.`, isSecret: true })),
]);

/** Every variable that the process reads. */
export const variables: readonly Variable[] = [
  ...Object.values(settings),
  ...settingsOfSources,
  ...credentials,
];

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment. Throws a ConfigError. */
export function readConfig(environment: Environment): Config {
  const value = <Value>({
    name,
    expected: accepts,
    schema,
    default: initial,
    isSecret,
  }: Setting<Value> & Variable): Value | undefined => {
    const text = (isSecret ? readSecret(environment, name) : environment[name]) || initial;
    if (text === undefined) return undefined;
    const parsed = schema.safeParse(text);
    if (!parsed.success) throw new ConfigError(`${name} must be ${accepts}.`);
    return parsed.data;
  };
  const required = <Value>(of: Setting<Value>): Value => value(of) as Value;
  return Object.freeze({
    host: required(settings.host),
    port: required(settings.port),
    sandboxPort: required(settings.sandboxPort),
    dataDir: required(settings.dataDir),
    demoApiKey: value(settings.demoApiKey),
    upstreamOrigin: value(settings.upstreamOrigin),
    proxy: value(settings.proxy),
    trustedProxies: value(settings.trustedProxies) ?? [],
    cacheBytes: required(settings.cacheBytes),
    traces: required(settings.traces),
    logLevel: required(settings.logLevel),
    metricsPort: value(settings.metricsPort),
    corsOrigins: value(settings.corsOrigins) ?? [],
    valkeyUrl: value(settings.valkeyUrl),
    keysUrl: value(settings.keysUrl),
    ofSources: Object.freeze(
      Object.fromEntries(settingsOfSources.map((setting) => [setting.name, value(setting)])),
    ),
    secrets: Object.freeze(
      Object.fromEntries(credentials.map(({ name }) => [name, readSecret(environment, name)])),
    ),
  });
}

/** A secret from its variable, or from the file that `<variable>_FILE` names. */
function readSecret(environment: Environment, name: string): string | undefined {
  if (environment[name]) return environment[name];
  const file = environment[`${name}_FILE`];
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    throw new ConfigError(`${name}_FILE must name a file that can be read.`);
  }
}
