import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

/** Status and headers of an answer; names in lower case. */
export interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

type Controller = Dispatcher.DispatchController;

/** Takes a piece of a body; gives what to wait for before the next one may come. */
type Taker = (piece: Buffer) => Promise<void> | null | void;

/** Who ends exchanges that take too long. */
export interface Patience {
  add(exchange: Exchange): void;
  remove(exchange: Exchange): void;
}

/** Bytes that are taken in before anybody has asked for them; a small body is whole by then. */
const backlog = 64 * 1024;
/** A rest of a body that is waited for rather than cut off: a new connection costs more. */
const shortRest = 64 * 1024;

/**
 * One request and its answer, as the dispatcher tells of it. Most bodies are whole when their head has been
 * looked at, so they are gathered as they come, without a stream; a large one waits until it is asked for.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Moment (`performance.now`) by which all of it must be over. */
  deadline: number;
  readonly #head = Promise.withResolvers<Head>();
  readonly #patience: Patience;
  #controller: Controller | null = null;
  #chunks: Buffer[] = [];
  #size = 0;
  #announced: number | null = null;
  #ended = false;
  #error: unknown = null;
  #taker: Taker | null = null;
  #waiting: { resolve: () => void; reject: (error: unknown) => void } | null = null;
  #discards = false;
  #isHeldBack = false;

  /** `patience` is told when nothing more will come. */
  constructor(deadline: number, patience: Patience) {
    this.deadline = deadline;
    this.#patience = patience;
  }

  /** Resolves when the head is there. */
  get head(): Promise<Head> {
    return this.#head.promise;
  }

  /** Gives the whole to `take`, piece by piece; what `take` throws ends the exchange. */
  async pieces(take: Taker): Promise<void> {
    const early = this.#chunks;
    this.#chunks = [];
    try {
      for (const piece of early) take(piece);
    } catch (error) {
      this.abort(error);
      throw error;
    }
    if (this.#error !== null) throw this.#error;
    if (this.#ended) return;
    this.#taker = take;
    const over = Promise.withResolvers<void>();
    this.#waiting = over;
    this.#controller?.resume();
    await over.promise;
  }

  /** The body as a stream, which is read no faster than its reader can. */
  stream(): Readable {
    const stream = new Readable({
      read: () => this.#controller?.resume(),
      destroy: (error, done) => {
        this.abandon();
        done(error);
      },
    });
    this.pieces((piece) => {
      if (!stream.push(piece)) this.#controller?.pause();
    }).then(
      () => stream.push(null),
      (error) => stream.destroy(error),
    );
    return stream;
  }

  /** Nobody wants the rest: a short one may still come, so that the connection can be used again. */
  abandon(): void {
    if (this.#ended) return;
    this.#taker = null;
    this.#chunks = [];
    this.#discards = true;
    const rest = this.#announced === null ? Number.POSITIVE_INFINITY : this.#announced - this.#size;
    if (rest > shortRest) this.abort(new Error('the rest is not wanted'));
    else this.#controller?.resume();
  }

  /** Ends it with a reason. */
  abort(reason: unknown): void {
    if (this.#ended) return;
    this.#fail(reason);
    this.#controller?.abort(reason as Error);
  }

  /** Whether a connection was there for it, and it was sent. */
  get hasLeft(): boolean {
    return this.#controller !== null;
  }

  onRequestStart(controller: Controller): void {
    if (this.#ended) controller.abort(this.#error as Error);
    else this.#controller = controller;
  }

  onResponseStart(_: Controller, status: number, headers: Head['headers']): void {
    if (status < 200 || this.#ended) return;
    const length = headers['content-length'];
    this.#announced = typeof length === 'string' && /^\d{1,15}$/.test(length) ? Number(length) : null;
    this.#head.resolve({ status, headers });
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#ended) return;
    this.#size += chunk.length;
    if (this.#taker !== null) {
      this.#give(this.#taker, chunk);
    } else if (!this.#discards) {
      this.#chunks.push(chunk);
      if (this.#size > backlog) controller.pause();
    }
  }

  onResponseEnd(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#patience.remove(this);
    this.#waiting?.resolve();
  }

  onResponseError(_: Controller, error: unknown): void {
    this.#fail(error);
  }

  #give(take: Taker, chunk: Buffer): void {
    try {
      const room = take(chunk);
      if (room) void this.#holdBack(room);
    } catch (error) {
      this.abort(error);
    }
  }

  /** Lets no more come until there is room for it: that time is ours, and not taken from the server's. */
  async #holdBack(room: Promise<void>): Promise<void> {
    if (this.#isHeldBack) return;
    this.#isHeldBack = true;
    const since = performance.now();
    this.#patience.remove(this);
    this.#controller?.pause();
    try {
      await room;
      this.#isHeldBack = false;
      if (this.#ended) return;
      this.deadline += performance.now() - since;
      this.#patience.add(this);
      this.#controller?.resume();
    } catch (error) {
      this.abort(error);
    }
  }

  #fail(error: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#patience.remove(this);
    this.#head.promise.catch(() => {});
    this.#head.reject(error);
    this.#waiting?.reject(error);
  }
}
