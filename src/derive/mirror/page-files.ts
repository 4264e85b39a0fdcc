import { Worker } from 'node:worker_threads';
import { diskError, writeAtOnce } from '../disk.ts';

type TextFile = readonly [path: string, text: string];

/** What became of some files: their bytes, or what went wrong with one of them. */
type Written = { readonly bytes: number } | { readonly path: string; readonly error: NodeJS.ErrnoException };

/** Characters and files that are handed over at once. */
const batch = { characters: 1 << 18, files: 64 };
/** Batches that may be under way before whoever makes them has to wait. */
const underWay = 2;
/** Pages from which a thread pays for its start. */
const worthwhile = 300;

/**
 * Writes the files of a mirror. Where they are many, a thread of its own does that: making a file is a call
 * that may wait for the disk, and the next pages are rendered meanwhile.
 */
export class PageFiles {
  readonly #thread: Thread | null;
  #waiting: TextFile[] = [];
  #characters = 0;
  #bytes = 0;

  constructor(expected: number) {
    this.#thread = expected < worthwhile ? null : new Thread();
  }

  /** Bytes of the files that are written. */
  get bytes(): number {
    return this.#bytes + (this.#thread?.bytes ?? 0);
  }

  /** Takes a file; it is written when `finish` resolves, at the latest. */
  add(path: string, text: string): void {
    if (this.#thread === null) {
      this.#bytes += writeAtOnce(path, text);
      return;
    }
    this.#waiting.push([path, text]);
    this.#characters += text.length;
  }

  /** Waits while too much is under way; what could not be written is told here. */
  async room(): Promise<void> {
    if (this.#characters < batch.characters && this.#waiting.length < batch.files) return;
    this.#handOver();
    await this.#thread?.down(underWay);
  }

  /** Resolves when all files are written. */
  async finish(): Promise<void> {
    this.#handOver();
    await this.#thread?.down(0);
    await this.end();
  }

  /** Gives up what is not written yet. */
  async end(): Promise<void> {
    await this.#thread?.end();
  }

  #handOver(): void {
    if (this.#waiting.length > 0) this.#thread?.write(this.#waiting);
    this.#waiting = [];
    this.#characters = 0;
  }
}

/** The thread, and how many batches it has in hand. */
class Thread {
  readonly #worker: Worker;
  #inHand = 0;
  #failure: unknown = null;
  #wake: () => void = () => {};
  bytes = 0;

  constructor() {
    // Given as text, since the built package has other file names than the source.
    const program = `(${writeFiles})(require('node:worker_threads'), require('node:fs'))`;
    this.#worker = new Worker(program, { eval: true, name: 'mirror', execArgv: [] });
    this.#worker.on('message', (told: Written) => this.#hear(told));
    this.#worker.on('error', (error) => {
      this.#failure ??= error;
      this.#wake();
    });
  }

  write(files: readonly TextFile[]): void {
    this.#inHand++;
    this.#worker.postMessage(files);
  }

  /** Waits until no more than so many batches are in hand. */
  async down(batches: number): Promise<void> {
    while (this.#inHand > batches && this.#failure === null)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.#failure !== null) throw this.#failure;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #hear(told: Written): void {
    this.#inHand--;
    if ('bytes' in told) this.bytes += told.bytes;
    else this.#failure ??= diskError(told.error, told.path);
    this.#wake();
  }
}

/** The program of the thread: it uses nothing but what it is given. */
function writeFiles(
  { parentPort }: typeof import('node:worker_threads'),
  fs: typeof import('node:fs'),
): void {
  parentPort?.on('message', (files: readonly TextFile[]) => {
    let bytes = 0;
    let at = '';
    try {
      for (const [path, text] of files) {
        at = path;
        const data = Buffer.from(text);
        fs.writeFileSync(path, data);
        bytes += data.length;
      }
      parentPort.postMessage({ bytes });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      parentPort.postMessage({ path: at, error: { code, message } });
    }
  });
}
