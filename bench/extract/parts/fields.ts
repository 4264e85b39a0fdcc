import { match } from '../../../src/extract/index.ts';
import type { PageFindings, Wrapper } from '../../../src/extract/types.ts';
import { percent, shareOf } from '../../statistics.ts';
import type { Cell } from '../../table.ts';
import { type PreparedSite, preparedSites, sampleSize, wrapperFrom } from '../sites.ts';
import { sameValue } from '../swde.ts';
import type { ExtractPart } from './part.ts';

/** Sizes of the sample that are compared. */
const sizes = [2, 3, 5, sampleSize];

/** Unlabelled recall: is the true value of an attribute a field of its own? */
export const fields: ExtractPart = {
  name: 'fields',
  title: 'Fields of wrappers (SWDE)',
  needs: ['groundtruth'],
  async run({ report, data, quick }) {
    const rows: Cell[][] = [];
    const found = sizes.map(() => 0);
    let [all, wrappers, sites, fieldsOnPages, texts, pages] = [0, 0, 0, 0, 0, 0];
    const single: number[] = [];
    for (const prepared of preparedSites(data, quick)) {
      report.progress(`${prepared.site.vertical}-${prepared.site.name}`);
      sites++;
      const scores = sizes.map((size) => scored(prepared, wrapperFrom(prepared, size)));
      const last = scores.at(-1) as Score;
      for (const [at, score] of scores.entries()) found[at] = (found[at] as number) + score.found;
      all += last.all;
      if (last.made) wrappers++;
      fieldsOnPages += last.fields;
      texts += last.texts;
      pages += prepared.scored.length;
      single.push(...last.single);
      rows.push([
        `${prepared.site.vertical} ${prepared.site.name}`,
        ...scores.map((score) => percent(shareOf(score.found, score.all))),
        percent(mean(last.single)),
        last.fields / prepared.scored.length,
        last.texts / prepared.scored.length,
      ]);
    }
    const recalls = found.map((count) => shareOf(count, all));
    rows.push(['all', ...recalls.map(percent), percent(mean(single)), fieldsOnPages / pages, texts / pages]);
    report.note(
      `Share of the true values that are a field of their own on pages that were not learned from, by pages that
were. "one field": for each attribute the best single field. Fields and texts are those of one page.\n`,
    );
    report.table(['site', ...sizes.map((size) => `${size} pages`), 'one field', 'fields', 'texts'], rows);
    const recall = recalls.at(-1) ?? 0;
    report.verdict(recall >= 0.98, 'true values that are a field of their own >= 98 %', percent(recall));
    report.verdict(wrappers === sites, `a wrapper for every site`, `${wrappers} of ${sites}`);
    report.verdict(
      recalls.every((value, at) => at === 0 || value >= (recalls[at - 1] as number)),
      `recall with ${sizes.join(', ')} pages never falls`,
      recalls.map(percent).join(', '),
    );
  },
};

interface Score {
  readonly found: number;
  readonly all: number;
  /** For each attribute, the share of pages on which its best field is right. */
  readonly single: readonly number[];
  /** Values of text fields, and texts, on all pages. */
  readonly fields: number;
  readonly texts: number;
  readonly made: boolean;
}

const nothing: PageFindings = { values: new Map(), items: [], fit: 0 };

function scored({ site, scored: pages }: PreparedSite, wrapper: Wrapper | null): Score {
  const attributes = new Set(
    wrapper?.fields.filter(({ attribute }) => attribute !== null).map(({ id }) => id),
  );
  let [found, all, fieldCount, texts] = [0, 0, 0, 0];
  const right = new Map(site.attributes.map((name) => [name, new Map<string, number>()]));
  const present = new Map<string, number>();
  for (const { page, truth } of pages) {
    const { values } = wrapper ? match(wrapper, page) : nothing;
    texts += page.nodes.filter(({ index, text }) => text !== '' && page.noise.get(index) !== 'script').length;
    const shown = [...values]
      .filter(([id]) => !attributes.has(id))
      .map(([id, spots]) => [id, spots.map(({ text }) => text)] as const);
    fieldCount += shown.reduce((sum, [, spots]) => sum + spots.length, 0);
    for (const [attribute, wanted] of truth) {
      all += wanted.length;
      if (wanted.length > 0) present.set(attribute, (present.get(attribute) ?? 0) + 1);
      const hits = new Set<string>();
      for (const value of wanted) {
        const holders = shown.filter(([, spots]) => spots.some((text) => sameValue(text, value)));
        if (holders.length > 0) found++;
        for (const [id] of holders) hits.add(id);
      }
      const counts = right.get(attribute);
      for (const id of hits) counts?.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  const single = site.attributes.flatMap((name) => {
    const count = present.get(name) ?? 0;
    return count === 0 ? [] : [Math.max(0, ...(right.get(name)?.values() ?? [])) / count];
  });
  return { found, all, single, fields: fieldCount, texts, made: wrapper !== null };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 1 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
