import type { ExtractSettings } from '../../config/settings.ts';
import { keptPages, writeRecords } from '../../derive/index.ts';
import {
  Checkpoints,
  type ExtractedRecord,
  joinDetails,
  type LinkedRecord,
  type PreparedPage,
  type RejectedRecord,
  Session,
  type Step,
} from '../../extract/index.ts';
import type { HookChain } from '../../hooks/index.ts';
import type { CrawlListener, SiteStore } from '../../model/index.ts';
import { hookedRecord } from './hooked.ts';
import type { ExtractInputs } from './inputs.ts';
import { folderOf } from './pages.ts';
import { writeExtractReport } from './report.ts';
import { rulesOfSite, saveRules } from './rules.ts';
import { keepSettings } from './settings.ts';
import { type ExtractSummary, summaryOf } from './summary.ts';

/** What an extraction works for, and who is told of it. */
export interface ExtractionParts {
  readonly site: SiteStore;
  readonly settings: ExtractSettings;
  readonly inputs: ExtractInputs;
  readonly hooks: HookChain;
  readonly listen: CrawlListener;
}

/** Records of one site in the making: pages are added as they come, and everything is written at the end. */
export class Extraction {
  readonly #parts: ExtractionParts;
  readonly #domain: string;
  readonly #session: Session;
  readonly #linked: LinkedRecord[] = [];
  readonly #begun = performance.now();
  #pages = 0;
  #told = 0;

  private constructor(parts: ExtractionParts, domain: string, session: Session) {
    this.#parts = parts;
    this.#domain = domain;
    this.#session = session;
  }

  static async begin(parts: ExtractionParts): Promise<Extraction> {
    const { name } = await parts.site.info();
    const rules = await rulesOfSite(parts.site, parts.settings);
    return new Extraction(parts, name, new Session({ ...parts.inputs.session, domain: name, rules }));
  }

  /** Pages that were added. */
  get pages(): number {
    return this.#pages;
  }

  async add(page: PreparedPage): Promise<void> {
    this.#pages++;
    this.#linked.push(...(await this.#session.add(page)));
    this.#tellSteps();
  }

  /** Makes the last records and writes everything. */
  async finish(): Promise<ExtractSummary> {
    this.#linked.push(...(await this.#session.finish()));
    this.#tellSteps();
    const { site, settings, inputs } = this.#parts;
    const { records, rejected } = await this.#checked(joinDetails(await this.#kept()));
    const set = { source: this.#domain, records, rejected, schema: inputs.schema };
    const files = await writeRecords(set, { dir: settings.out, sinks: inputs.sinks });
    await saveRules(site, this.#session.templates);
    await keepSettings(site, settings);
    if (settings.report !== null) await writeExtractReport(settings.report, this.#domain, this.#session);
    return this.#summary(records, rejected, files, 'done');
  }

  /** The summary of an extraction that was ended early: half of the records must not take the place of all. */
  abandon(): ExtractSummary {
    return this.#summary([], [], [], 'interrupted');
  }

  #summary(
    records: readonly ExtractedRecord[],
    rejected: readonly RejectedRecord[],
    files: readonly string[],
    stopped: ExtractSummary['stopped'],
  ): ExtractSummary {
    const seconds = (performance.now() - this.#begun) / 1000;
    const { settings } = this.#parts;
    const about = { settings, session: this.#session, pages: this.#pages };
    return summaryOf({ ...about, records, rejected, files, seconds, stopped });
  }

  /** Pages may have been merged into others after they came. */
  async #kept(): Promise<readonly LinkedRecord[]> {
    const { site, settings } = this.#parts;
    if ((await folderOf(site, settings.pages)) !== null) return this.#linked;
    const kept = new Set<string>();
    for await (const { number } of keptPages(site)) kept.add(String(number));
    return this.#linked.filter(({ record }) => kept.has(record.page));
  }

  /** Records as hooks leave them: those that pass the checkpoints, and those that do not with the reasons. */
  async #checked(
    found: readonly ExtractedRecord[],
  ): Promise<{ readonly records: readonly ExtractedRecord[]; readonly rejected: readonly RejectedRecord[] }> {
    const { schema } = this.#parts.inputs;
    const checkpoints = schema === null ? null : new Checkpoints(schema);
    const records: ExtractedRecord[] = [];
    const rejected: RejectedRecord[] = [];
    for (const each of found) {
      const record = await hookedRecord(this.#parts.hooks, each);
      if (record === null) continue;
      const reasons = record.type === 'article' ? [] : (checkpoints?.reasons(record) ?? []);
      if (reasons.length === 0) records.push(record);
      else rejected.push({ ...record, reasons });
    }
    return { records, rejected };
  }

  #tellSteps(): void {
    const { steps } = this.#session;
    for (const step of steps.slice(this.#told)) this.#parts.listen(noteOf(step));
    this.#told = steps.length;
  }
}

function noteOf({ template, kind, field, text }: Step): Parameters<CrawlListener>[0] {
  const place = field === null ? template : `${template}/${field}`;
  const level = kind === 'changed' || kind === 'lost' ? 'warning' : 'info';
  return { kind: 'note', level, text: `${place} ${kind}: ${text}` };
}
