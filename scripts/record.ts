import { existsSync } from 'node:fs';
import { hours, systemClock } from '../core/clock.ts';
import type { Group } from '../core/groups.ts';
import { readConfig } from '../server/config.ts';
import { declaredReplays, haveRecordings, readRecording } from '../test/replay/recordings.ts';
import { type OtherRecording, recordCommand } from './record-command.ts';
import { ownRecordings } from './recordings.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

const replays = haveRecordings ? await declaredReplays() : [];

const recorded = (group: Group): readonly OtherRecording[] =>
  replays
    .filter((declared) => declared.group === group)
    .flatMap((declared) => declared.replays)
    // A recording of a failure, or of one element of a list, cannot be compared.
    .filter(({ status = 200, within, request }) => status === 200 && !within && request.startsWith('/api/'))
    .map(({ request, upstream, recording }) => ({
      request,
      isUpstream: (other) => (typeof upstream === 'string' ? upstream === other : upstream.test(other)),
      body: () => readRecording(group, recording),
    }));

// An interval keeps the process alive, since timers of the clock and idle connections do not.
const keepAlive = setInterval(() => {}, hours(1));
try {
  process.exitCode = await recordCommand(process.argv.slice(2), {
    ...{ config: readConfig(process.env), clock: systemClock, directory: ownRecordings, recorded },
    print: (line) => console.log(line),
    warn: (line) => console.error(line),
  });
} finally {
  clearInterval(keepAlive);
}
