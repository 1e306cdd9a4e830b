import { sampleRate } from './resample.ts';

const seconds = 5;
const headBytes = 44;

/** A few synthesised notes as a WAV file, the recording of example requests. */
export function exampleRecording(): Buffer {
  const notes = [262, 330, 392, 523, 392, 330, 294, 349, 440, 587];
  const samples = new Int16Array(seconds * sampleRate);
  for (let index = 0; index < samples.length; index += 1) {
    const note = notes[Math.floor((index / samples.length) * notes.length)]!;
    const turn = (2 * Math.PI * note * index) / sampleRate;
    const sample = 0.3 * Math.sin(turn) + 0.15 * Math.sin(2 * turn) + 0.1 * Math.sin(3 * turn);
    samples[index] = Math.round(sample * 32_767);
  }
  return waveFile(samples, sampleRate);
}

/** Encodes one channel of 16 bits without compression (RIFF WAVE). The header may declare a false size. */
export function waveFile(samples: Int16Array, rate: number, claimedBytes = samples.byteLength): Buffer {
  const file = Buffer.alloc(headBytes + samples.byteLength);
  file.write('RIFF', 0);
  file.writeUInt32LE(headBytes - 8 + claimedBytes, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(claimedBytes, 40);
  for (let index = 0; index < samples.length; index += 1) {
    file.writeInt16LE(samples[index]!, headBytes + index * 2);
  }
  return file;
}
