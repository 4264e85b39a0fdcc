import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultExtraction, defaultSettings } from '../../../src/config/index.ts';
import type { ExtractedRecord } from '../../../src/records/index.ts';
import { runCrawl } from '../../../src/run/crawl.ts';
import { runExtraction } from '../../../src/run/extract.ts';
import { jsonLines } from '../../../test/json-lines.ts';
import { type ShopThing, serveShop, shopThings } from '../things/site.ts';
import type { ExtractPart } from './part.ts';

/** A shop with list pages, pages of things with reviews that a script loads, and related things, crawled and extracted. */
export const things: ExtractPart = {
  name: 'things',
  title: 'One record for each thing of a crawled shop',
  needs: [],
  async run({ report }) {
    const shop = await serveShop();
    const out = await mkdtemp(join(tmpdir(), 'argiope-things-'));
    try {
      const { pages } = await runCrawl({
        ...defaultSettings([shop.url]),
        out,
        store: `sqlite:${join(out, 'argiope.db')}`,
      });
      await runExtraction(defaultExtraction(out));
      const records = jsonLines<ExtractedRecord>(join(out, 'records.jsonl'));
      const rows = shopThings.map((thing) => {
        const own = records.filter(({ fields }) => namesOf(fields).includes(thing.name));
        return [
          thing.name,
          own.length,
          own[0]?.sources?.length ?? 0,
          reviewsIn(own, thing),
          thing.reviews.length,
        ];
      });
      report.note(`${pages} pages and states, ${records.length} records\n`);
      report.table(['thing', 'records', 'sources', 'reviews found', 'reviews'], rows);
      const once = rows.filter(([, count]) => count === 1).length;
      const whole = rows.filter(([, , , found, told]) => found === told).length;
      report.verdict(
        once === shopThings.length,
        'each thing is one record',
        `${once} of ${shopThings.length}`,
      );
      report.verdict(
        whole === shopThings.length,
        'with all of its reviews',
        `${whole} of ${shopThings.length}`,
      );
      const rest = records.length - rows.reduce((sum, [, count]) => sum + (count as number), 0);
      report.verdict(rest <= 3, 'other records: at most one for each other page', String(rest));
    } finally {
      await shop.close();
      await rm(out, { recursive: true });
    }
  },
};

function namesOf(fields: ExtractedRecord['fields']): readonly unknown[] {
  return [fields.title, fields.name].flat();
}

function reviewsIn(records: readonly ExtractedRecord[], { reviews }: ShopThing): number {
  const said = records.map(({ fields, lists = {} }) =>
    JSON.stringify(Object.keys(lists).map((name) => fields[name])),
  );
  return reviews.filter(({ text }) => said.some((all) => all.includes(text))).length;
}
