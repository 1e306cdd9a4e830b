import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
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
  readonly logLevel: (typeof logLevels)[number];
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
  readonly initial?: string;
  readonly isSecret?: boolean;
}

interface Setting<Value> extends Variable {
  readonly accepts: string;
  readonly schema: z.ZodType<Value>;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.int().min(0).max(65_535));
const origin = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));

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
    z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .pipe(z.array(cidr)),
  ),
  cacheBytes: setting(
    'CACHE_MB',
    'Memory for answers of the upstreams, in megabytes.',
    'a whole number from 1 to 65536',
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform((text) => Number(text) * 1_048_576)
      .pipe(z.int().min(1_048_576)),
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
  return { name, description, accepts, schema, ...(initial === undefined ? {} : { initial }) };
}

/** The credentials that sources ask for. */
const credentials: readonly Variable[] = sources.flatMap(({ group, credential }) => [
  ...credential.required.map((name) => ({ name, description: `Needed by ${group}.`, isSecret: true })),
  ...credential.optional.map((name) => ({ name, description: `Used by ${group} when set.`, isSecret: true })),
]);

/** Every variable that the process reads. */
export const variables: readonly Variable[] = [...Object.values(settings), ...credentials];

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment. Throws a ConfigError. */
export function readConfig(environment: Environment): Config {
  const value = <Value>({ name, accepts, schema, initial }: Setting<Value>): Value | undefined => {
    const text = environment[name] || initial;
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
    logLevel: required(settings.logLevel),
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
