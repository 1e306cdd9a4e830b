import { existsSync } from 'node:fs';
import { hours, systemClock } from '../core/clock.ts';
import { readConfig } from '../server/config/config.ts';
import { comparable } from '../test/replay/comparable.ts';
import { declaredReplays, haveRecordings } from '../test/replay/recordings.ts';
import { recordCommand } from './record/record-command.ts';
import { ownRecordings } from './record/recordings.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

const replays = haveRecordings ? await declaredReplays() : [];

// An interval keeps the process alive, since timers of the clock and idle connections do not.
const keepAlive = setInterval(() => {}, hours(1));
try {
  process.exitCode = await recordCommand(process.argv.slice(2), {
    config: readConfig(process.env),
    clock: systemClock,
    directory: ownRecordings,
    recorded: (group) => comparable(replays, group),
    print: (line) => console.log(line),
    warn: (line) => console.error(line),
  });
} finally {
  clearInterval(keepAlive);
}
