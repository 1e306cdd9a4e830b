import { Fault } from '../core/faults.ts';
import { exampleRecording } from '../songid/index.ts';
import * as songid from '../sources/songid.ts';
import { digest, filePath, type Inputs, list } from './kernel/inputs.ts';
import { type Bytes, type Lookup, lookup } from './kernel/lookup.ts';

/** The song in an uploaded recording, or in one that is cached by its hash. */
export const identified = lookup({
  group: 'songid',
  summary: 'The song in a recording, from its sound.',
  input: {
    sha256: digest('SHA-256 of the recording, in hexadecimal.'),
    continues: list(
      'SHA-256 of the recordings of the same listening, the first one first, that this one goes on from: the evidence is that of all.',
      digest('SHA-256 of a recording.'),
      { max: 3, separator: ',', optional: true },
    ),
  },
  file: {
    description: 'Sound, or a video with sound.',
    extensions: songid.recordingExtensions,
    maxBytes: songid.maxRecordingBytes,
    digest: 'sha256',
    example: exampleRecording,
  },
  async run({ sha256, continues = [] }, { file, read, cached, addHeader }) {
    const revision = await read(songid.catalogueRevision, {});
    const known = (recording: string, before: readonly string[], name: string) => {
      const identified = cached(songid.identification, { sha256: recording, continues: before, revision });
      if (identified) return identified;
      throw new Fault(
        'notFound',
        `${name}: no such recording was identified lately; it is sent through REST.`,
      );
    };
    if (file?.sha256 !== sha256) return known(sha256, continues, 'sha256');
    const last = continues.at(-1);
    const earlier = last === undefined ? undefined : known(last, continues.slice(0, -1), 'continues');
    const recording = { ...file, continues, revision, sequels: earlier?.sequels };
    const identified = await read(songid.identification, recording);
    if (identified.advice) addHeader?.('X-Songid-Advice', identified.advice);
    return identified;
  },
});

/** What downloads and decodes a recording costs as much as so many usual lookups. */
const priceOfRecording = 5;

/** The song in the sound of a file of another group, which may have as many bytes as an upload. */
export const heardIn = <Of extends Inputs>(file: Lookup<Of, Bytes>, summary: string) =>
  lookup({
    group: 'songid',
    price: priceOfRecording,
    summary,
    input: file.input,
    async run(values, context) {
      const revision = await context.read(songid.catalogueRevision, {});
      const load = async (signal: AbortSignal) => bytesOf(await file.run(values, context), signal);
      return context.read(songid.identificationElsewhere, { id: JSON.stringify(values), revision, load });
    },
  });

async function bytesOf(file: Bytes, signal: AbortSignal): Promise<Uint8Array> {
  const { body } = await file.open({ range: undefined, signal });
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > songid.maxRecordingBytes) {
      throw new Fault('invalid', 'The file has more than 10 MB.');
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The song in a file on the server's disk. */
export const identify = lookup({
  group: 'songid',
  permission: 'songid:files',
  summary: 'The song in a file on the server, where the operator has opened a folder for that.',
  input: { path: filePath('Absolute path of the file on the server.') },
  async run({ path }, { read, setting }) {
    const folder = setting(songid.folderSetting);
    if (folder === undefined) {
      const { name } = songid.folderSetting;
      throw new Fault(
        'unconfigured',
        `Files of the server are not enabled: ${name} names the folder of those that are.`,
      );
    }
    const { recordingExtensions } = songid;
    if (!recordingExtensions.some((extension) => path.toLowerCase().endsWith(extension))) {
      throw new Fault('invalid', `path must end in one of ${recordingExtensions.join(', ')}.`);
    }
    return read(songid.identificationOfFile, { folder, file: path });
  },
});
