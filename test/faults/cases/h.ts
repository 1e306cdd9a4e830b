import { caseGroup } from '../harness/plan.ts';

export const h = caseGroup('H', 'Faults of upstreams', [
  [
    'no answer to the feed',
    '502 with the reason at about 27 s after three attempts of 8 s that are 1.5 s apart',
    { isLong: true },
  ],
  ['a status inside a body of 200', '502 with `error` and `statusCode`'],
  ['no answer in groups that list 500', '500 with the reason for pinboard, blockgame and coderepo'],
  ['no answer in other groups', '504 within 10 s for weather, music and clips'],
  ['a connection reset before and in the middle of a body', 'The listed status; one retry, for GET alone'],
  [
    '500 and then 200',
    '200 after two requests; over many failures, retries are at most a fifth',
    { isLong: true },
  ],
  ['429 with Retry-After: 120', '503 with Retry-After of at most 60; no request meanwhile; never 429'],
  ['401 and 403 of an upstream', '502 that speaks of our credentials; a metric counts it'],
  ['404 and empty results', '404, or what the group documents: a stream that is offline is 200 with nothing'],
  ['JSON that is malformed, a captcha page, an empty 200', '502; no text of the parser or of the page'],
  ['an error inside a body of 200', '404 or 502 by its words, never 200'],
  ['a field that is missing or of another type', '502 where it is required, null where it may be'],
  [
    'bombs of gzip and brotli, and five codings on each other',
    '502 within 2 s, less than 60 MB more memory',
    {
      corrected:
        'It was 200 ms and 30 MB, which are not measurable on a shared machine: memory that V8 has not given back is more.',
    },
  ],
  ['a body without end, and one that claims 1 GB', '502 after 10 MB at most, the connection is closed'],
  ['a body of one byte every 200 ms', '504 at the deadline of the whole request'],
  ['redirects to private addresses, in a circle, and to http', '502, no connection elsewhere'],
  ['headers of an upstream', 'Set-Cookie, Server and others are not passed on'],
  ['a download whose upstream dies half-way', 'The connection is destroyed: never a clean end'],
  [
    'the only waiter leaves',
    'The upstream request is aborted within 500 ms; with others it goes on',
    {
      corrected: 'It was 100 ms; the machine that runs the suite may be busy for longer.',
    },
  ],
  [
    '20 failures within ten seconds',
    'The breaker opens for that upstream: 503 with Retry-After and no request; others go on; one probe afterwards',
  ],
  [
    'the chain of sources of a template',
    'The last source serves; all failing: 404; a page for a picture is not served',
    {
      corrected:
        'Five sources were planned; there are as many as the operator has keys for. What is tested is that a failing source leads to the next, and that bodies are pictures.',
    },
  ],
  [
    'DNS that fails, a certificate that has expired, and one for another name',
    '502 through a proxy',
    {
      needs: ['openssl'],
    },
  ],
  ['identifiers above 2^53 as numbers in JSON', 'Every digit'],
]);
