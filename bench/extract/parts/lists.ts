import { percent, shareOf } from '../../statistics.ts';
import type { Cell } from '../../table.ts';
import { itemTexts, recordsByDefault, rightItems } from '../made-lists.ts';
import { makes } from '../makes/makes.ts';
import { type Make, madePage } from '../makes/page.ts';
import type { ExtractPart } from './part.ts';

/** Pages of one site that are looked at together, beside single pages. */
const pagesOfSite = 4;
const variants = [0, 1, 2];

interface Score {
  right: number;
  found: number;
  told: number;
}

/** Lists of many makes and languages, by the way and the defaults of the command line. */
export const lists: ExtractPart = {
  name: 'lists',
  title: 'Records of lists of many makes, by `argiope extract` with default settings',
  needs: [],
  async run({ report, quick }) {
    const some = quick ? makes.filter((_, at) => at % 4 === 0) : makes;
    for (const [how, count] of [
      ['one page', 1],
      ['site of four pages', pagesOfSite],
    ] as const) {
      const totals = { looked: empty(), held: empty() };
      const rows: Cell[][] = [];
      for (const make of some)
        for (const variant of variants) {
          report.progress(`${make.name} ${variant}`);
          const score = await scored(make, variant * 2 + 1, count);
          add(make.held ? totals.held : totals.looked, score);
          if (score.right < Math.max(score.found, score.told))
            rows.push([`${make.name}-${variant}`, score.told, score.found, score.right]);
        }
      report.note(`${how}: lists of which not all is right\n`);
      report.table(['list', 'records', 'found', 'right'], rows);
      for (const [name, { right, found, told }] of Object.entries(totals)) {
        const [precision, recall] = [shareOf(right, found), shareOf(right, told)];
        const measured = `${percent(precision)} and ${percent(recall)} of ${told}`;
        report.verdict(
          precision >= 0.95 && recall >= 0.95,
          `${how}, ${name === 'held' ? 'makes held out' : 'makes looked at'}: precision and recall >= .95`,
          measured,
        );
      }
    }
  },
};

function empty(): Score {
  return { right: 0, found: 0, told: 0 };
}

function add(to: Score, { right, found, told }: Score): void {
  to.right += right;
  to.found += found;
  to.told += told;
}

async function scored(make: Make, variant: number, count: number): Promise<Score> {
  const pages = Array.from({ length: count }, (_, nth) => madePage(make, variant, nth));
  const records = await recordsByDefault(
    new Map(pages.map(({ html }, nth) => [`p${nth}.html`, html] as const)),
  );
  const total = empty();
  for (const [nth, page] of pages.entries()) {
    const items = itemTexts(records, `p${nth}.html`);
    add(total, {
      right: rightItems(items, page.records),
      found: items.length,
      told: page.records.length,
    });
  }
  return total;
}
