import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../core/clock.ts';
import { createRecognizer } from '../../songid/recognizer.ts';
import { bombs } from '../support/media-bombs.ts';

/**
 * Lets one recognizer hear every bomb, in a process of its own whose memory is measured. Prints a line for each: the kind
 * and message of its fault, and the most memory that the process has had resident, in kilobytes.
 */
const directory = mkdtempSync(join(tmpdir(), 'almanac-test-'));
const recognizerWith = (deadlineMs: number) =>
  createRecognizer({ catalogueFile: join(directory, 'songs.db'), clock: systemClock, deadlineMs });
/** What is refused for a reason other than its time is, even on a slow machine. */
const patient = recognizerWith(20_000);
const impatient = recognizerWith(2_000);
const print = (line: object) => console.log(JSON.stringify(line));
const wish = { signUnknown: true };
const files = await Promise.all(bombs.map(async (bomb) => ({ ...bomb, bytes: await bomb.make() })));
// The first recording starts a worker.
for (const recognizer of [patient, impatient])
  await recognizer.recognize(Buffer.alloc(8), wish).catch(() => undefined);
print({ maxRssKilobytes: process.resourceUsage().maxRSS });
for (const { name, refusal, bytes } of files) {
  const fault = await (refusal ? patient : impatient).recognize(bytes, wish).then(
    () => undefined,
    ({ kind, message }) => ({ kind, message }),
  );
  print({ name, fault, maxRssKilobytes: process.resourceUsage().maxRSS });
}
await patient.close();
await impatient.close();
rmSync(directory, { recursive: true, force: true });
