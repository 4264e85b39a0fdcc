import { Duplex, PassThrough, pipeline, Readable, Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { ArgiopeError } from '../../model/errors.ts';
import type { HttpLimits } from './limits.ts';

/** A body on its way, with what its headers say of it. */
export interface IncomingBody {
  readonly url: string;
  readonly stream: Readable;
  /** `Content-Encoding` as it came. */
  readonly encoding: string;
  /** `Content-Length`, `null` where not given. */
  readonly length: number | null;
}

/**
 * Reads and decodes a body. The limit holds for decoded bytes and is checked piece by piece, so that a
 * body that would swell to gigabytes costs no more than the limit. `onWire` hears of bytes as they came.
 */
export async function readBody(
  { url, stream, encoding, length }: IncomingBody,
  limits: HttpLimits,
  onWire: (bytes: number) => void,
): Promise<Buffer> {
  if (length !== null && length > limits.body) {
    stream.destroy();
    throw tooLarge(url, limits.body, `${length} bytes are announced`);
  }
  const chunks: Buffer[] = [];
  await takeAll(decoded(stream, encoding, url, limits, onWire), url, limits.body, (piece) =>
    chunks.push(piece),
  );
  return Buffer.concat(chunks);
}

/** Reads a body as `readBody` does, piece by piece; a file that is packed itself (gzip) is unpacked. */
export async function readPieces(
  { url, stream, encoding }: IncomingBody,
  limits: HttpLimits,
  onWire: (bytes: number) => void,
  take: (piece: Buffer) => void,
): Promise<void> {
  const plain = chained(decoded(stream, encoding, url, limits, onWire), [unpackedWhereMarked()]);
  await takeAll(plain, url, limits.body, take);
}

async function takeAll(
  stream: Readable,
  url: string,
  most: number,
  take: (piece: Buffer) => void,
): Promise<void> {
  let size = 0;
  for await (const piece of stream) {
    size += (piece as Buffer).length;
    if (size > most) throw tooLarge(url, most, 'it goes on after them');
    take(piece as Buffer);
  }
}

/** Encodings are undone from the last one applied; names that mean nothing are passed over, as browsers do. */
function decoded(
  stream: Readable,
  encoding: string,
  url: string,
  limits: HttpLimits,
  onWire: (bytes: number) => void,
): Readable {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => decoders[name]);
  if (names.length > limits.encodings) {
    stream.destroy();
    throw new ArgiopeError('NOT_A_PAGE', `${url} is encoded ${names.length} times over.`, { url });
  }
  const steps = names.reverse().flatMap((name) => decoders[name]?.() ?? []);
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onWire(chunk.length);
      done(null, chunk);
    },
  });
  // What fails anywhere in the chain arrives where its end is read.
  return chained(stream, [counter, ...steps]);
}

const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: deflateOfEitherKind,
  // Windows above 8 MiB are not allowed on the web (RFC 9659), and would take that much memory each.
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
};

function chained(source: Readable, steps: readonly Duplex[]): Readable {
  const end = pipeline([source, ...steps], () => {});
  return end as unknown as Readable;
}

/** `deflate` means zlib's format, but some servers send the bare one: the first byte tells. */
function deflateOfEitherKind(): Duplex {
  return byFirstPiece(([first = 0]) => ((first & 15) === 8 ? createInflate() : createInflateRaw()));
}

/** Two bytes tell a gzip file; the first piece of a body has them, but for servers that send byte by byte. */
function unpackedWhereMarked(): Duplex {
  return byFirstPiece(([a, b]) => (a === 0x1f && b === 0x8b ? createGunzip() : new PassThrough()));
}

/** A step that is chosen by the first piece of what goes through it. */
function byFirstPiece(choose: (first: Buffer) => Duplex): Duplex {
  return Duplex.from(async function* (source: AsyncIterable<Buffer>) {
    const pieces = source[Symbol.asyncIterator]();
    const first = await pieces.next();
    if (first.done) return;
    const all = async function* (): AsyncGenerator<Buffer> {
      yield first.value;
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
    };
    yield* chained(Readable.from(all()), [choose(first.value)]);
  });
}

function tooLarge(url: string, limit: number, what: string): ArgiopeError {
  return new ArgiopeError(
    'TOO_LARGE',
    `${url} is larger than the ${limit} bytes that are read of one file: ${what}.`,
    {
      url,
      advice: 'It is left out; nothing needs to be done unless you miss it.',
    },
  );
}
