import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** How stored bytes are encoded. The numbers are in stores: append, never reorder. */
export const codecs = { plain: 0, zstd: 1 } as const;

/** Bytes as they are stored. */
export interface Packed {
  readonly codec: number;
  readonly bytes: Uint8Array;
}

const smallest = 64;
const sample = 16 * 1024;
// Under 5 % gained, decompressing costs more than the space is worth.
const worthwhile = 0.95;
// Level 3 costs no more than level 1 on documents of 10 kB: setting up the compressor dominates.
const options = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** Compresses where that helps; images and fonts, compressed already, are left as they are. */
export function pack(body: Uint8Array): Packed {
  if (body.length < smallest || isDense(body)) return { codec: codecs.plain, bytes: body };
  const bytes = zstdCompressSync(body, options);
  return bytes.length < body.length * worthwhile
    ? { codec: codecs.zstd, bytes }
    : { codec: codecs.plain, bytes: body };
}

/** Undoes `pack`; throws where the bytes are damaged. */
export function unpack({ codec, bytes }: Packed): Uint8Array {
  switch (codec) {
    case codecs.plain:
      return bytes;
    case codecs.zstd: {
      const body = zstdDecompressSync(bytes);
      return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
    }
    default:
      throw new Error(`unknown codec ${codec}`);
  }
}

/** Whether the middle of a large body does not compress, which spares trying all of it. */
function isDense(body: Uint8Array): boolean {
  if (body.length < 4 * sample) return false;
  const start = (body.length - sample) >> 1;
  const piece = body.subarray(start, start + sample);
  return zstdCompressSync(piece, options).length >= piece.length * worthwhile;
}
