import { readFileSync } from 'node:fs';
import type { Setting } from '../../core/settings.ts';
import { sources } from '../../sources/index.ts';
import type { Secrets } from '../../sources/kernel/credentials.ts';
import { connectionSettings } from '../../sources/kernel/http/group-transports.ts';
import { keylessSetting } from '../../sources/kernel/keyless.ts';
import { ConfigError } from './config-error.ts';
import { credentialVariables, unknownVariables } from './credential-variables.ts';
import { settings } from './settings.ts';

type Settings = typeof settings;

/** The settings of the table in `settings.ts`, by the same names. */
type SettingValues = {
  readonly [Name in keyof Settings]: Settings[Name] extends Setting<infer Value> ? Value : never;
};

/** The settings and credentials of the process, read from its environment once at the start and frozen. */
export interface Config extends SettingValues {
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

/** The settings that sources read. */
export const sourceSettings: readonly Setting[] = [
  keylessSetting(sources.flatMap(({ name, spec }) => (spec.keyless ? name : []))),
  ...sources.flatMap(({ spec }) => spec.settings ?? []),
];

/** The defaults of the sources' settings in the demo. */
export const demoSettings: Readonly<Record<string, string>> = Object.fromEntries(
  sourceSettings.flatMap(({ name, demo }) => (demo === undefined ? [] : [[name, demo]])),
);

/** Every variable that the process reads, but for those of the connections of one group. */
export const variables: readonly Variable[] = [
  ...Object.values(settings),
  ...sourceSettings,
  ...credentialVariables,
];

/** Sentences about variables that are likely misspelt; see `unknownVariables`. */
export const misspelt = (environment: Environment): readonly string[] =>
  unknownVariables(
    Object.keys(environment),
    [...variables, ...connectionSettings()].flatMap(
      ({ name, isSecret }: Pick<Variable, 'name' | 'isSecret'>) =>
        isSecret ? [name, `${name}_FILE`] : [name],
    ),
  );

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment. Throws `ConfigError`. */
export function readConfig(environment: Environment): Config {
  const values = Object.entries<Setting>(settings).map(([name, setting]) => [
    name,
    readSetting(environment, setting),
  ]);
  const own = Object.fromEntries(values) as SettingValues;
  if (own.port > 0 && own.metricsPort === own.port)
    throw new ConfigError('METRICS_PORT must be another port than PORT.');
  return Object.freeze({
    ...own,
    sourceSettings: Object.freeze(
      Object.fromEntries(
        [...sourceSettings, ...connectionSettings()].map((setting) => [
          setting.name,
          readSetting(environment, setting),
        ]),
      ),
    ),
    secrets: Object.freeze(
      Object.fromEntries(credentialVariables.map(({ name }) => [name, readSecret(environment, name)])),
    ),
  });
}

/** The value of a setting, or of its default; undefined when there is neither. An empty variable counts as not set. */
function readSetting(environment: Environment, setting: Setting & Pick<Variable, 'isSecret'>): unknown {
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
