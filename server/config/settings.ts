import { seconds } from '../../core/clock.ts';
import { groupsSetting } from '../../core/extra-groups.ts';
import { moduleSpecifiers, originAddress, type Setting } from '../../core/settings.ts';
import { version } from '../../core/version.ts';
import {
  cidr,
  contactAddress,
  exactOrigin,
  listOf,
  portNumber,
  type SettingForm,
  secretUrl,
  textOf,
  wholeNumber,
  wholeNumberIn,
  wordOf,
} from './setting-forms.ts';

/** A setting without a default text is undefined where its variable is not set. */
function setting<Value, Text extends string | undefined = undefined>(
  name: string,
  description: string,
  form: SettingForm<Value>,
  text?: Text,
): Setting<Text extends string ? Value : Value | undefined> {
  const { expected, schema } = form;
  return { name, description, expected, schema, ...(text !== undefined && { default: text }) };
}

/** A setting that may come from the file that `<name>_FILE` names, like a credential. */
const secretSetting = (name: string, description: string, form: SettingForm<string>) =>
  ({ ...setting(name, description, form), isSecret: true }) as const;

const processSettings = {
  port: setting('PORT', 'Port of the service.', portNumber, '4000'),
  host: setting('HOST', 'Address that the service listens on.', textOf('an address'), '127.0.0.1'),
  dataDir: setting('DATA_DIR', 'Folder of the key store and other local data.', textOf('a folder'), './data'),
  cacheBytes: setting(
    'CACHE_MB',
    'Memory for cached upstream responses, in megabytes.',
    wholeNumberIn(1, 65_536, (megabytes) => megabytes * 1_048_576),
    '64',
  ),
  responseMs: setting(
    'RESPONSE_SECONDS',
    'Seconds until a response must begin; the rest of its work is given up.',
    wholeNumberIn(1, 600, seconds),
    '28',
  ),
  overloadLagMs: setting(
    'OVERLOAD_LAG_MS',
    'Lag of the event loop for a second beyond which lookups get 503; 0 for never.',
    wholeNumber(0, 60_000),
    '200',
  ),
};

const clientSettings = {
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    'Proxies whose X-Forwarded-For is trusted: addresses or ranges, with commas between them.',
    listOf(cidr, 'addresses or CIDR ranges with commas between them'),
    '',
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    'Origins whose pages may call the API from a browser, with commas between them; `loopback` for all of this machine. None when not set.',
    listOf(exactOrigin, 'origins such as https://app.example.com with commas between them, without a path'),
    '',
  ),
  connectionsPerAddress: setting(
    'CONNECTIONS_PER_ADDRESS',
    'Open connections from one address. Trusted proxies are exempt.',
    wholeNumber(1, 1_000_000),
    '1000',
  ),
};

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

const observationSettings = {
  logLevel: setting(
    'LOG_LEVEL',
    'Least severe level that is logged.',
    wordOf(logLevels, `one of ${logLevels.join(', ')}`),
    'info',
  ),
  metricsPort: setting(
    'METRICS_PORT',
    'Port on HOST that serves metrics at /metrics, in the text format of Prometheus. None when not set.',
    portNumber,
  ),
  traces: setting(
    'TRACES',
    'Export of spans: off, or opentelemetry, whose API and SDK must then be installed.',
    wordOf(['off', 'opentelemetry'], 'off or opentelemetry'),
    'off',
  ),
};

const storeSettings = {
  valkeyUrl: secretSetting(
    'VALKEY_URL',
    'Valkey or Redis through which instances share rate limits, quotas, pauses and fresh responses.',
    secretUrl(/^(redis|rediss|valkey|valkeys):\/\//, 'an address such as redis://127.0.0.1:6379'),
  ),
  keysUrl: secretSetting(
    'KEYS_URL',
    'PostgreSQL that stores the keys, in place of the file in DATA_DIR.',
    secretUrl(/^postgres(ql)?:\/\//, 'an address such as postgres://user@db.example/almanac'),
  ),
};

const upstreamSettings = {
  userAgent: setting(
    'USER_AGENT_ADDRESS',
    'Page or mail address of the operator, for upstreams: requests carry almanac/<version> (+<address>).',
    textOf(
      'an address such as https://example.org/about or mailto:ops@example.org',
      contactAddress.transform((address) => `almanac/${version} (+${address})`),
    ),
    'https://almanac.example',
  ),
  proxy: setting(
    'HTTPS_PROXY',
    'HTTP proxy towards the upstreams, when UPSTREAM_ORIGIN is not set.',
    textOf('an address such as http://proxy.example:3128', originAddress),
  ),
  upstreamOrigin: setting(
    'UPSTREAM_ORIGIN',
    'Sends every upstream request for https://host/path to this origin as /host/path: for the sandbox and replays.',
    textOf('an origin such as http://127.0.0.1:4001', originAddress),
  ),
  extraGroups: groupsSetting,
};

/** Specifiers of plugins are those of `import()`, in the order in which the plugins run. */
const graphqlSettings = {
  graphqlPlugins: setting(
    'GRAPHQL_PLUGINS',
    'Yoga plugins: package names or file paths, with commas between them, whose default export is a plugin or returns one.',
    {
      expected: 'package names or file paths such as ./plugins/usage.js with commas between them',
      schema: moduleSpecifiers,
    },
    '',
  ),
  graphqlTrustedDocuments: setting(
    'GRAPHQL_TRUSTED_DOCUMENTS',
    'JSON file with the only GraphQL documents that run: an object of documents by hash, or the manifest of Apollo.',
    textOf('the path of a file'),
  ),
  federation: setting(
    'FEDERATION',
    'Serves the graph as a subgraph of Apollo Federation 2, with _service and _entities: on or off.',
    wordOf(['off', 'on'], 'on or off'),
    'off',
  ),
};

const sandboxSettings = {
  sandboxOrigin: setting(
    'SANDBOX_ORIGIN',
    'Sandbox that answers test keys. Without it, the service starts one when the first test key is used.',
    textOf('an origin such as http://127.0.0.1:4001', originAddress),
  ),
};

/** Every setting that is neither a credential nor declared by a source, by its name in `Config`. */
export const settings = {
  ...processSettings,
  ...clientSettings,
  ...observationSettings,
  ...storeSettings,
  ...upstreamSettings,
  ...graphqlSettings,
  ...sandboxSettings,
};

/** The sections of `.env.example` and of the operators' documentation, with their settings. */
export const settingSections: Readonly<Record<string, Readonly<Record<string, Setting>>>> = {
  'The process': processSettings,
  Clients: clientSettings,
  'Logs, metrics and traces': observationSettings,
  'Stores outside of the process': storeSettings,
  Upstreams: upstreamSettings,
  GraphQL: graphqlSettings,
  'Sandbox and demo': sandboxSettings,
};
