/**
 * Collects pages of one type, by a sample of it, into a table.
 *
 *     node wanted-to-csv.ts https://example.org/board https://example.org/t/1 threads.csv
 */
import { crawl, csvSink } from 'argiope';

const [address = '', sample = '', file = 'wanted.csv'] = process.argv.slice(2);

const { types } = await crawl(address, {
  sample: { wanted: sample },
  want: 'wanted',
  sinks: [
    csvSink(file, async (page) => ({
      title: page.title,
      address: page.url,
      dated: page.dated,
      words: (await page.text()).split(/\s+/).length,
    })),
  ],
}).summary;
console.log(`${types?.wanted ?? 0} pages of the type of ${sample}: ${file}`);
