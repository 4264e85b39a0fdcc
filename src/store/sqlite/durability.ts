import { close, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { storeError } from './errors.ts';

const flush = promisify(fdatasync);

/**
 * Makes commits durable without holding up the process.
 *
 * SQLite appends a commit to its log and, with `synchronous = FULL`, waits for the disk: about a
 * millisecond in which no tab is served. Here it appends only (NORMAL), and the log is flushed in the
 * background; whoever committed is answered when a flush that began after its commit has ended. Commits
 * that come in meanwhile share the next flush.
 */
export class Durability {
  readonly #file: string;
  #log: number | null = null;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  /** The database file; its log lies beside it. */
  constructor(file: string) {
    this.#file = file;
  }

  /** Resolves when everything committed so far is on the disk. */
  flushed(): Promise<void> {
    if (this.#file === ':memory:') return Promise.resolve();
    this.#next ??= this.#start();
    return this.#next;
  }

  async close(): Promise<void> {
    await (this.#next ?? this.#running)?.catch(() => {});
    if (this.#log !== null) await promisify(close)(this.#log);
    this.#log = null;
  }

  /** Whoever asks before it begins shares it: commits that were made at one go are told so one by one. */
  async #start(): Promise<void> {
    await this.#running?.catch(() => {});
    this.#next = null;
    this.#running = this.#flush().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #flush(): Promise<void> {
    try {
      this.#log ??= openSync(`${this.#file}-wal`, 'r+');
      await flush(this.#log);
    } catch (error) {
      throw storeError(error, this.#file);
    }
  }
}
