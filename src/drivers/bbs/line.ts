import { connect, type Socket } from 'node:net';
import { namedBySeed, publicLookup } from '../../frontier/addresses.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { BbsLimits } from './limits.ts';
import { escaped, markRequest, Telnet } from './telnet.ts';

/** Silence that is waited for at first: with timing marks they say when, without them silence alone does. */
const [silenceWithMarks, silenceAlone] = [12, 80] as const;

/** How much longer a screen is waited for that does not look complete. */
const doubt = 5;

/** What a screen looks like: nothing yet, drawn in part, or complete. */
export type ScreenProgress = 'blank' | 'partial' | 'complete';

/**
 * A telnet connection, and when it has said what it had to say.
 *
 * Each key is followed by a request for a timing mark (RFC 860), which servers answer once they have dealt
 * with what came before. Then, and where marks are not answered, a silence is waited for, which grows when
 * something came after it.
 */
export class Line {
  readonly #socket: Socket;
  readonly #limits: BbsLimits;
  readonly #telnet: Telnet;
  readonly #data: (bytes: Uint8Array) => void;
  /** Milliseconds that connecting took: no answer can be faster. */
  readonly #distance: number;
  #marks: 'unknown' | 'answered' | 'ignored' = 'unknown';
  #asked = 0;
  #answered = 0;
  #heard = 0;
  #lastHeard = 0;
  #settledAt = 0;
  #silence: number;
  #wake: () => void = () => {};
  closed = false;

  private constructor(
    socket: Socket,
    limits: BbsLimits,
    distance: number,
    data: (bytes: Uint8Array) => void,
  ) {
    this.#socket = socket;
    this.#limits = limits;
    this.#distance = distance;
    this.#silence = silenceAlone + 2 * distance;
    this.#data = data;
    this.#telnet = new Telnet(limits.columns, limits.rows);
    socket.on('data', (piece: Buffer) => this.#hear(piece));
    socket.on('close', () => this.#end());
    socket.on('error', () => this.#end());
  }

  /** Connects to the host of an address; `data` is told what comes. */
  static async open(
    url: string,
    seeds: readonly string[],
    limits: BbsLimits,
    data: (bytes: Uint8Array) => void,
  ): Promise<Line> {
    const at = new URL(url);
    const guard = namedBySeed(at, seeds) ? {} : { lookup: publicLookup() };
    const host = at.hostname.replace(/^\[|\]$/g, '');
    const begun = performance.now();
    const socket = connect({ host, port: Number(at.port || '23'), noDelay: true, ...guard });
    await connected(socket, url, limits.connect);
    return new Line(socket, limits, performance.now() - begun, data);
  }

  /** Sends keys, and asks to be told when they were dealt with. */
  send(bytes: Uint8Array): void {
    if (this.closed) return;
    // What came after the screen was taken to be complete was waited for too little.
    const late = this.#lastHeard - this.#settledAt;
    if (this.#settledAt > 0 && late > 0 && late < 1000) {
      this.#silence = Math.min(this.#silence * 2, this.#limits.silence);
    }
    this.#heard = 0;
    const asks = this.#telnet.spoken && this.#marks !== 'ignored';
    if (asks) this.#asked++;
    this.#socket.write(Buffer.concat([escaped(bytes), ...(asks ? [markRequest] : [])]));
  }

  /** Waits until nothing more comes; gives whether it ended by patience and not by silence. */
  async settle(progress: () => ScreenProgress): Promise<'quiet' | 'budget'> {
    const begun = performance.now();
    const patience = Math.max(this.#limits.answer, 4 * this.#distance);
    for (;;) {
      const now = performance.now();
      const waited = now - begun;
      if (this.closed || waited > this.#limits.settle) break;
      const pending = this.#marks !== 'ignored' && this.#answered < this.#asked;
      if (pending && waited > patience) this.#ignoreMarks();
      const silent = now - Math.max(this.#lastHeard, begun);
      const awaited = pending ? patience : this.#awaited(progress(), patience);
      if (silent >= awaited && !pending) break;
      await this.#next(Math.max(1, Math.min(awaited - silent, this.#limits.settle - waited)));
    }
    this.#settledAt = performance.now();
    return performance.now() - begun > this.#limits.settle ? 'budget' : 'quiet';
  }

  close(): void {
    this.#socket.destroy();
    this.#end();
  }

  /** Whether all marks came back: then an empty answer is an answer. */
  #isMarked(): boolean {
    return this.#marks === 'answered' && this.#asked > 0;
  }

  /** Silence after which a screen is taken as it is. */
  #awaited(progress: ScreenProgress, patience: number): number {
    // A key without an echo, or a screen that was only wiped so far.
    const empty = this.#heard === 0 || progress === 'blank';
    if (empty && !this.#isMarked()) return patience;
    return Math.min(empty || progress === 'partial' ? doubt * this.#silence : this.#silence, patience);
  }

  #ignoreMarks(): void {
    this.#marks = 'ignored';
    this.#answered = this.#asked;
    this.#silence = Math.max(this.#silence, silenceAlone + 2 * this.#distance);
  }

  #hear(piece: Buffer): void {
    const { data, reply, marks } = this.#telnet.hear(piece);
    if (reply.length > 0) this.#socket.write(reply);
    if (marks > 0) {
      if (this.#marks === 'unknown') this.#silence = silenceWithMarks;
      this.#marks = 'answered';
      this.#answered += marks;
    }
    if (data.length > 0) {
      this.#heard += data.length;
      this.#lastHeard = performance.now();
      this.#data(data);
    }
    this.#wake();
  }

  #end(): void {
    this.closed = true;
    this.#wake();
  }

  #next(ms: number): Promise<void> {
    return new Promise((resolve) => {
      // After the next look at the socket: what came while this process was busy is no silence.
      const timer = setTimeout(() => setImmediate(resolve), ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function connected(socket: Socket, url: string, patience: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (code: 'TIMEOUT' | 'UNREACHABLE', why: string, cause?: Error) => {
      socket.destroy();
      if (cause instanceof ArgiopeError) return reject(cause);
      reject(
        new ArgiopeError(code, `${url} ${why}`, {
          url,
          cause,
          advice: 'Check the address and the network.',
        }),
      );
    };
    const timer = setTimeout(() => fail('TIMEOUT', 'did not accept a connection in time'), patience);
    socket.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      fail('UNREACHABLE', `cannot be reached (${error.code ?? error.message})`, error);
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
