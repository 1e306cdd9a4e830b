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

const settingsFile = fileURLToPath(new URL('../.env.example', import.meta.url));
const [name, ...given] = process.argv.slice(2);
if (name === undefined || name === '--help' || name === 'help') {
  console.log(usage);
} else if (name === '--version') {
  console.log(version);
} else if (!Object.hasOwn(commands, name)) {
  console.error(`There is no command ${JSON.stringify(name)}.\n${usage}`);
  process.exitCode = 2;
} else if (['demo', 'start', 'mcp'].includes(name) && given.some((word) => ['--help', '-h'].includes(word))) {
  // These take settings, which `.env.example` and docs/operating.md list, and no options.
  console.log(`${usage}\n\nSettings are variables of the environment: ${settingsFile} lists all.`);
} else {
  const [file, ...args] = commands[name];
  requireFile(`dist/${file}`, 'The build is missing: run "npm ci && npm run build" first.');
  process.argv.splice(2, process.argv.length, ...args, ...given);
  await import(`../dist/${file}`).catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    stop('The packages are not installed: run "npm ci" first.');
  });
}
