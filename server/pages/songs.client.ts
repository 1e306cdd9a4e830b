import { byId, enteredKey, messageOf, startKeyField } from './client-prelude.client.ts';

/** The script of `/songs`: sends what the microphone hears until a song is recognised. A second press stops it. */
const button = byId('listen', HTMLButtonElement);
const verdict = byId('verdict', HTMLElement);
/** The package of the client, which this service serves. */
const client: string = '/almanac-client.js';
let listening: AbortController | undefined;

async function hear(signal: AbortSignal): Promise<void> {
  const microphone = await navigator.mediaDevices.getUserMedia({
    // What is meant for voices removes music.
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  });
  try {
    const { createClient, listen } = await import(client);
    const almanac = createClient({ url: location.origin, key: enteredKey() });
    const onHeard = ({ matched }: { readonly matched: boolean }, seconds: number) => {
      if (!matched) verdict.textContent = `Not recognised in ${seconds} seconds yet.`;
    };
    const { track, matches } = await listen(almanac, microphone, { signal, onHeard });
    verdict.textContent = track
      ? `${track.title}, by ${track.subtitle}, ${Math.round(matches[0].offset)} s from its start`
      : 'No song of the catalogue was recognised.';
  } finally {
    for (const track of microphone.getTracks()) track.stop();
  }
}

button.addEventListener('click', async () => {
  if (listening) return listening.abort();
  listening = new AbortController();
  [button.textContent, verdict.textContent] = ['Stop', 'Listening.'];
  await hear(listening.signal).catch((error: unknown) => {
    verdict.textContent = listening?.signal.aborted ? 'Stopped.' : `This failed: ${messageOf(error)}`;
  });
  listening = undefined;
  button.textContent = 'Listen';
});
startKeyField();
