import type { WireSink } from '../../model/wire.ts';
import { headEnd, headerIn, longestHead, statusOf } from './head.ts';
import { Held, type Room } from './holdings.ts';
import type { Tap } from './visitor.ts';

/** What is known of a connection before anything is said on it. */
export interface WireOptions {
  /** Scheme, host and port of the server: `https://example.org`. */
  readonly origin: string;
  readonly ip: string | null;
  /** Bytes of a body that are kept, at the most. */
  readonly most: number;
  /** What all connections may keep together. */
  readonly room: Room;
  readonly sink: WireSink;
}

interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly time: string;
  readonly request: Held;
}

/** Characters of a line between chunks: what is behind the number is of no use. */
const longestLine = 1_000;

const nothing: Buffer = Buffer.alloc(0);

/** Reads one connection of HTTP/1.1 beside it, and hands over each exchange when it is over. */
export class WireTap implements Tap {
  readonly #options: WireOptions;
  /** Questions that have no answer yet. */
  readonly #asked: Exchange[] = [];
  #early = nothing;
  #bodyDue = 0;
  #answer: Answer | null = null;
  #over = false;

  constructor(options: WireOptions) {
    this.#options = options;
  }

  sent(piece: Buffer): void {
    if (this.#over) return;
    if (this.#bodyDue > 0) {
      const body = piece.subarray(0, this.#bodyDue);
      this.#asked.at(-1)?.request.add(body);
      this.#bodyDue -= body.length;
      piece = piece.subarray(body.length);
    }
    if (piece.length === 0) return;
    this.#early = this.#early.length === 0 ? piece : Buffer.concat([this.#early, piece]);
    const length = headEnd(this.#early);
    if (length < 0) return;
    const head = this.#early.subarray(0, length);
    const rest = this.#early.subarray(length);
    this.#early = nothing;
    const [first = '', ...lines] = head.toString('latin1').split('\r\n');
    const [method = '', target = '/'] = first.split(' ');
    const url = /^https?:/.test(target) ? target : this.#options.origin + target;
    const request = new Held(head.length + this.#options.most, this.#options.room);
    request.add(head);
    this.#asked.push({ method, url, time: new Date().toISOString(), request });
    this.#bodyDue = Number(headerIn(lines, 'content-length') ?? 0);
    // A body in parts comes over HTTP/2 only, which is not spoken here.
    if (headerIn(lines, 'transfer-encoding') !== null) this.#end();
    this.sent(rest);
  }

  received(piece: Buffer): void {
    while (piece.length > 0 && !this.#over) {
      const [exchange] = this.#asked;
      if (exchange === undefined) return;
      this.#answer ??= new Answer(exchange.method, this.#options);
      piece = this.#answer.take(piece);
      if (this.#answer.isUpgrade || this.#answer.isEndless) this.#end();
      if (this.#answer.isWhole) this.#finish();
    }
  }

  ended(whole: boolean): void {
    if (this.#over) return;
    if (this.#answer?.hasHead) this.#finish(whole && this.#answer.untilClose ? undefined : 'disconnect');
    this.#end();
  }

  #end(): void {
    this.#over = true;
    this.#answer?.kept.release();
    for (const { request } of this.#asked.splice(0)) request.release();
  }

  #finish(broken?: 'disconnect'): void {
    const [exchange, answer] = [this.#asked.shift(), this.#answer];
    this.#answer = null;
    if (!exchange || !answer) return;
    const { url, time, request } = exchange;
    const truncated = answer.kept.isCut ? ('length' as const) : broken;
    const written = this.#options.sink({
      url,
      time,
      ip: this.#options.ip,
      request: request.bytes(),
      response: answer.kept.bytes(),
      responseHead: answer.headLength,
      ...(truncated && { truncated }),
      ...(request.isCut && { cutRequest: true as const }),
    });
    void Promise.resolve(written).finally(() => {
      for (const each of [request, answer.kept]) each.release();
    });
  }
}

/** An answer as it comes: finds its end by its head (RFC 9112 §6.3). */
class Answer {
  readonly #method: string;
  readonly #keeping: Pick<WireOptions, 'most' | 'room'>;
  kept: Held;
  #head: Buffer | null = nothing;
  #chunks: Chunks | null = null;
  #due = 0;
  headLength = 0;
  isWhole = false;
  isUpgrade = false;
  untilClose = false;
  isEndless = false;

  constructor(method: string, keeping: Pick<WireOptions, 'most' | 'room'>) {
    this.#method = method;
    this.#keeping = keeping;
    this.kept = new Held(0, keeping.room);
  }

  get hasHead(): boolean {
    return this.#head === null;
  }

  /** Takes what is its own of a piece, and gives back the rest. */
  take(piece: Buffer): Buffer {
    if (this.#head !== null) return this.#takeHead(Buffer.concat([this.#head, piece]));
    const own = this.#chunks
      ? this.#chunks.take(piece)
      : this.untilClose
        ? piece.length
        : Math.min(piece.length, this.#due);
    this.#due -= own;
    this.kept.add(piece.subarray(0, own));
    this.isWhole = this.#chunks ? this.#chunks.isWhole : !this.untilClose && this.#due === 0;
    return piece.subarray(own);
  }

  #takeHead(seen: Buffer): Buffer {
    let length = headEnd(seen);
    // Words on the way are not the answer, and there may be any number of them.
    for (; length >= 0 && isOnTheWay(seen); length = headEnd(seen)) {
      this.isUpgrade = statusOf(seen) === 101;
      this.#head = nothing;
      if (this.isUpgrade) return nothing;
      seen = seen.subarray(length);
    }
    if (length < 0) {
      this.#head = seen;
      this.isEndless = seen.length > longestHead;
      return nothing;
    }
    this.#head = null;
    this.headLength = length;
    this.kept = new Held(length + this.#keeping.most, this.#keeping.room);
    this.kept.add(seen.subarray(0, length));
    this.#expect(statusOf(seen), seen.toString('latin1', 0, length).split('\r\n'));
    const rest = seen.subarray(length);
    return this.isWhole || rest.length === 0 ? rest : this.take(rest);
  }

  #expect(status: number, lines: readonly string[]): void {
    const length = headerIn(lines, 'content-length');
    if (this.#method === 'HEAD' || status === 204 || status === 304) this.isWhole = true;
    else if (/chunked/i.test(headerIn(lines, 'transfer-encoding') ?? '')) this.#chunks = new Chunks();
    else if (length === null || !/^\d+$/.test(length)) this.untilClose = true;
    else {
      this.#due = Number(length);
      this.isWhole = this.#due === 0;
    }
  }
}

function isOnTheWay(head: Buffer): boolean {
  const status = statusOf(head);
  return status >= 100 && status < 200;
}

/** Finds the end of a body in chunks. */
class Chunks {
  #line = '';
  /** Bytes of the chunk in hand, with the line end behind it. */
  #due = 0;
  #inTrailer = false;
  isWhole = false;

  /** How many bytes of a piece belong to the body. */
  take(piece: Buffer): number {
    let at = 0;
    while (at < piece.length && !this.isWhole) {
      if (this.#due > 0) {
        const step = Math.min(this.#due, piece.length - at);
        this.#due -= step;
        at += step;
        continue;
      }
      const end = piece.indexOf(10, at);
      const room = longestLine - this.#line.length;
      this.#line += piece.toString('latin1', at, Math.min(end < 0 ? piece.length : end, at + room));
      if (end < 0) return piece.length;
      at = end + 1;
      this.#read(this.#line.trim());
      this.#line = '';
    }
    return at;
  }

  #read(line: string): void {
    if (this.#inTrailer) this.isWhole = line === '';
    else {
      const size = Number.parseInt(line, 16);
      if (size > 0) this.#due = size + 2;
      else this.#inTrailer = true;
    }
  }
}
