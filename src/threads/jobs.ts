import { setFlagsFromString } from 'node:v8';
import { type Transferable, Worker } from 'node:worker_threads';
import { type PackedError, unpackError } from './errors.ts';

/** What a thread says to an order. */
export type ThreadAnswer<Reply> = { readonly reply: Reply } | { readonly error: PackedError };

/**
 * Megabytes for young objects of a thread. The command line holds V8 to what a heap begins with (bin/argiope.js), and a
 * thread begins with one: reading pages, it spent 28 % of its time on moving what was in use; with eight, 4 %.
 */
const nursery = 8;

/** A thread that does what it is told in that order. Only work under way keeps the process alive. */
export class JobThread<Order, Reply> {
  readonly #worker: Worker;
  readonly #name: string;
  /** Those who wait, in the order of their orders. */
  #waiting: PromiseWithResolvers<Reply>[] = [];
  #failure: { readonly error: unknown } | null = null;

  /** `program`: a file, or its text in a built package; `data` is what it is started with. */
  constructor(program: URL | string, { name, data }: { readonly name: string; readonly data?: unknown }) {
    this.#name = name;
    setFlagsFromString(`--min-semi-space-size=${nursery}`);
    this.#worker = new Worker(program, {
      name,
      eval: typeof program === 'string',
      workerData: data,
      // Three times a half of the space for young objects: no large page makes it grow beyond that.
      resourceLimits: { maxYoungGenerationSizeMb: 3 * nursery },
      // Node calls its SQLite experimental in each thread; users can do nothing about it.
      // Flags of the process are not passed on: most of them a thread may not have.
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    this.#worker.on('message', (answer: ThreadAnswer<Reply>) => this.#hear(answer));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error(`the thread "${this.#name}" has ended`)));
    this.#worker.unref();
  }

  /** Whether it does nothing any more. */
  get isGone(): boolean {
    return this.#failure !== null;
  }

  /** Orders that are not answered yet. */
  get inHand(): number {
    return this.#waiting.length;
  }

  /** Gives an order; rejects with what went wrong in the thread, or where the thread is gone. */
  ask(order: Order, transfer: readonly Transferable[] = []): Promise<Reply> {
    if (this.#failure) return Promise.reject(this.#failure.error);
    const waiting = Promise.withResolvers<Reply>();
    if (this.#waiting.push(waiting) === 1) this.#worker.ref();
    this.#worker.postMessage(order, transfer);
    return waiting.promise;
  }

  /** Ends the thread; orders that are not answered yet fail. */
  async end(): Promise<void> {
    this.#fail(new Error(`the thread "${this.#name}" was ended`));
    await this.#worker.terminate();
  }

  #hear(answer: ThreadAnswer<Reply>): void {
    const waiting = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#worker.unref();
    if ('error' in answer) waiting?.reject(unpackError(answer.error));
    else waiting?.resolve(answer.reply);
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure.error);
    this.#worker.unref();
  }
}
