/** What those who watch a crawl are told: its figures over time, its log, and what its tabs do. */
import type { CrawlEvent } from '../../model/index.ts';
import { aNumber, anObject, aText, orNull, type TypeOf } from '../schema.ts';
import type { LiveFigures } from './figures.ts';
import { type LogLine, type LogText, logText } from './log.ts';
import { type TabPicture, TabPictures } from './pictures.ts';

/** What one tab does. */
export const tabSchema = anObject({
  tab: aNumber('Number of the tab, from 1 on'),
  page: aNumber('Number of the page that it visits'),
  source: orNull(aNumber('Page on which an event leads there; null where an address is opened')),
  text: aText('The address, or what is fired'),
  since: aNumber('Moment, in milliseconds since 1970'),
  pictured: orNull(
    aNumber('Moment of its last picture, which /tabs/{tab}/picture gives; null: there is none'),
  ),
});

/** What one tab does. */
export type TabWork = TypeOf<typeof tabSchema>;

/** News for those who watch. */
export type LiveNews =
  | { readonly kind: 'figures'; readonly figures: LiveFigures }
  | { readonly kind: 'log'; readonly lines: readonly LogLine[] }
  | { readonly kind: 'tabs'; readonly tabs: readonly TabWork[] }
  | { readonly kind: 'state' };

/** Lines that are kept for those who come later, and as many of detail: 2,000 are 0.5 MB. */
const linesKept = 2000;
/** Moments that plots show: beyond that every second one is dropped, so that they span the whole crawl. */
const samplesKept = 600;
/**
 * Milliseconds for which news are held back so as to go out together: whoever shows them draws once a second then.
 * Drawing was four fifths of what watching cost when it was 250.
 */
const heldMs = 1000;

/** Gathers what a crawl tells and hands it to those who watch, some times a second at most. */
export class LiveFeed {
  readonly #watchers = new Set<(news: LiveNews) => void>();
  #lines: LogLine[] = [];
  /** Kept apart: there are so many that they would push out the rest. */
  #details: LogLine[] = [];
  #held: LogLine[] = [];
  #nth = 0;
  #samples: LiveFigures[] = [];
  #spacing = 1;
  #skipped = 0;
  readonly #tabs = new Map<number, Omit<TabWork, 'pictured'>>();
  readonly #pictures = new TabPictures();
  #lookers = 0;
  #timer: NodeJS.Timeout | null = null;

  /** How many watch. */
  get watchers(): number {
    return this.#watchers.size;
  }

  /** Lines that are still kept, oldest first. */
  get lines(): readonly LogLine[] {
    return [...this.#lines, ...this.#details].sort((one, other) => one.nth - other.nth);
  }

  /** Figures over time, oldest first, the last ones always among them. */
  get samples(): readonly LiveFigures[] {
    return this.#samples;
  }

  /** What tabs do now. */
  get tabs(): readonly TabWork[] {
    return [...this.#tabs.values()]
      .sort((one, other) => one.tab - other.tab)
      .map((work) => ({ ...work, pictured: this.picture(work.tab)?.at ?? null }));
  }

  /** The latest picture of a tab, `null` where it shows nothing, or nobody looks. */
  picture(tab: number): TabPicture | null {
    const picture = this.#pictures.of(tab);
    return picture && picture.jpeg.length > 0 ? picture : null;
  }

  /** Tells somebody all news from now on, until what is given back is called; with `looks`, tabs are pictured. */
  watch(told: (news: LiveNews) => void, looks = false): () => void {
    this.#watchers.add(told);
    if (looks) this.#lookers++;
    return () => {
      if (this.#watchers.delete(told) && looks) this.#lookers--;
    };
  }

  /** Takes a picture of a tab where somebody looks and it is time for one. */
  async look(): Promise<void> {
    if (this.#lookers > 0 && (await this.#pictures.next())) this.#hold();
  }

  /** Takes what a crawl tells. */
  hear(event: CrawlEvent, at = Date.now()): void {
    if (event.kind === 'window') this.#pictures.open(event.tab, event.look);
    if (event.kind === 'tab') {
      const { tab, page, source, text } = event;
      this.#tabs.set(tab, { tab, page, source, text, since: at });
      this.#hold();
      return;
    }
    const text = logText(event);
    if (text !== null) this.say(text, at);
  }

  /** Adds a line of our own. */
  say(text: LogText, at = Date.now()): void {
    const line = { nth: ++this.#nth, at, ...text };
    if (line.level === 'detail') this.#details = withLine(this.#details, line);
    else this.#lines = withLine(this.#lines, line);
    this.#held.push(line);
    this.#hold();
  }

  /** Adds figures, and tells them. */
  sample(figures: LiveFigures): void {
    const last = this.#samples.at(-1);
    if (last && figures.seconds < last.seconds) this.#samples = [];
    this.#skipped = (this.#skipped + 1) % this.#spacing;
    if (this.#skipped === 0 || this.#samples.length === 0) this.#samples.push(figures);
    else this.#samples.splice(-1, 1, figures);
    if (this.#samples.length > samplesKept) {
      this.#samples = this.#samples.filter((_, at) => at % 2 === 0);
      this.#spacing *= 2;
    }
    this.#tell({ kind: 'figures', figures });
    if (this.#timer) this.#flush();
  }

  /** Says that the crawl has begun, was paused, or is over; tabs of one that is over do nothing. */
  turn(isOver: boolean): void {
    if (isOver) {
      this.#tabs.clear();
      this.#pictures.clear();
    }
    this.#flush();
    this.#tell({ kind: 'state' });
  }

  #hold(): void {
    this.#timer ??= setTimeout(() => this.#flush(), heldMs).unref();
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const lines = this.#held.splice(0).slice(-linesKept);
    if (lines.length > 0) this.#tell({ kind: 'log', lines });
    this.#tell({ kind: 'tabs', tabs: this.tabs });
  }

  #tell(news: LiveNews): void {
    for (const told of this.#watchers) told(news);
  }
}

/** Adds a line; old ones are dropped many at a time. */
function withLine(lines: LogLine[], line: LogLine): LogLine[] {
  lines.push(line);
  return lines.length > linesKept * 1.5 ? lines.slice(-linesKept) : lines;
}

/** A gate that a crawl passes before it stores anything: closed, the crawl is held. */
export class PauseGate {
  #opened: PromiseWithResolvers<void> | null = null;

  /** Whether whoever comes has to wait. */
  get isClosed(): boolean {
    return this.#opened !== null;
  }

  /** Resolves when the gate is opened; `null` where it is open. */
  get passed(): Promise<void> | null {
    return this.#opened?.promise ?? null;
  }

  /** Has everyone wait from now on. */
  close(): void {
    this.#opened ??= Promise.withResolvers<void>();
  }

  /** Lets everyone pass. */
  open(): void {
    this.#opened?.resolve();
    this.#opened = null;
  }
}
