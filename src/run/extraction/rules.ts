import { basename } from 'node:path';
import type { ExtractSettings } from '../../config/settings.ts';
import {
  type LiveTemplate,
  parseRules,
  readRules,
  rulesText,
  type TemplateRules,
} from '../../extract/index.ts';
import type { SiteStore, Store, StoredRules } from '../../model/index.ts';
import { onlySite } from '../site.ts';

/** The site that an extraction belongs to: the crawl of the store, or the folder of pages. */
export async function siteOfExtraction(
  store: Store,
  { pages, out }: Pick<ExtractSettings, 'pages' | 'out'>,
): Promise<SiteStore> {
  if (pages === null) return onlySite(store, out);
  const [info] = await store.sites();
  const name = info?.name ?? basename(pages);
  return (await store.site(name, { seeds: [], settings: { pages } })) as SiteStore;
}

/** The rules to begin with: those of a file, none where all are to be learned anew, else the newest ones in the store. */
export async function rulesOfSite(
  site: SiteStore,
  { rules }: Pick<ExtractSettings, 'rules'>,
): Promise<readonly TemplateRules[]> {
  if (rules === 'none') return [];
  return rules === null ? newestRules(site) : readRules(rules);
}

/** Rules out of a row of the store. */
export function rulesInRow({ domain, template, version, text }: StoredRules): readonly TemplateRules[] {
  return parseRules(text, `${domain}/${template} in the store`).map((rules) => ({ ...rules, version }));
}

/** Keeps rules that are new or have changed as the next version of their template. */
export async function saveRules(site: SiteStore, templates: readonly LiveTemplate[]): Promise<void> {
  for (const template of templates) {
    const rules = template.settled();
    if (!template.isNew && !hasNews(template.rules, rules)) continue;
    const { version } = await putRules(site, rules);
    // What is told of it names the version that the store has given.
    template.rules = { ...template.rules, version };
  }
}

/** Takes rules out of use whose templates are not among those that were learned anew; their versions stay. */
export async function retireRules(site: SiteStore, learned: readonly string[]): Promise<void> {
  const names = (await site.rules()).map(({ template }) => template);
  await retireTemplates(
    site,
    names.filter((name) => !learned.includes(name)),
  );
}

/** Takes the rules of templates out of use; their versions stay. */
export async function retireTemplates(site: SiteStore, names: readonly string[]): Promise<void> {
  const savedAt = new Date().toISOString();
  for (const { domain, template, text } of await site.rules()) {
    const isOld = names.includes(template) && parseRules(text, template).length > 0;
    if (isOld) await site.putRules({ domain, template, savedAt, text: rulesText([]) });
  }
}

/** Keeps the rules of one template; gives them with the version that they have got. */
export async function putRules(site: SiteStore, rules: TemplateRules): Promise<TemplateRules> {
  const { domain, template } = rules;
  const savedAt = new Date().toISOString();
  const version = await site.putRules({ domain, template, savedAt, text: rulesText([rules]) });
  return { ...rules, version };
}

/** Whether enough was learned about normal values to keep the rules as a new version. */
function hasNews(before: TemplateRules, now: TemplateRules): boolean {
  const pages = ({ fields }: TemplateRules) => Math.max(0, ...fields.map(({ normal }) => normal?.pages ?? 0));
  return pages(now) > 2 * pages(before);
}

/** The newest rules of every template of a site. */
export async function newestRules(site: SiteStore): Promise<readonly TemplateRules[]> {
  return (await site.rules()).flatMap(rulesInRow);
}
