import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtractSettings } from '../../config/settings.ts';
import { keptPages, writeText } from '../../derive/index.ts';
import { RecordLedger, recordsIn, type WrittenRecords, writeRecords } from '../../derive/records/index.ts';
import {
  ExtractSession,
  extractReport,
  fieldNamer,
  type Learner,
  ownLearner,
  type PreparedPage,
  type TemplateRules,
  type TemplateStep,
  ThreadedLearner,
} from '../../extract/index.ts';
import type { HookChain } from '../../hooks/index.ts';
import type { CrawlListener, SiteStore } from '../../model/index.ts';
import { Checkpoints, type ExtractedRecord, type RejectedRecord } from '../../records/index.ts';
import { hookedRecord } from './hooked.ts';
import type { ExtractInputs } from './inputs.ts';
import { samplePages } from './order.ts';
import { type PageOrder, pagesFolder } from './pages.ts';
import { retireRules, rulesOfSite, saveRules } from './rules.ts';
import { keepSettings } from './settings.ts';
import { type ExtractSummary, summaryOf } from './summary.ts';

/** What an extraction works for, and who is told of it. */
export interface ExtractionParts {
  readonly site: SiteStore;
  readonly settings: ExtractSettings;
  readonly inputs: ExtractInputs;
  readonly hooks: HookChain;
  readonly listen: CrawlListener;
  /** Whether something else goes on meanwhile that must not stand still: pages are compared in a thread. */
  readonly beside?: boolean;
}

/**
 * Records of one site in the making: pages are added as they come, records wait on disk, and everything is written at
 * the end, when all pages are known that items of lists may link to.
 */
export class Extraction {
  readonly #parts: ExtractionParts;
  readonly #domain: string;
  readonly #learner: Learner;
  readonly #ledger: RecordLedger;
  readonly #session: ExtractSession;
  readonly #begun = performance.now();
  #pages = 0;
  #told = 0;

  private constructor(parts: ExtractionParts, domain: string, rules: readonly TemplateRules[]) {
    const { inputs, settings, beside } = parts;
    this.#parts = parts;
    this.#domain = domain;
    const { naming, labeller } = inputs;
    this.#learner = beside ? new ThreadedLearner(naming, labeller) : ownLearner(fieldNamer(naming, labeller));
    this.#ledger = new RecordLedger();
    const about = { domain, rules, learner: this.#learner, known: this.#ledger, now: () => new Date() };
    const first = beside ? {} : { firstPages: samplePages };
    this.#session = new ExtractSession({ ...inputs.session, ...about, ...first });
    // What pages showed in the last run tells where to look when a template has changed.
    const before = join(settings.out, 'records.jsonl');
    if (!existsSync(before)) return;
    for (const record of recordsIn(before)) if (record.type !== 'article') this.#ledger.remember(record);
  }

  static async begin(parts: ExtractionParts): Promise<Extraction> {
    const { name } = await parts.site.info();
    return new Extraction(parts, name, await rulesOfSite(parts.site, parts.settings));
  }

  /** The order in which pages are best added: where there are no rules, those first that show what there is. */
  get order(): PageOrder {
    return this.#session.templates.length === 0 ? 'sampled' : 'natural';
  }

  /** Pages that were added. */
  get pages(): number {
    return this.#pages;
  }

  async add(page: PreparedPage): Promise<void> {
    this.#pages++;
    for (const found of await this.#session.add(page)) this.#ledger.add(found);
    this.#tellSteps();
  }

  /** Makes the last records and writes everything. */
  async finish(): Promise<ExtractSummary> {
    for (const found of await this.#session.finish()) this.#ledger.add(found);
    this.#tellSteps();
    const { site, settings, inputs } = this.#parts;
    if ((await pagesFolder(site, settings.pages)) === null) await this.#ledger.keepOnly(numbersOf(site));
    const set = { source: this.#domain, records: this.#checked(), schema: inputs.schema };
    const written = await writeRecords(set, { dir: settings.out, sinks: inputs.sinks });
    const { templates } = this.#session;
    await saveRules(site, templates);
    if (settings.rules === 'none')
      await retireRules(
        site,
        templates.map(({ name }) => name),
      );
    await keepSettings(site, settings);
    const { report } = settings;
    if (report !== null)
      await writeText(report, (file) => file.add(extractReport(this.#domain, this.#session)));
    return this.#summary(written, 'done');
  }

  /** The summary of an extraction that was ended early: half of the records must not take the place of all. */
  abandon(): ExtractSummary {
    return this.#summary({ files: [], records: 0, rejected: 0, types: {} }, 'interrupted');
  }

  /** Ends what was begun, whether or not it was finished. */
  async close(): Promise<void> {
    this.#ledger.close();
    await this.#learner.close();
  }

  #summary(written: WrittenRecords, stopped: ExtractSummary['stopped']): ExtractSummary {
    const seconds = (performance.now() - this.#begun) / 1000;
    const { settings } = this.#parts;
    const about = { settings, session: this.#session, pages: this.#pages };
    return summaryOf({ ...about, ...written, seconds, stopped });
  }

  /** Records of things, as hooks leave them; those that do not pass the checkpoints with the reasons. */
  async *#checked(): AsyncGenerator<ExtractedRecord | RejectedRecord> {
    const { schema } = this.#parts.inputs;
    const checkpoints = schema === null ? null : new Checkpoints(schema, this.#ledger.firsts);
    this.#ledger.settle();
    for (const found of this.#ledger.found()) {
      const record = await hookedRecord(this.#parts.hooks, found);
      if (record === null) continue;
      const reasons = record.type === 'article' ? [] : (checkpoints?.reasons(record) ?? []);
      yield reasons.length === 0 ? record : { ...record, reasons };
    }
  }

  #tellSteps(): void {
    const { steps } = this.#session;
    for (const step of steps.slice(this.#told)) this.#parts.listen(noteOf(step));
    this.#told = steps.length;
  }
}

/** Pages that are still kept: some may have been merged into others after they came. */
async function* numbersOf(site: SiteStore): AsyncGenerator<string> {
  for await (const { number } of keptPages(site)) yield String(number);
}

function noteOf({ template, kind, field, text }: TemplateStep): Parameters<CrawlListener>[0] {
  const place = field === null ? template : `${template}/${field}`;
  const level = kind === 'changed' || kind === 'lost' ? 'warning' : 'info';
  return { kind: 'note', level, text: `${place} ${kind}: ${text}` };
}
