import { type PreparedPage, preparePage, type TemplateRules } from '../../../src/extract/index.ts';
import { parseRules, rulesText } from '../../../src/extract/rules/file.ts';
import { percent, shareOf } from '../../statistics.ts';
import { madeSites } from '../naming/made-sites.ts';
import { preparedAsUsual, Sessions } from '../naming/sessions.ts';
import { type BadName, namesOn } from '../naming/signs.ts';
import { readSite, swdeSites } from '../swde.ts';
import type { ExtractPart } from './part.ts';

const defaultThreshold = 0.5;

/** Names that fields get without a schema, judged by signs that a program can see. */
export const free: ExtractPart = {
  name: 'free',
  title: 'Names without a schema: bad ones by mechanical signs (SWDE and made sites)',
  needs: ['groundtruth'],
  async run({ report, data, quick }) {
    const bad: (BadName & { readonly site: string })[] = [];
    const unread: string[] = [];
    let all = 0;
    const look = async (site: string, pages: readonly PreparedPage[]) => {
      report.progress(site);
      const { rules } = await new Sessions(pages).learn({}, defaultThreshold);
      if (!isRead(rules)) unread.push(site);
      for (const each of rules) {
        const found = namesOn(each, pages);
        all += found.all;
        bad.push(...found.bad.map((one) => ({ ...one, site })));
      }
    };
    for (const { vertical, folder } of swdeSites(data).filter((_, at) => !quick || at % 5 === 0))
      await look(folder, preparedAsUsual(readSite(data, vertical, folder)));
    for (const { name, pages } of madeSites().filter((_, at) => at % 5 === 0))
      await look(
        name,
        pages.map((page) => preparePage({ name: page.name, url: null, html: page.html })),
      );
    const signs = Map.groupBy(bad, ({ sign }) => sign);
    report.table(
      ['sign', 'names'],
      [...signs].map(([sign, some]) => [sign, some.length]),
    );
    for (const { site, name, sign, because, values } of bad)
      report.note(`${site} ${name}: ${sign} (${because}) ${JSON.stringify(values).slice(0, 120)}`);
    const rate = shareOf(bad.length, all);
    report.verdict(rate <= 0.05, 'bad names <= 5 %', `${percent(rate)} of ${all}`);
    report.verdict(
      unread.length === 0,
      'rules that were written are read back',
      unread.join(', ') || 'on all sites',
    );
  },
};

/** Whether rules come back as they were written. */
function isRead(rules: readonly TemplateRules[]): boolean {
  try {
    return parseRules(rulesText(rules), 'rules').length === rules.length;
  } catch {
    return false;
  }
}
