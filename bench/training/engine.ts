import { join } from 'node:path';
import { type CrawlSettings, defaultSettings, defaultTraining } from '../../src/config/index.ts';
import type { CrawlEvent, DocumentTree } from '../../src/model/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { runTraining } from '../../src/run/train.ts';
import { withStore } from '../ajax/outputs.ts';
import { readStored } from '../apps/measure/crawl-app.ts';

/** A page to learn from. */
export interface Sample {
  readonly type: string;
  readonly url: string;
}

/** What a model is trained from. */
export interface TrainRequest {
  readonly samples: readonly Sample[];
  readonly want: readonly string[];
  readonly events: readonly string[];
  /** Every element of these is fired. */
  readonly tags: readonly string[];
  /** Folder for the store of the training and the model. */
  readonly out: string;
}

/** A model that was written, and what it cost. */
export interface Trained {
  /** Its file. */
  readonly model: string;
  /** Events fired and replayed. */
  readonly events: number;
}

/** How a site is crawled: with a model, or with samples from which it is learned while crawling. */
export interface CrawlRequest {
  readonly seeds: readonly string[];
  readonly out: string;
  readonly dedupe: CrawlSettings['dedupe'];
  readonly strategy: CrawlSettings['strategy'];
  /** File of a model. */
  readonly model?: string;
  readonly want?: readonly string[];
  readonly samples?: readonly Sample[];
}

/** A page in the order in which pages were kept. */
export interface CrawledPage {
  readonly number: number;
  readonly document: DocumentTree;
  /** Events fired and replayed, and addresses opened beyond the seeds, when it was kept. */
  readonly events: number;
}

/** What a crawl came to. */
export interface CrawlOutcome {
  readonly fired: number;
  readonly replayed: number;
  /** Addresses that were opened beyond the seeds. */
  readonly opened: number;
  readonly resets: number;
  readonly requests: number;
  readonly pages: readonly CrawledPage[];
  /** Warnings: also that a model does not fit any more. */
  readonly warnings: readonly string[];
}

/** Events as the tables count them: fired, replayed, and addresses opened beyond the seeds. */
export function eventsOf({ fired, replayed, opened }: CrawlOutcome): number {
  return fired + replayed + opened;
}

/** Trains a model on samples. */
export async function trainModel({ samples, want, events, tags, out }: TrainRequest): Promise<Trained> {
  const settings = { want, events, tags, workers: 1 };
  const file = join(out, 'model.json');
  const summary = await runTraining(defaultTraining({ samples: samples.map(spelled) }, file, settings));
  return { model: summary.model, events: summary.events.fired + summary.events.replayed };
}

/** Crawls and reads what was kept from the store. */
export async function crawlWith(request: CrawlRequest): Promise<CrawlOutcome> {
  const { seeds, out, dedupe, strategy } = request;
  const recorder = new Recorder(seeds.length);
  const settings = defaultSettings(seeds, {
    engine: 'browser',
    out,
    dedupe,
    strategy,
    workers: 1,
    events: ['click'],
    store: `sqlite:${join(out, 'argiope.db')}`,
    ...learning(request),
  });
  const summary = await runCrawl(settings, { listen: (event) => recorder.hear(event) });
  const { pages } = await readStored(out);
  return {
    fired: summary.events.fired,
    replayed: summary.events.replayed,
    resets: summary.resets,
    requests: summary.requests,
    opened: (await addressesOpened(out)) - seeds.length,
    pages: recorder.inOrder(pages),
    warnings: recorder.warnings,
  };
}

/** The settings that a model, samples and wanted types become. */
function learning({ model, want, samples }: CrawlRequest): Partial<CrawlSettings> {
  return {
    model: model ?? null,
    want: want ?? [],
    samples: (samples ?? []).map(spelled),
    modelDrift: 'warn',
  };
}

/** A sample as `--sample` has it. */
function spelled({ type, url }: Sample): string {
  return `${type}=${url}`;
}

/** Pages with an address of their own that were tried, whatever came of it; those of suspended kinds were not. */
function addressesOpened(out: string): Promise<number> {
  return withStore(out, async (site) => {
    const { nextNumber } = await site.info();
    const pages = await site.pages({ limit: nextNumber });
    return pages.filter(
      ({ entry, status }) => entry.kind === 'url' && status !== 'queued' && status !== 'unchanged',
    ).length;
  });
}

/** Notes what had been spent when each page was kept. */
class Recorder {
  readonly warnings: string[] = [];
  readonly #seeds: number;
  readonly #events = new Map<number, number>();
  #waiting: number[] = [];

  constructor(seeds: number) {
    this.#seeds = seeds;
  }

  hear(event: CrawlEvent): void {
    if (event.kind === 'page') this.#waiting.push(event.number);
    if (event.kind === 'note' && event.level === 'warning') this.warnings.push(event.text);
    if (event.kind !== 'progress') return;
    const { fired, replayed, urlPages } = event.figures;
    for (const number of this.#waiting) {
      this.#events.set(number, fired + replayed + Math.max(0, urlPages - this.#seeds));
    }
    this.#waiting = [];
  }

  inOrder(pages: readonly { readonly number: number; readonly document: DocumentTree }[]): CrawledPage[] {
    const last = Math.max(0, ...this.#events.values());
    return pages
      .map(({ number, document }) => ({ number, document, events: this.#events.get(number) ?? last }))
      .sort((one, other) => one.events - other.events);
  }
}
