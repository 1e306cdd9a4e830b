import type { Assets } from './assets.ts';
import { type Html, html } from './html.ts';
import { keyField, layout } from './layout.ts';

/** A page that listens to the microphone, and shows the song that is recognised. */
export const songsPage = (assets: Assets): Promise<Html> =>
  layout(assets, {
    title: 'Songs, almanac',
    description: 'Recognises the song that a microphone hears.',
    path: '/songs',
    styles: ['almanac.css', 'status.css'],
    scripts: ['songs.js'],
    body: html`<section class="tools scripted" aria-label="Key">
${keyField()}
<button type="button" id="listen">Listen</button>
</section>
<main id="main" class="status">
<h1>Songs</h1>
<p id="verdict" role="status">Paste a key, play a song, and press the button. What the microphone hears is sent to this almanac after 5, 8 and
12 seconds until it is recognised, each time for one lookup, and is not stored.</p>
<noscript><p>This page needs JavaScript. With a recording: <code>curl -H 'Authorization: Bearer YOUR_KEY' -F file=@clip.mp3 …/api/songid/identify</code></p></noscript>
</main>`,
  });
