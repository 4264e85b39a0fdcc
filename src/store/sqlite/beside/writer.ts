import type { Change } from '../../../model/store.ts';
import { JobThread } from '../../../threads/jobs.ts';
import { storeError } from '../errors.ts';
import { packSteps, type WriteOrder, type WriterData } from './messages.ts';
import { writerProgram } from './program.ts';

/** Milliseconds after which a thread that should be writing is taken for dead. */
const patience = 120_000;

/** Writes steps in a thread of its own, with a connection of its own, in the order in which they are given. */
export class WriterThread {
  readonly #file: string;
  readonly #thread: JobThread<WriteOrder | 'open' | 'close', null>;
  readonly #done = new Int32Array(new SharedArrayBuffer(4));
  #given = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
    const data: WriterData = { file, done: this.#done };
    this.#thread = new JobThread(writerProgram(), { name: 'store', data });
  }

  /** Resolves when it can write. */
  ready(): Promise<void> {
    return this.#ask('open');
  }

  /** Resolves when the steps are committed, which is not durable yet. */
  write(site: number, changes: readonly Change[]): Promise<void> {
    return this.#ask({ site, steps: packSteps(changes) });
  }

  /** Resolves when everything given so far was dealt with. */
  async written(): Promise<void> {
    await this.#last;
  }

  /** Waits here until everything given so far was dealt with: for who is to see it in the next line. */
  wait(): void {
    if (this.#thread.isGone) return;
    for (let done = Atomics.load(this.#done, 0); done < this.#given; done = Atomics.load(this.#done, 0))
      if (Atomics.wait(this.#done, 0, done, patience) === 'timed-out')
        throw storeError(new Error('the thread that writes does not answer'), this.#file);
  }

  /** Ends the thread when everything given was dealt with. */
  async end(): Promise<void> {
    await this.#ask('close').catch(() => {});
    await this.#thread.end();
  }

  #ask(order: WriteOrder | 'open' | 'close'): Promise<void> {
    this.#given++;
    const asked = this.#thread.ask(order).then(
      () => {},
      (error: unknown) => {
        throw storeError(error, this.#file);
      },
    );
    this.#last = asked.catch(() => {});
    return asked;
  }
}
