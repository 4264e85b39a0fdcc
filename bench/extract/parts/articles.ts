import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { paragraphsOf } from '../../../src/extract/article/article.ts';
import { decodePage } from '../../../src/html/charset.ts';
import { valuesOf } from '../../../src/records/index.ts';
import { shareOf } from '../../statistics.ts';
import { recordsByDefault } from '../made-lists.ts';
import type { ExtractPart } from './part.ts';

const load = createRequire(import.meta.url);

/** Words that are compared together. */
const shingle = 4;

/** Main texts of articles beside those of Mozilla's readability: `articles/NAME.html` with the true text in `NAME.txt`. */
export const articles: ExtractPart = {
  name: 'articles',
  title: 'Main texts by `argiope extract` with default settings, beside readability',
  needs: ['articles'],
  async run({ report, data, quick }) {
    const folder = join(data, 'articles');
    const names = readdirSync(folder)
      .filter((file) => file.endsWith('.html'))
      .filter((_, at) => !quick || at % 5 === 0)
      .map((file) => file.slice(0, -'.html'.length));
    const pages = new Map(
      names.map((name) => [`${name}.html`, readFileSync(join(folder, `${name}.html`))] as const),
    );
    const records = await recordsByDefault(pages);
    const rows = { own: [] as number[], readability: [] as number[] };
    let bodies = 0;
    for (const name of names) {
      const truth = readFileSync(join(folder, `${name}.txt`), 'utf8');
      // An article that is there twice is one record with two sources.
      const record = records.find(
        ({ page, path, sources = [] }) =>
          path === null && [page, ...sources.map((source) => source.page)].includes(`${name}.html`),
      );
      const body = valuesOf(record?.fields.body).join('\n');
      if (body !== '') bodies++;
      rows.own.push(likeness(body, truth));
      rows.readability.push(
        likeness(readabilityOf(decodePage(pages.get(`${name}.html`) as Buffer, '')), truth),
      );
    }
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const [own, other] = [mean(rows.own), mean(rows.readability)];
    report.note(`${names.length} pages, ${bodies} with a body; F1 over runs of ${shingle} words\n`);
    report.table(
      ['by', 'F1'],
      [
        ['argiope extract', own],
        ['readability', other],
      ],
    );
    report.verdict(
      own >= other,
      'F1 of main texts >= that of readability',
      `${own.toFixed(4)}, ${other.toFixed(4)}`,
    );
  },
};

function readabilityOf(html: string): string {
  const { parseHTML } = load('linkedom') as typeof import('linkedom');
  const { Readability } = load('@mozilla/readability') as typeof import('@mozilla/readability');
  const { document } = parseHTML(html) as unknown as { document: Document };
  const read = new Readability<readonly string[]>(document, {
    serializer: (node) => paragraphsOf(node as unknown as Element),
  }).parse();
  return (read?.content ?? []).join('\n');
}

/** F1 over runs of words, as many of each as there are; signs count as words where words have no blanks between them. */
function likeness(text: string, truth: string): number {
  const [one, other] = [runsOf(text), runsOf(truth)];
  let both = 0;
  for (const [run, count] of one) both += Math.min(count, other.get(run) ?? 0);
  const size = (runs: ReadonlyMap<string, number>) =>
    [...runs.values()].reduce((sum, count) => sum + count, 0);
  return text === '' ? 0 : shareOf(2 * both, size(one) + size(other));
}

function runsOf(text: string): ReadonlyMap<string, number> {
  const words =
    text
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu) ?? [];
  const runs = new Map<string, number>();
  for (let at = 0; at + shingle <= Math.max(shingle, words.length); at++) {
    const run = words.slice(at, at + shingle).join(' ');
    runs.set(run, (runs.get(run) ?? 0) + 1);
  }
  return runs;
}
