/**
 * Megabytes that come and go, in memory of their own that is given back at once. Whoever gathered or took over lets go:
 * the collector does not see how large they are, and comes late.
 */
export interface Gathered {
  /** Grows with what is added. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  add(part: Uint8Array): void;
}

/** Gathers bytes where they are to stay: kept as parts, they would be there twice while they are put together. */
export function gather(maxBytes: number): Gathered {
  const memory = new ArrayBuffer(0, { maxByteLength: maxBytes });
  const bytes = new Uint8Array(memory);
  return {
    bytes,
    add(part) {
      const end = bytes.length;
      memory.resize(end + part.length);
      bytes.set(part, end);
    },
  };
}

/** The memory of bytes that were gathered, as long as it is theirs. */
const memoryOf = ({ buffer }: Uint8Array): ArrayBuffer | undefined =>
  buffer instanceof ArrayBuffer && buffer.resizable && buffer.byteLength > 0 ? buffer : undefined;

/** The same bytes for a new owner: those that were gathered are gone from where they were, others are copied. */
export function takeOver(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const memory = memoryOf(bytes);
  if (memory) return structuredClone(bytes as Uint8Array<ArrayBuffer>, { transfer: [memory] });
  const copy = gather(bytes.length);
  copy.add(bytes);
  return copy.bytes;
}

/** Gives back the memory of bytes that were gathered, unless somebody has taken them over; there are none of them then. */
export function letGo(bytes: Uint8Array): void {
  memoryOf(bytes)?.resize(0);
}
