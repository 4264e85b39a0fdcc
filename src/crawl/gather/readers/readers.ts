import { expectLarge } from '../../../memory/relief.ts';
import { unpackError } from '../../../threads/errors.ts';
import { JobThread, type ThreadAnswer } from '../../../threads/jobs.ts';
import { type PageAsked, type PageReading, readAsked } from '../reading.ts';
import { type PackedReading, packAsked, packReading, pagesTogether, unpackReading } from './messages.ts';
import { readerProgram } from './program.ts';

type ReaderThread = JobThread<readonly PageAsked[], readonly ThreadAnswer<PackedReading>[]>;

interface Waiting {
  readonly asked: PageAsked;
  readonly reading: PromiseWithResolvers<PageReading>;
}

/** Pages of one message: more would lie about in the thread until the last of them is read. */
const most = 16;

/** Reads pages here and, once threads were begun, in these; a reading is the same everywhere. */
export class PageReaders {
  #begun: readonly ReaderThread[] = [];
  /** Those that have loaded their program: until then pages are read here. */
  #ready: ReaderThread[] = [];
  /** Pages go together, since a message costs as much as a small page. */
  readonly #waiting: Waiting[] = [];
  #isPlanned = false;

  /** Whether pages are read in other threads now. */
  get areElsewhere(): boolean {
    return this.#ready.length > 0;
  }

  /** What a page says. */
  read(asked: PageAsked): PageReading | Promise<PageReading> {
    if (this.#ready.length === 0) return readHere(asked);
    const reading = Promise.withResolvers<PageReading>();
    this.#waiting.push({ asked, reading });
    if (!this.#isPlanned) setImmediate(() => this.#handOver());
    this.#isPlanned = true;
    return reading.promise;
  }

  /** Begins so many threads; resolves when they are ready. */
  async begin(threads: number): Promise<void> {
    const program = readerProgram();
    this.#begun = Array.from({ length: threads }, () => new JobThread(program, { name: 'reader' }));
    await Promise.all(
      this.#begun.map(async (thread) => {
        await thread.ask([]);
        this.#ready.push(thread);
      }),
    );
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    this.#ready = [];
    this.#readHere(this.#waiting.splice(0));
    await Promise.all(this.#begun.map((thread) => thread.end()));
  }

  /**
   * Gives threads what waits, those first that have least in hand. One that has two messages in hand is busy: what
   * comes meanwhile goes together in the next one, so that messages are the larger the more there is to do.
   */
  #handOver(): void {
    this.#isPlanned = false;
    const threads = this.#ready
      .filter(({ inHand }) => inHand < 2)
      .sort((one, other) => one.inHand - other.inHand);
    const share = Math.min(most, Math.ceil(this.#waiting.length / threads.length));
    for (const thread of threads) {
      const pages = this.#waiting.splice(0, pagesTogether(this.#waiting.slice(0, share)));
      if (pages.length > 0) this.#give(thread, pages);
    }
  }

  #readHere(pages: readonly Waiting[]): void {
    for (const { asked, reading } of pages)
      try {
        reading.resolve(readHere(asked));
      } catch (error) {
        reading.reject(error);
      }
  }

  async #give(thread: ReaderThread, pages: readonly Waiting[]): Promise<void> {
    try {
      const answers = await thread.ask(pages.map(({ asked }) => packAsked(asked)));
      for (const [at, { asked, reading }] of pages.entries()) {
        const answer = answers[at] as ThreadAnswer<PackedReading>;
        if ('error' in answer) reading.reject(unpackError(answer.error));
        else reading.resolve(unpackReading(answer.reply, asked));
      }
    } catch {
      // The thread itself is gone: the others go on, and this one.
      this.#ready = this.#ready.filter((each) => each !== thread);
      this.#readHere(pages);
    }
    if (this.#ready.length === 0) this.#readHere(this.#waiting.splice(0));
    else if (this.#waiting.length > 0) this.#handOver();
  }
}

/**
 * A page read in this thread. Its links are packed and unpacked all the same: their words were cut out of the page's
 * text and would keep all of it in memory, and those on addresses are remembered. 900 pages of 216 kB took 300 MiB so.
 */
function readHere(asked: PageAsked): PageReading {
  expectLarge(asked.raw.body.length);
  return unpackReading(packReading(readAsked(asked)), asked);
}
