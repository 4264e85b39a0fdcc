import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { CrawlSettings } from '../config/settings.ts';
import { formCounts, surveyForms } from '../derive/index.ts';
import type { FormReport } from '../model/index.ts';
import type { CrawlControls, StorePlace } from './controls.ts';
import { storeAt, withSite } from './site.ts';

/** Tells which forms the pages of a crawl have, and what they are for. */
export async function runForms(place: StorePlace): Promise<FormReport> {
  const forms = await withSite(place, { readOnly: true }, surveyForms);
  return { command: 'forms', ...formCounts(forms), forms, out: resolve(place.out) };
}

/** Tells which forms some pages have, by a crawl of these pages alone that keeps nothing. */
export async function lookForForms(settings: CrawlSettings, controls: CrawlControls): Promise<FormReport> {
  const out = mkdtempSync(join(tmpdir(), 'argiope-forms-'));
  try {
    const alone = {
      out,
      store: storeAt({ out }),
      depth: 0,
      events: [],
      forms: null,
      sitemaps: false,
    } as const;
    const { runCrawl } = await import('./crawl.ts');
    await runCrawl({ ...settings, ...alone }, { ...controls, outputs: false });
    return { ...(await runForms({ out })), out: null };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
