import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../core/package-root.ts';
import { sources } from '../../sources/index.ts';
import { folderSetting } from '../../sources/songid.ts';
import { type Config, demoSettings, readConfig } from '../config/config.ts';

export const packageFile = (path: string): string => fileURLToPath(new URL(path, packageRoot));

const examples = packageFile('examples');
/** The songs of the examples, whose fingerprints were computed beforehand. */
export const seedSongsFile = join(examples, 'songs.json');

const dummyCredentials = Object.fromEntries(
  sources.flatMap(({ credential }) => credential.required.map((name) => [name, 'demo-credential'])),
);

/** The settings and credentials of sources that call the sandbox. Songs by path lie in `examples/`, if the package has it. */
export const sandboxEnvironment: Readonly<Record<string, string>> = {
  ...demoSettings,
  ...dummyCredentials,
  ...(existsSync(examples) && { [folderSetting.name]: examples }),
};

/** The caches of test keys are small, so that they leave the memory to those of the other keys. */
const cacheDivisor = 4;

/** The configuration of the upstreams of test keys: nothing of the operator's credentials, settings and files. */
export function sandboxConfig(config: Config, upstreamOrigin: string): Config {
  const { secrets, sourceSettings } = readConfig(sandboxEnvironment);
  const dataDir = join(config.dataDir, 'sandbox');
  const cacheBytes = Math.ceil(config.cacheBytes / cacheDivisor);
  return { ...config, secrets, sourceSettings, dataDir, cacheBytes, upstreamOrigin, proxy: undefined };
}
