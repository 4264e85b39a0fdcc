import { Duplex, PassThrough, pipeline, Readable, Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import type { Portion } from '../../memory/budget.ts';
import { ArgiopeError } from '../../model/errors.ts';
import { decode, encodingsOf, isZlib, zstdParams } from './decode.ts';
import { tooLarge } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { HttpLimits } from './limits.ts';
import { Pieces } from './pieces.ts';

/** A body on its way, with what its headers say of it. */
export interface IncomingBody {
  readonly url: string;
  readonly exchange: Exchange;
  /** `Content-Encoding` as it came. */
  readonly encoding: string;
  /** `Content-Length`, `null` where not given. */
  readonly length: number | null;
}

/**
 * Reads and decodes a body. The limit holds for what comes over the wire and for what each decoder gives, so
 * that a body that would swell to gigabytes costs no more than the limit. `onWire` hears of bytes as they came. A large
 * one comes no faster than there is room for it.
 */
export async function readBody(
  { url, exchange, encoding, length }: IncomingBody,
  limits: HttpLimits,
  onWire: (bytes: number) => void,
  portion: Portion,
): Promise<Buffer> {
  const encodings = encodingsOf(encoding, url, limits.encodings);
  if (length !== null && length > limits.body)
    throw tooLarge(url, limits.body, `${length} bytes are announced`);
  const pieces = new Pieces();
  await exchange.pieces((piece) => {
    onWire(piece.length);
    if (pieces.size + piece.length > limits.body) throw tooLarge(url, limits.body, 'it goes on after them');
    pieces.add(piece);
    return portion.grow(piece.length);
  });
  const room = portion.grow(0);
  if (room) await room;
  const whole = pieces.whole();
  return encodings.length === 0 ? whole : unpacked(whole, encodings, url, limits.body, portion);
}

/** Decoded bytes that need no room of their own. */
const little = 1 << 20;

/** Decodes a body; nobody knows how large it will be, so what turns out to be large is begun anew once there is room. */
async function unpacked(
  whole: Buffer,
  encodings: readonly string[],
  url: string,
  most: number,
  portion: Portion,
): Promise<Buffer> {
  if (most > little) {
    const small = await decode(whole, encodings, url, little).catch((error: unknown) => {
      if (error instanceof ArgiopeError && error.code === 'TOO_LARGE') return null;
      throw error;
    });
    if (small !== null) return small;
    await portion.grow(most);
  }
  const body = await decode(whole, encodings, url, most);
  portion.shrink(most - body.length);
  return body;
}

/** Reads a body as `readBody` does, piece by piece; a file that is packed itself (gzip) is unpacked. */
export async function readPieces(
  { url, exchange, encoding }: IncomingBody,
  limits: HttpLimits,
  onWire: (bytes: number) => void,
  take: (piece: Buffer) => void,
): Promise<void> {
  const names = encodingsOf(encoding, url, limits.encodings);
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onWire(chunk.length);
      done(null, chunk);
    },
  });
  const steps = names.toReversed().map((name) => (decoders[name] as () => Duplex)());
  let size = 0;
  // What fails anywhere in the chain arrives where its end is read.
  for await (const piece of chained(exchange.stream(), [counter, ...steps, unpackedWhereMarked()])) {
    size += (piece as Buffer).length;
    if (size > limits.body) throw tooLarge(url, limits.body, 'it goes on after them');
    take(piece as Buffer);
  }
}

const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: () => byFirstPiece((first) => (isZlib(first) ? createInflate() : createInflateRaw())),
  zstd: () => createZstdDecompress({ params: zstdParams }),
};

function chained(source: Readable, steps: readonly Duplex[]): Readable {
  const end = pipeline([source, ...steps], () => {});
  return end as unknown as Readable;
}

/** Two bytes tell a gzip file; the first piece of a body has them, but for servers that send byte by byte. */
function unpackedWhereMarked(): Duplex {
  return byFirstPiece(([a, b]) => (a === 0x1f && b === 0x8b ? createGunzip() : new PassThrough()));
}

/** A decoder that is chosen by the first piece of the stream. */
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
