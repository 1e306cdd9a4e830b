import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { catalogueIn, seedCatalogue } from '../../songid/index.ts';
import { useTestApp } from '../suite.ts';
import { demoPieces } from '../support/demo-songs.ts';
import { pieceOf } from '../support/song-pieces.ts';
import { synthRate, wav } from '../support/song-synthesis.ts';
import { inBrowser, inChromium, useChromium } from './chromium.ts';

describe(`listen with a microphone ${inChromium}`, inBrowser, () => {
  const directory = mkdtempSync(join(tmpdir(), 'almanac-listen-'));
  const sound = join(directory, 'song.wav');
  beforeAll(async () => {
    // A song of the catalogue is what the microphone hears.
    const song = pieceOf(demoPieces[0]!.seed)
      .render()
      .subarray(20 * synthRate, 60 * synthRate);
    writeFileSync(sound, wav(song));
    await seedCatalogue(catalogueIn(directory), 'examples/songs.json', systemClock);
  });
  afterAll(() => rmSync(directory, { recursive: true }));
  const app = useTestApp({ environment: { SONGID_SERVICE: 'off', DATA_DIR: directory } });
  const chromium = useChromium([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${sound}`,
  ]);

  it('shows the song once the button of /songs is pressed', async () => {
    const { tab } = await chromium.open();
    await tab.goto(`${app.baseUrl}/songs`);
    const shown = await tab.evaluate<string>(`(async () => {
      document.getElementById('key').value = '${app.key}';
      document.getElementById('listen').click();
      const verdict = document.getElementById('verdict');
      while (!verdict.textContent.includes(', by ')) await new Promise((resolve) => setTimeout(resolve, 100));
      return verdict.textContent;
    })()`);
    expect(shown).toMatch(new RegExp(`^${demoPieces[0]!.title}, by .+, \\d+ s from its start$`));
  });

  it('stops at the first answer with a song, after the last without one, and where the caller aborts', async () => {
    const { tab } = await chromium.open();
    await tab.goto(`${app.baseUrl}/docs`);
    const result = await tab.evaluate<Record<string, unknown>>(`(async () => {
      const { createClient, listen } = await import('/almanac-client.js');
      const almanac = createClient({ url: '${app.baseUrl}', key: '${app.key}' });
      const sent = [];
      const onHeard = (heard, seconds) => sent.push([seconds, heard.matched]);
      const microphone = await navigator.mediaDevices.getUserMedia({ audio: true });
      const known = await listen(almanac, microphone, { seconds: [6, 12], onHeard });
      const context = new AudioContext();
      const tone = new OscillatorNode(context, { frequency: 700 });
      const other = new MediaStreamAudioDestinationNode(context);
      tone.connect(other);
      tone.start();
      const unknown = await listen(almanac, other.stream, { seconds: [1.5, 2], onHeard });
      const aborted = await listen(almanac, microphone, { signal: AbortSignal.timeout(300) }).catch(({ name }) => name);
      const live = microphone.getAudioTracks()[0].readyState;
      return { title: known.track.title, sent, unknown: unknown.matched, aborted, live };
    })()`);
    expect(result).toEqual({
      title: demoPieces[0]!.title,
      sent: [
        [6, true],
        [1.5, false],
        [2, false],
      ],
      unknown: false,
      aborted: 'TimeoutError',
      live: 'live',
    });
  });
});
