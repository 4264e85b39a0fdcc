import { writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { ExtractSettings } from '../../config/settings.ts';
import { applyRules, type PreparedPage, type TemplateRules, templateName } from '../../extract/index.ts';
import { ArgiopeError, type SiteStore } from '../../model/index.ts';
import { makeFolder, openStoreAt } from '../../store/index.ts';
import { extractInputs } from '../extraction/inputs.ts';
import { pageOfFile, pageOfSite } from '../extraction/pages.ts';
import { putRules, retireTemplates, rulesInRow, siteOfExtraction } from '../extraction/rules.ts';
import { type FieldLabels, rulesFromLabels } from './learn.ts';
import { offerLabelling } from './server.ts';

/** What somebody is asked to point at, and who is told where. */
export interface LabelOptions {
  /** Files, or numbers and addresses of pages of the crawl; ten at most. */
  readonly pages: readonly string[];
  /** Told the address of the page to point on. */
  readonly offer: (url: string) => void;
  readonly signal?: AbortSignal;
}

/** Pages that somebody points on at most. */
const mostPages = 10;
/** Share of the expected fields from which a page counts as one of a template. */
const leastFit = 0.55;

/**
 * Has somebody point at values on a few pages and keeps the rules that are learned from that; the next extraction
 * applies them. Gives the rules, `null` where it was ended before.
 */
export async function label(given: ExtractSettings, options: LabelOptions): Promise<TemplateRules | null> {
  const settings = { ...given, out: resolve(given.out) };
  checkPages(options.pages);
  makeFolder(settings.out);
  const { filters, schema } = await extractInputs(settings);
  const store = await openStoreAt(settings.store);
  try {
    const site = await siteOfExtraction(store, settings);
    const pages: PreparedPage[] = [];
    for (const page of options.pages) pages.push(await pageNamed(site, settings, page, filters));
    const wanted = Object.keys(schema?.properties ?? {});
    const { url, labels } = await offerLabelling(pages, wanted, options.signal);
    options.offer(url);
    const pointed = await labels;
    if (pointed === null) return null;
    return await keep({ site, settings, pages, labels: pointed, title: schema?.title ?? null });
  } finally {
    await store.close();
  }
}

function checkPages(pages: readonly string[]): void {
  if (pages.length <= mostPages) return;
  throw new ArgiopeError('USAGE', `--label takes ${mostPages} pages at most, got ${pages.length}`, {
    advice: 'Ten pages that differ teach as much as hundreds.',
  });
}

async function pageNamed(
  site: SiteStore,
  settings: ExtractSettings,
  name: string,
  filters: Parameters<typeof pageOfFile>[2],
): Promise<PreparedPage> {
  const found =
    settings.pages === null
      ? await pageOfSite(site, name, filters)
      : pageOfFile(settings.pages, relative(settings.pages, resolve(name)), filters);
  if (found !== null) return found;
  throw new ArgiopeError('USAGE', `there is no page ${name} in the crawl`, {
    advice: 'Name pages by their numbers or addresses (pages.jsonl), or files of the folder of --pages.',
  });
}

/** Keeps what was pointed at and the rules it teaches, in the place of rules that its pages had. */
async function keep(about: {
  readonly site: SiteStore;
  readonly settings: ExtractSettings;
  readonly pages: readonly PreparedPage[];
  readonly labels: FieldLabels;
  readonly title: string | null;
}): Promise<TemplateRules> {
  const { site, settings, pages, labels, title } = about;
  await writeFile(join(settings.out, 'labels.json'), `${JSON.stringify(labels, null, 2)}\n`);
  const { name: domain } = await site.info();
  const before = (await site.rules()).flatMap(rulesInRow);
  const old = before.filter((rules) => isFor(rules, pages)).map(({ template }) => template);
  const taken = new Set(before.map(({ template }) => template).filter((name) => !old.includes(name)));
  const template = title ?? old[0] ?? templateName(pages, taken);
  const rules = rulesFromLabels(pages, labels, { domain, template, learnedAt: new Date().toISOString() });
  await retireTemplates(
    site,
    old.filter((name) => name !== template),
  );
  return putRules(site, rules);
}

function isFor(rules: TemplateRules, pages: readonly PreparedPage[]): boolean {
  const fits = pages.filter((page) => applyRules(rules, page).extraction.fit >= leastFit);
  return fits.length * 2 > pages.length;
}
