import type { CrawlEvent, CrawlListener, Figures } from '../model/progress.ts';
import { reasonText } from '../model/reason-text.ts';
import { type Bounds, Estimate, type Pace } from '../run/estimate.ts';
import { count, counted, duration, rate, shortDuration, wholeDuration } from './figures.ts';
import type { Io } from './io.ts';
import { clean, cut, displayWidth, usualColumns, wrap } from './terminal.ts';

/** How much is said while a crawl runs. */
export interface ProgressOptions extends Bounds {
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** One of several workers: it cannot say what waits for all of them, nor for how long. */
  readonly isOneOfMany?: boolean;
}

/** Figures as they are told; what waits is `null` where nobody here knows it. */
type Told = Omit<Figures, 'frontier'> & { readonly frontier: number | null };

const liveEveryMs = 100;
const plainEveryMs = 5000;
/** Lines at tenths of --max-pages are not closer than this: a log must not be flooded by a fast crawl. */
const tenthsEveryMs = 1000;
/** Failures told one by one before only their number is. */
const failuresTold = 5;

/** Tells on standard error how a crawl goes: one live line on a terminal, plain lines elsewhere. */
export class Progress {
  readonly #io: Io;
  readonly #options: ProgressOptions;
  readonly #estimate: Estimate;
  readonly #live: boolean;
  #shown = '';
  #drawnAt = Number.NEGATIVE_INFINITY;
  #tenths = 0;
  #failures = 0;
  /** Failures that came before any page: one alone is told by the error that ends the crawl. */
  #held: string[] = [];
  #notes: string[] = [];
  #figures: Figures | null = null;
  #isWriting = false;

  constructor(io: Io, options: ProgressOptions) {
    this.#io = io;
    this.#options = options;
    this.#estimate = new Estimate(options);
    this.#live = io.stderr.isTTY === true && io.env.TERM !== 'dumb';
    if (!this.#live) this.#drawnAt = io.now();
  }

  /** The newest figures, `null` before the first came. */
  get figures(): Figures | null {
    return this.#figures;
  }

  /** To be given to the crawler. */
  readonly listen: CrawlListener = (event) => {
    if (event.kind === 'progress') this.#progress(event.figures);
    else if (event.kind === 'writing') this.#writing(event);
    else if (event.kind !== 'tab' && event.kind !== 'window') this.#tell(event);
  };

  /** Prints a line above the live one. */
  say(text: string): void {
    if (this.#options.quiet) return;
    this.#erase();
    this.#io.stderr.write(`${this.#live ? wrap(text, this.#columns() - 3).join('\n  ') : text}\n`);
    this.#redraw();
  }

  /** Takes the live line away; notes that still wait are told where the crawl came to something. */
  end(well = false): void {
    this.#erase();
    this.#shown = '';
    if (well) this.#tellNotes();
    this.#notes = [];
    if (this.#held.length > 1) this.#release();
    this.#held = [];
  }

  #tell(event: Exclude<CrawlEvent, { kind: 'progress' | 'writing' | 'tab' | 'window' }>): void {
    if (event.kind === 'page') this.#release();
    if (event.kind === 'note') this.#note(event);
    else if (event.kind === 'failed') this.#failed(event);
    else if (this.#options.verbose) this.say(lineOf(event));
  }

  /** Notes wait until there is more than one page: a crawl that comes to nothing says why, and nothing else. */
  #note({ level, text }: Extract<CrawlEvent, { kind: 'note' }>): void {
    if (level === 'detail' && !this.#options.verbose) return;
    const line = `${level === 'warning' ? 'warning' : 'note'}: ${clean(text)}`;
    if ((this.#figures?.pages ?? 0) < 2 && !this.#options.verbose) this.#notes.push(line);
    else this.say(line);
  }

  #failed(event: Extract<CrawlEvent, { kind: 'failed' }>): void {
    // What a hook has dropped is no failure; it is counted at the end.
    if (event.code === 'DROPPED' && !this.#options.verbose) return;
    this.#failures += 1;
    const first = (this.#figures?.pages ?? 0) === 0 && !this.#options.verbose;
    if (first && this.#failures <= failuresTold) this.#held.push(failureLine(event));
    else if (this.#options.verbose || this.#failures <= failuresTold) this.say(failureLine(event));
    else if (this.#failures === failuresTold + 1)
      this.say('further failures are counted; --verbose lists them');
  }

  #tellNotes(): void {
    for (const line of this.#notes.splice(0)) this.say(line);
  }

  #release(): void {
    const lines = this.#held;
    this.#held = [];
    for (const line of lines) this.say(line);
  }

  #progress(figures: Figures): void {
    this.#figures = figures;
    this.#isWriting = false;
    if (figures.pages > 1) this.#tellNotes();
    const pace = this.#estimate.update(figures);
    if (this.#options.quiet) return;
    const now = this.#io.now();
    const told: Told = this.#options.isOneOfMany ? { ...figures, frontier: null } : figures;
    if (this.#live) {
      if (now - this.#drawnAt < liveEveryMs) return;
      this.#shown = liveLine(told, pace, this.#columns());
      this.#redraw();
    } else {
      // A crawl that comes to nothing says why, and nothing else.
      if (figures.pages === 0 && figures.frontier === 0) return;
      const since = now - this.#drawnAt;
      if (since < plainEveryMs && (since < tenthsEveryMs || !this.#tenthDone(figures))) return;
      this.#io.stderr.write(`${plainLine(told, pace)}\n`);
    }
    this.#drawnAt = now;
  }

  /** What is written after the last page: in place of the live line, and in a log where it takes its time. */
  #writing({ what, done, of }: Extract<CrawlEvent, { kind: 'writing' }>): void {
    if (this.#options.quiet) return;
    const now = this.#io.now();
    if (!this.#isWriting && !this.#live) this.#drawnAt = now;
    this.#isWriting = true;
    if (now - this.#drawnAt < (this.#live ? (done === 0 ? 0 : liveEveryMs) : plainEveryMs)) return;
    const line = `writing the ${what}${of === 0 ? '' : `: ${count(done)} of ${counted(of, 'page')}`}`;
    if (this.#live) {
      this.#shown = cut(`${line} …`, this.#columns() - 1);
      this.#redraw();
    } else this.#io.stderr.write(`${line}\n`);
    this.#drawnAt = now;
  }

  /** With `--max-pages`, every tenth of it is worth a line. */
  #tenthDone(figures: Figures): boolean {
    const { maxPages } = this.#options;
    if (maxPages === null || maxPages < 10) return false;
    const tenths = Math.floor((10 * figures.pages) / maxPages);
    const more = tenths > this.#tenths;
    this.#tenths = Math.max(tenths, this.#tenths);
    return more;
  }

  #columns(): number {
    return this.#io.stderr.columns ?? usualColumns;
  }

  #redraw(): void {
    if (this.#live && this.#shown !== '') this.#io.stderr.write(`\r${this.#shown}\x1b[K`);
  }

  #erase(): void {
    if (this.#live && this.#shown !== '') this.#io.stderr.write('\r\x1b[K');
  }
}

/** One line for whoever wants to know everything. */
function lineOf(
  event: Exclude<CrawlEvent, { kind: 'progress' | 'writing' | 'note' | 'failed' | 'tab' | 'window' }>,
): string {
  if (event.kind === 'action') return actionLine(event);
  return event.kind === 'file' ? fileLine(event) : pageLine(event);
}

/** The live line; parts that do not fit are left out, the least telling first. */
export function liveLine(figures: Told, pace: Pace, columns: number): string {
  const secondsLeft = figures.frontier === null ? null : pace.secondsLeft;
  const parts = [
    { rank: 0, text: counted(figures.pages, 'page') },
    { rank: 1, text: waitingText(figures) },
    { rank: 5, text: counted(figures.fired + figures.replayed, 'event') },
    { rank: 6, text: counted(figures.duplicates, 'duplicate') },
    { rank: figures.errors > 0 ? 2 : 7, text: counted(figures.errors, 'error') },
    { rank: 7, text: figures.files === 0 ? '' : counted(figures.files, 'file') },
    { rank: 4, text: pace.pagesPerSecond === null ? '' : `${rate(pace.pagesPerSecond)}/s` },
    { rank: 3, text: secondsLeft === null ? '' : `~${shortDuration(secondsLeft)}` },
  ].filter((part) => part.text !== '');
  // The last column stays free: writing into it makes some terminals begin a new line.
  for (let most = 7; most > 0; most--) {
    const fitting = parts.filter(({ rank }) => rank <= most);
    const line = fitting.map(({ text }) => text).join(' · ');
    if (displayWidth(line) < columns) return line;
  }
  return cut(parts[0]?.text ?? '', columns - 1);
}

/** A line for logs, where nothing can be overwritten. */
export function plainLine(figures: Told, pace: Pace): string {
  const parts = [
    counted(figures.pages, 'page'),
    ...(figures.frontier === null ? [] : [waitingText(figures)]),
    counted(figures.fired + figures.replayed, 'event'),
    counted(figures.duplicates, 'duplicate'),
    ...(figures.files === 0 ? [] : [counted(figures.files, 'other file')]),
    counted(figures.errors, 'error'),
  ];
  if (pace.pagesPerSecond !== null) parts.push(`${rate(pace.pagesPerSecond)} pages/s`);
  if (pace.secondsLeft !== null && (figures.frontier ?? 0) > 0)
    parts.push(`about ${wholeDuration(pace.secondsLeft)} left`);
  return `${duration(figures.seconds)}: ${parts.join(', ')}`;
}

function waitingText({ frontier }: Told): string {
  return frontier === null ? '' : `${count(frontier)} waiting`;
}

type Event<K extends CrawlEvent['kind']> = Extract<CrawlEvent, { kind: K }>;

/** One line for an action: where it is, what it would do, and what became of it. */
function actionLine(event: Event<'action'>): string {
  const label = clean(event.label) === '' ? '' : ` "${cut(clean(event.label), 40)}"`;
  const reason = clean(reasonText(event.reason));
  return `page ${event.source}: ${clean(event.event)}${label} ${cut(clean(event.instruction), 120)}: ${reason}`;
}

/** One line for a page that was kept or merged, has changed or is gone. */
function pageLine(event: Event<'page' | 'merged' | 'changed' | 'gone'>): string {
  if (event.kind === 'merged') return `page ${event.number}: same content as page ${event.into}, merged`;
  if (event.kind === 'gone') return `page ${event.number}: gone ${clean(event.address)}`.trimEnd();
  const title = clean(event.title) === '' ? '' : ` "${cut(clean(event.title), 60)}"`;
  const what = event.kind === 'changed' ? 'changed' : 'kept';
  return `page ${event.number}: ${what}${title} ${clean(event.address)}`.trimEnd();
}

/** One line for a file that stands where a page might have been. */
function fileLine({ number, contentType, url }: Event<'file'>): string {
  return `page ${number}: a file, not a page (${clean(contentType)}) ${clean(url)}`;
}

/** One line for a page that could not be had. */
function failureLine(event: Event<'failed'>): string {
  const address = event.url === '' || event.message.includes(event.url) ? '' : ` (${clean(event.url)})`;
  return `page ${event.number} failed: ${clean(event.message)}${address} (${event.code})`;
}
