#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { requireFile, stop, version } from './check-install.js';

/** The command line of the built package: each command's file, and its arguments before those that are given. */
const commands = {
  demo: ['server/demo.js'],
  start: ['server/main.js'],
  keys: ['cli/main.js', 'keys'],
  songs: ['cli/main.js', 'songs'],
  doctor: ['cli/main.js', 'doctor'],
  credential: ['cli/main.js', 'credential'],
  group: ['group-check/main.js'],
  mcp: ['server/mcp.js'],
};

const usage = `Usage: almanac demo                             the service over invented data, with a key
       almanac start                            the service
       almanac keys | songs | doctor | group    each explains itself with --help
       almanac credential clips                 fetches the key of a group whose upstream issues one to anyone
       almanac mcp                              tools for agents over standard input and output
       almanac --version`;

/** The settings that matter most of the commands that take no options. */
const settings = {
  demo: `  PORT       the port, 4000 unless given
  DATA_DIR   the folder of its keys and songs, ./data/demo unless given`,
  start: `  PORT, HOST   the port and the address that it listens on, 4000 and 127.0.0.1 unless given
  DATA_DIR     the folder of the keys and songs, ./data unless given
  KEYS_URL     a PostgreSQL for the keys of several instances
  VALKEY_URL   a Valkey for the limits of several instances`,
  mcp: `  KEY           an API key, which is needed
  ALMANAC_URL   the service, http://127.0.0.1:4000 unless given`,
};

const settingsFile = fileURLToPath(new URL('../.env.example', import.meta.url));
const [name, ...given] = process.argv.slice(2);
if (name === undefined || name === '--help' || name === 'help') {
  console.log(usage);
} else if (name === '--version') {
  console.log(version);
} else if (!Object.hasOwn(commands, name)) {
  console.error(`There is no command ${JSON.stringify(name)}.\n${usage}`);
  process.exitCode = 2;
} else if (Object.hasOwn(settings, name) && given.some((word) => ['--help', '-h'].includes(word))) {
  console.log(`Usage: almanac ${name}\n\nSettings are variables of the environment:\n${settings[name]}\n`);
  console.log(`${settingsFile} lists all.`);
} else if (Object.hasOwn(settings, name) && given.length > 0) {
  const hint = `settings are variables of the environment, which "almanac ${name} --help" shows`;
  console.error(`almanac ${name}: takes no ${JSON.stringify(given[0])}; ${hint}`);
  process.exitCode = 2;
} else {
  const [file, ...args] = commands[name];
  requireFile(
    `dist/${file}`,
    fileURLToPath(import.meta.url).includes('node_modules')
      ? 'This package was packed without its build: pack the checkout again with "npm pack --ignore-scripts=false".'
      : 'The build is missing: run "npm ci && npm run build" first.',
  );
  process.argv.splice(2, process.argv.length, ...args, ...given);
  await import(`../dist/${file}`).catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    stop('The packages are not installed: run "npm ci" first.');
  });
}
