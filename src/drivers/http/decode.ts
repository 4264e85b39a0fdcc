import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { ArgiopeError } from '../../model/errors.ts';
import { tooLarge } from './errors.ts';

/** Windows above 8 MiB are not allowed on the web (RFC 9659), and would take that much memory each. */
export const zstdParams = { [zlib.constants.ZSTD_d_windowLogMax]: 23 };

/** Packed bytes up to which unpacking at once is cheaper than handing it to a thread. */
const small = 32 * 1024;

interface Decoder {
  readonly now: (packed: Uint8Array, options: { maxOutputLength: number }) => Buffer;
  readonly later: (packed: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;
}

const gzip: Decoder = { now: zlib.gunzipSync, later: promisify(zlib.gunzip) };

/** `deflate` means zlib's format, but some servers send the bare one: the first byte tells. */
const deflate: Decoder = {
  now: (packed, options) => (isZlib(packed) ? zlib.inflateSync : zlib.inflateRawSync)(packed, options),
  later: (packed, options) =>
    (isZlib(packed) ? promisify(zlib.inflate) : promisify(zlib.inflateRaw))(
      packed,
      options,
    ) as Promise<Buffer>,
};

const decoders: Readonly<Record<string, Decoder>> = {
  gzip,
  'x-gzip': gzip,
  br: { now: zlib.brotliDecompressSync, later: promisify(zlib.brotliDecompress) },
  deflate,
  zstd: {
    now: (packed, options) => zlib.zstdDecompressSync(packed, { ...options, params: zstdParams }),
    later: (packed, options) => unpackZstd(packed, { ...options, params: zstdParams }),
  },
};

const unpackZstd = promisify(zlib.zstdDecompress) as (
  packed: Uint8Array,
  options: zlib.ZstdOptions,
) => Promise<Buffer>;

/** Whether bytes begin as zlib's format does. */
export function isZlib([first = 0]: Uint8Array): boolean {
  return (first & 15) === 8;
}

/**
 * The encodings that a header names, in the order in which they were applied. Names that mean nothing are
 * passed over, as browsers do; more than the limit are refused, because each may be a bomb for the next.
 */
export function encodingsOf(header: string, url: string, limit: number): readonly string[] {
  if (header === '') return [];
  const names = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => Object.hasOwn(decoders, name));
  if (names.length <= limit) return names;
  throw new ArgiopeError('NOT_A_PAGE', `${url} is encoded ${names.length} times over.`, { url });
}

/** Undoes encodings from the last one applied; no step may give more than `most` bytes. */
export async function decode(
  body: Buffer,
  encodings: readonly string[],
  url: string,
  most: number,
): Promise<Buffer> {
  let plain = body;
  for (const name of encodings.toReversed()) {
    if (plain.length === 0) return plain;
    const { now, later } = decoders[name] as Decoder;
    const options = { maxOutputLength: most };
    try {
      plain = plain.length <= small ? now(plain, options) : await later(plain, options);
    } catch (error) {
      const isBomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      throw isBomb ? tooLarge(url, most, `unpacked by ${name}, it goes on after them`) : error;
    }
  }
  return plain;
}
