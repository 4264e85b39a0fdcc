import { JobThread } from '../threads/jobs.ts';
import { pdfModule, pdfProgram } from './pdf-program.ts';
import type { PdfText } from './pdf-thread.ts';

/**
 * What one file may take: 1.6 kB can unpack to any size (half a gigabyte took 1.2 GB of memory and 4 s), while reading
 * the usual ones took less than 200 MB.
 */
const pdfLimits = { bytes: 400 << 20, ms: 60_000 };
/** Milliseconds between two looks at what it takes: 135 MB a second were unpacked. */
const lookEvery = 50;

/** Reads PDF files in a thread, which is ended when a file takes too much, or when nobody needs it any more. */
export class PdfReader {
  #thread: JobThread<Uint8Array, PdfText> | null = null;
  readonly #limits: typeof pdfLimits;

  constructor(limits = pdfLimits) {
    this.#limits = limits;
  }

  async read(file: Uint8Array): Promise<PdfText> {
    this.#thread ??= new JobThread(pdfProgram(), { name: 'pdf', data: pdfModule() });
    const thread = this.#thread;
    const limits = this.#limits;
    const [began, before] = [performance.now(), process.memoryUsage.rss()];
    let why = '';
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - before > limits.bytes) why = `${limits.bytes >> 20} MiB of memory`;
      else if (performance.now() - began > limits.ms) why = `${limits.ms / 1000} s`;
      else return;
      this.#thread = null;
      thread.end().catch(() => {});
    }, lookEvery);
    try {
      const bytes = new Uint8Array(file);
      return await thread.ask(bytes, [bytes.buffer]);
    } catch (error) {
      throw why === ''
        ? error
        : new Error(`it takes more than the ${why} that one file may`, { cause: error });
    } finally {
      clearInterval(watch);
    }
  }

  async close(): Promise<void> {
    await this.#thread?.end();
    this.#thread = null;
  }
}
