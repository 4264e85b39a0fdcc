import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CrawlSettings, RecrawlSettings } from '../config/index.ts';
import type { Explored } from '../crawl/index.ts';
import { EntryPaths, pageLabel } from '../derive/index.ts';
import { makeGuide, modelNote } from '../learn/index.ts';
import type { CrawlEvent, Guide, RecrawlSummary, ReportedPage, SiteStore } from '../model/index.ts';
import { makeFolder } from '../store/index.ts';
import type { CrawlControls } from './controls.ts';
import { writeOutputs } from './derived.ts';
import { revisitSite } from './explore-site.ts';
import type { FollowingRecords } from './extraction/follow.ts';
import { keptSettings } from './extraction/settings.ts';
import { followedPages, runOrder } from './followed-pages.ts';
import { refuseForeign, refuseStrangers } from './foreign-options.ts';
import { keepFresh, type RoundClock, wallClock } from './rounds.ts';
import { withSite } from './site.ts';
import { storedSettings } from './stored-settings.ts';

/** Who watches a recrawl, what ends it, and what time it is. */
export interface RecrawlHooks extends CrawlControls {
  /** Told what each round came to, where it goes on in rounds. */
  readonly round?: (summary: RecrawlSummary) => void;
  readonly clock?: RoundClock;
}

/** Key of the note that says since when a run that was not finished is under way. */
const runNote = 'recrawl';

/**
 * Visits the pages of a stored crawl again: those first that have probably changed. What is new is crawled, what
 * changed is kept as a version, what is gone leaves mirror and sitemap; all outputs follow.
 */
export async function runRecrawl(
  settings: RecrawlSettings,
  hooks: RecrawlHooks = {},
): Promise<RecrawlSummary> {
  const out = resolve(settings.out);
  makeFolder(out);
  return withSite(settings, { readOnly: false }, (site) => recrawlSite(site, out, settings, hooks));
}

async function recrawlSite(
  site: SiteStore,
  out: string,
  settings: RecrawlSettings,
  hooks: RecrawlHooks,
): Promise<RecrawlSummary> {
  const info = await site.info();
  const crawl = storedSettings(info, { out, store: settings.store }, given(settings));
  refuseStrangers(settings, info.seeds);
  refuseForeign(crawl, true);
  const clock = hooks.clock ?? wallClock;
  const records = await followingRecords(site, crawl, hooks);
  const run = new RecrawlRun(site, crawl, hooks, clock, records);
  return settings.every === null
    ? wholeRun(run, site, settings, clock)
    : keepFresh({ site, run, clock, every: settings.every, budget: settings.budget, hooks });
}

/** The records of a crawl that any were made of; what makes them is loaded only then. */
async function followingRecords(
  site: SiteStore,
  crawl: CrawlSettings,
  hooks: RecrawlHooks,
): Promise<FollowingRecords | null> {
  const kept = await keptSettings(site);
  if (kept === null && (await site.rules()).length === 0) return null;
  const { FollowingRecords } = await import('./extraction/follow.ts');
  return FollowingRecords.of(site, crawl, hooks, kept);
}

function given({ crawl, maxTime }: RecrawlSettings): Partial<CrawlSettings> {
  return { ...crawl, maxTime };
}

/** All pages once; a run that was interrupted goes on with those that it had not seen. */
async function wholeRun(
  run: RecrawlRun,
  site: SiteStore,
  { since, budget }: RecrawlSettings,
  clock: RoundClock,
): Promise<RecrawlSummary> {
  const begun = await site.note(runNote);
  const isOpen = begun !== null && begun !== '';
  if (!isOpen) await site.putNote(runNote, new Date(clock.now()).toISOString());
  const from = [since, isOpen ? begun : null].filter((moment) => moment !== null);
  const order = runOrder(await followedPages(site), clock.now(), earliest(from));
  const summary = await run.visit(order, budget);
  // A run that its budget ended is complete: the next one begins with what is worth most by then.
  if (summary.stopped === 'done' || budget !== null) await site.putNote(runNote, '');
  // A run that was cut off may have seen changes that no records tell of.
  return run.write(summary, isOpen);
}

/** What was seen after any of some moments is left alone. */
function earliest(moments: readonly string[]): string | null {
  return moments.length === 0 ? null : moments.reduce((one, other) => (one < other ? one : other));
}

/** Visits pages of one site again, as often as asked. */
export class RecrawlRun {
  readonly #site: SiteStore;
  readonly #settings: CrawlSettings;
  readonly #hooks: CrawlControls;
  readonly #clock: RoundClock;
  readonly #records: FollowingRecords | null;

  constructor(
    site: SiteStore,
    settings: CrawlSettings,
    hooks: CrawlControls,
    clock: RoundClock,
    records: FollowingRecords | null,
  ) {
    this.#records = records;
    this.#site = site;
    this.#settings = settings;
    this.#hooks = hooks;
    this.#clock = clock;
  }

  /** Visits some pages, and crawls what is new on them. */
  async visit(pages: readonly number[], budget: number | null): Promise<RecrawlSummary> {
    const before = (await this.#site.info()).totals;
    const found: number[] = [];
    const listen = (event: CrawlEvent) => {
      if (event.kind === 'page') found.push(event.number);
      this.#hooks.listen?.(event);
    };
    const order = { pages, budget, now: () => this.#clock.now() };
    const start = performance.now();
    const explored = await this.#guided((guide) =>
      revisitSite(this.#site, this.#settings, { ...this.#hooks, listen }, guide, order),
    );
    const seconds = Math.round(performance.now() - start) / 1000;
    return this.#summary(explored, before, found, seconds);
  }

  /** Writes all outputs anew, and the records where something has changed or that is not known. */
  async write(summary: RecrawlSummary, isUnsure = false): Promise<RecrawlSummary> {
    await writeOutputs(this.#site, resolve(this.#settings.out), this.#settings, this.#hooks.listen);
    if (this.#records === null || (!isUnsure && summary.new + summary.changed + summary.gone === 0))
      return summary;
    const { records, rejected } = await this.#records.write();
    return { ...summary, records, rejected };
  }

  /** A crawl by a model is revisited by the same model, which is kept with it. */
  async #guided<T>(visit: (guide: Guide | null) => Promise<T>): Promise<T> {
    const model = await this.#site.note(modelNote);
    const { settings } = await this.#site.info();
    if (model === null || settings.model === undefined)
      return visit(await makeGuide(this.#settings, this.#site));
    const file = join(resolve(this.#settings.out), `.model-${process.pid}.json`);
    writeFileSync(file, model);
    try {
      return await visit(await makeGuide({ ...this.#settings, model: file }, this.#site));
    } finally {
      rmSync(file, { force: true });
    }
  }

  async #summary(
    { revisited, totals, stopped }: Explored,
    before: Explored['totals'],
    found: readonly number[],
    seconds: number,
  ): Promise<RecrawlSummary> {
    const lists = {
      new: await this.#report([...(revisited?.back ?? []), ...found]),
      changed: await this.#report(revisited?.changed ?? []),
      gone: await this.#report(revisited?.gone ?? []),
    };
    const files = (totals.files ?? 0) - (before.files ?? 0);
    return {
      command: 'recrawl',
      pages: await this.#site.count('kept'),
      new: lists.new.length,
      changed: lists.changed.length,
      gone: lists.gone.length,
      unchanged: revisited?.unchanged ?? 0,
      notVisited: revisited?.left ?? 0,
      requests: totals.requests - before.requests,
      probes: revisited?.probes ?? 0,
      notModified: revisited?.notModified ?? 0,
      opened: totals.resets - before.resets + (await this.#opened(found)),
      events: totals.eventsFired + totals.eventsReplayed - before.eventsFired - before.eventsReplayed,
      errors: totals.errors - before.errors + (revisited?.errors ?? 0),
      seconds,
      finished: stopped === 'done',
      out: resolve(this.#settings.out),
      stopped,
      lists,
      ...(files > 0 && { files }),
    };
  }

  /** How many of the new pages were opened by an address. */
  async #opened(found: readonly number[]): Promise<number> {
    const pages = await Promise.all(found.map((number) => this.#site.page(number)));
    return pages.filter((page) => page?.entry.kind === 'url').length;
  }

  async #report(numbers: readonly number[]): Promise<readonly ReportedPage[]> {
    const paths = new EntryPaths(this.#site);
    const report: ReportedPage[] = [];
    for (const number of numbers) {
      const page = await this.#site.page(number);
      if (!page?.content) continue;
      const { address, title } = page.content;
      report.push({ number, address, title, label: pageLabel(title, await paths.of(page)) });
    }
    return report;
  }
}
