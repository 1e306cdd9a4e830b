import { json, plainText, type SandboxResponse } from './kernel/responses.ts';
import { demoSongs, exampleSong, type KnownSong } from './kernel/songs.ts';
import { defineUpstream, post, type SandboxRequest } from './kernel/upstream.ts';
import { serviceFaults } from './songid-faults.ts';
import { readSignature } from './songid-signature.ts';
import { track } from './songid-tracks.ts';

/** Signatures of longer recordings never match. */
const longestMs = 14_000;
const shortestMs = 3_000;

interface KnownSignature {
  readonly song: KnownSong;
  readonly isLittleKnown?: boolean;
}

/** The signatures that match, by their checksums. */
const known = new Map<number, KnownSignature>([
  [3_252_537_270, { song: exampleSong }], // `exampleRecording`
  [3_639_654_538, { song: demoSongs[0]! }], // examples/clip.webm
  [1_396_891_960, { song: demoSongs[0]! }], // examples/clip.mp4
  [1_993_071_866, { song: demoSongs[8]!, isLittleKnown: true }], // test/fixtures/songid/integer.wav
]);

/** The recognition service of Shazam. It knows a few recordings; what it does not know has no match. */
export const songid = defineUpstream({
  hosts: ['amp.shazam.com'],
  faults: serviceFaults,
  // The response for throttled callers is not JSON.
  failure: (status) => (status === 429 ? plainText('', { status }) : json({ error: { status } }, { status })),
  routes: [post('/discovery/v5/{language}/{country}/{device}/-/tag/{tag}/{session}', recognize)],
});

interface RecognitionBody {
  readonly timezone?: string;
  readonly signature?: { readonly uri?: unknown; readonly samplems?: unknown };
}

function recognize(request: SandboxRequest<'{tag}'>): SandboxResponse {
  const { world, clock, params } = request;
  const { timezone = 'Europe/London', signature: given = {} } = (request.json() ?? {}) as RecognitionBody;
  const signature = readSignature(given.uri);
  const { samplems: lengthMs } = given;
  if (!signature || typeof lengthMs !== 'number') return json({ error: { status: 400 } }, { status: 400 });
  const dice = world.of('songid.signature', signature.mark, signature.peaks);
  const isComparable = lengthMs >= shortestMs && lengthMs <= longestMs && signature.peaks > 0;
  const match = isComparable ? known.get(signature.mark) : undefined;
  return json({
    matches: match
      ? [
          {
            id: dice.digits(9),
            offset: dice.float(0, 200, 6),
            timeskew: dice.float(-0.001, 0.001, 9),
            frequencyskew: dice.chance(0.2) ? 0 : dice.float(-0.001, 0.001, 9),
          },
        ]
      : [],
    location: { accuracy: 0.01 },
    timestamp: clock.now(),
    timezone,
    ...(match ? { track: track(match.song, match.isLittleKnown ?? false, dice) } : {}),
    tagid: params.tag,
  });
}
