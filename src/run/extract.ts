import { join, resolve } from 'node:path';
import type { ExtractSettings } from '../config/settings.ts';
import { writeRecords } from '../derive/index.ts';
import {
  Checkpoints,
  type ExtractedRecord,
  joinDetails,
  type LinkedRecord,
  type RejectedRecord,
  Session,
} from '../extract/index.ts';
import type { SiteStore } from '../model/index.ts';
import { makeFolder, openStore } from '../store/index.ts';
import type { CrawlControls } from './controls.ts';
import { type ExtractInputs, extractInputs } from './extraction/inputs.ts';
import { pagesOf } from './extraction/pages.ts';
import { writeExtractReport } from './extraction/report.ts';
import { rulesOfSite, saveRules, siteOfExtraction } from './extraction/rules.ts';
import { type ExtractSummary, summaryOf } from './extraction/summary.ts';

/** Turns the pages of a crawl, or of a folder, into records, and writes them with the rules that found them. */
export async function extract(settings: ExtractSettings, hooks: CrawlControls = {}): Promise<ExtractSummary> {
  const out = resolve(settings.out);
  makeFolder(out);
  const inputs = await extractInputs(settings);
  const store = await openStore(settings.store ?? `sqlite:${join(out, 'argiope.db')}`);
  try {
    const site = await siteOfExtraction(store, settings);
    return await extractSite(site, { ...settings, out }, inputs, hooks);
  } finally {
    await store.close();
  }
}

/** The same for a site whose store is open: what a crawl does at its end. */
export async function extractSite(
  site: SiteStore,
  settings: ExtractSettings,
  inputs: ExtractInputs,
  hooks: CrawlControls = {},
): Promise<ExtractSummary> {
  const begun = performance.now();
  const { name: domain } = await site.info();
  const session = new Session({ ...inputs.session, domain, rules: await rulesOfSite(site, settings) });
  const linked: LinkedRecord[] = [];
  let pages = 0;
  for await (const page of pagesOf(site, settings, inputs)) {
    if (hooks.signal?.aborted) break;
    linked.push(...session.add(page));
    pages++;
    if (pages % sayEvery === 0)
      hooks.listen?.({ kind: 'note', level: 'info', text: `${pages} pages looked at` });
  }
  linked.push(...session.finish());
  const { records, rejected } = checked(joinDetails(linked), inputs);
  const about = { settings, session, pages, records, rejected };
  const seconds = () => (performance.now() - begun) / 1000;
  // Half of the records must not take the place of all.
  if (hooks.signal?.aborted)
    return summaryOf({ ...about, files: [], seconds: seconds(), stopped: 'interrupted' });
  const files = await writeRecords(
    { source: domain, records, rejected, schema: inputs.schema },
    { dir: settings.out, sinks: inputs.sinks },
  );
  await saveRules(site, session.templates);
  if (settings.report !== null) await writeExtractReport(settings.report, domain, session);
  return summaryOf({ ...about, files, seconds: seconds(), stopped: 'done' });
}

/** Pages after which it is said how far it is. */
const sayEvery = 1000;

/** Records that pass the checkpoints, and those that do not with the reasons. */
function checked(
  records: readonly ExtractedRecord[],
  { schema }: ExtractInputs,
): { readonly records: readonly ExtractedRecord[]; readonly rejected: readonly RejectedRecord[] } {
  if (schema === null) return { records, rejected: [] };
  const checkpoints = new Checkpoints(schema);
  const passed: ExtractedRecord[] = [];
  const rejected: RejectedRecord[] = [];
  for (const record of records) {
    const reasons = record.type === 'article' ? [] : checkpoints.reasons(record);
    if (reasons.length === 0) passed.push(record);
    else rejected.push({ ...record, reasons });
  }
  return { records: passed, rejected };
}
