import { exampleFolder, listedFaults, routes } from './kernel/route.ts';

const identification = `
  fragment Identification on SongidIdentification {
    matched
    matches { songId offset timeskew frequencyskew }
    track {
      title
      subtitle
      url
      genres { primary }
      sections { type metadata { title text } }
    }
  }`;

export const songid = routes(
  'songid',
  { faults: listedFaults },
  {
    path: '/api/songid/identify',
    example: {},
    upload: 'file',
    headers: {
      'X-Songid-Advice':
        '`longer` where no song was recognised for sure and a longer recording may be; else absent.',
    },
    document: `
      query ($sha256: ID!, $continues: [ID!]) {
        songid { identified(sha256: $sha256, continues: $continues) { ...Identification } }
      }
      ${identification}`,
  },
  {
    path: '/api/songid/identify',
    example: { path: `${exampleFolder}/clip.webm` },
    document: `
      query ($path: String!) {
        songid { identify(path: $path) { ...Identification } }
      }
      ${identification}`,
    // Disabled files are documented as an error of the caller; no other setting is missing here.
    faults: { unconfigured: 400 },
  },
);
