import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '../../src/config/index.ts';
import { comparable, yearIn } from '../../src/query/compare.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { type QueryReport, runQuery } from '../../src/run/query/query.ts';
import { type Book, catalogue, drawBooks, type Mood, styles } from '../../test/sites/catalogues.ts';
import { scriptedCatalogue, scriptedStyles } from '../../test/sites/scripted-catalogues.ts';
import { type RunningSite, startSite } from '../../test/sites/site.ts';
import type { Report } from '../report.ts';
import { measureChoice } from './choice.ts';

/** Books of all catalogues together, and the share of them that each has. */
const [bookCount, share] = [3000, 0.5];
/** Seconds that each source gets, and where browsers are started on a machine that may have others to do. */
const [timeout, scriptedTimeout] = [20, 60];
/** Time that all may take together, in parts of what the slowest takes. */
const mostRatio = 1.2;
/** Least precision and recall, and share of the right five among the first five. */
const [leastExact, leastChoice] = [0.98, 0.9];

/** A question with what a join on the databases says. */
interface Question {
  readonly text: string;
  readonly holds: (book: Book) => boolean;
}

/** One query over several sources against a join on their databases; sources in trouble; choice among many. */
export async function measureQuery(report: Report): Promise<void> {
  const books = drawBooks(bookCount, 7);
  const owned = [...styles, ...scriptedStyles].map((_, nth) =>
    books.filter((_book, at) => ((at * 2654435761 + nth * 40503) >>> 7) % 100 < share * 100),
  );
  const moods = styles.map((): Mood => ({}));
  const own = (nth: number) => owned[nth] as Book[];
  const sites = await Promise.all(
    styles.map((style, nth) =>
      startSite(catalogue(style, own(nth), moods[nth]), { latencyMs: 60 + 40 * nth }),
    ),
  );
  const scripted = await Promise.all(
    scriptedStyles.map((style, nth) =>
      startSite(scriptedCatalogue(style, own(styles.length + nth)), { latencyMs: 60 }),
    ),
  );
  const dir = mkdtempSync(join(tmpdir(), 'argiope-query-'));
  try {
    const outs = await Promise.all(sites.map((site, nth) => crawled(site, join(dir, String(nth)))));
    const ask = (query: string, limit = timeout) => asked(query, { outs, urls: [], dir, limit });
    const held = sites.map(({ url }, nth) => ({ host: new URL(url).host, books: own(nth) }));
    const more = scripted.map(({ url }, nth) => {
      return { host: new URL(url).host, books: own(styles.length + nth) };
    });
    report.section('One query over six catalogues, against a join on their databases');
    const ratio = await exactness(report, questionsOf(books), held, ask);
    report.verdict(
      ratio <= mostRatio,
      `in the time of the slowest source + ${Math.round(100 * (mostRatio - 1))} %`,
      ratio.toFixed(2),
    );
    report.section('The same with two more that only scripts ask and show');
    const urls = scripted.map(({ url }) => url);
    const everywhere = (query: string) => asked(query, { outs, urls, dir, limit: scriptedTimeout });
    await exactness(report, questionsOf(books), [...held, ...more], everywhere);
    await inTrouble(report, own(0), moods, ask);
  } finally {
    await Promise.all([...sites, ...scripted].map((site) => site.close()));
    rmSync(dir, { recursive: true });
  }
  const choice = await measureChoice(report);
  report.verdict(choice >= leastChoice, `the right five first, P@5 ≥ ${leastChoice}`, choice.toFixed(3));
}

/** A crawl finds the form of a catalogue, as it would for a person. */
async function crawled({ url }: RunningSite, out: string): Promise<string> {
  await runCrawl(defaultSettings([url], { out, engine: 'http' }), { outputs: false });
  return out;
}

function asked(
  query: string,
  where: {
    readonly outs: readonly string[];
    readonly urls: readonly string[];
    readonly dir: string;
    limit: number;
  },
): Promise<QueryReport> {
  const { limit, ...rest } = where;
  return runQuery({
    query,
    ...rest,
    crawl: defaultSettings(['http://localhost/']),
    timeout: limit,
    about: null,
    sources: null,
    save: null,
    saved: null,
    records: [],
    pages: 100,
  });
}

/** Questions by people, years, titles and words, in English and Chinese. */
function questionsOf(books: readonly Book[]): readonly Question[] {
  const some = books.filter((_, at) => at % 137 === 0);
  return some.flatMap(({ author, title, year }, at): readonly Question[] => {
    const head = /^[A-Z]/.test(title) ? title.replace(/ \d+$/, '') : title.replace(/\d+$/, '');
    const has = (text: string) =>
      comparable(text).replaceAll(' ', '').includes(comparable(head).replaceAll(' ', ''));
    return [
      {
        text: `author=${author}, year>=${year}`,
        holds: (book) => book.author === author && book.year >= year,
      },
      {
        text: `${at % 2 === 0 ? '作者' : 'author'}=${author}, ${at % 2 === 0 ? '年份' : 'year'}=${year - 5}..${year + 1}`,
        holds: (book) => book.author === author && book.year >= year - 5 && book.year <= year + 1,
      },
      { text: `title=${head}, year<${year}`, holds: (book) => has(book.title) && book.year < year },
    ];
  });
}

const keyOf = (title: string, author: string, year: number | null) =>
  `${comparable(title)}|${comparable(author).split(' ').sort().join(' ')}|${year}`;
const bookKey = ({ title, author, year }: Book) => keyOf(title, author, year);

function recordKeys({ records }: QueryReport): readonly string[] {
  return records.flatMap(({ fields, sources }) => {
    const time =
      [...(fields.year ?? []), ...(fields.publication_date ?? []), ...(fields.date ?? [])][0] ?? '';
    const key = keyOf(fields.title?.[0] ?? '', fields.author?.[0] ?? '', yearIn(time));
    return sources.map(({ source }) => `${source}|${key}`);
  });
}

/** What one catalogue has. */
interface Shelf {
  readonly host: string;
  readonly books: readonly Book[];
}

/** Each record counts once for each source that has it: what one source lost, another would hide. */
async function exactness(
  report: Report,
  questions: readonly Question[],
  held: readonly Shelf[],
  ask: (query: string) => Promise<QueryReport>,
): Promise<number> {
  let [right, given, due, all] = [0, 0, 0, 0];
  const slowest: number[] = [];
  for (const { text, holds } of questions) {
    const start = performance.now();
    const answer = await ask(text);
    const seconds = (performance.now() - start) / 1000;
    const truth = new Set(
      held.flatMap((shelf) => shelf.books.filter(holds).map((book) => `${shelf.host}|${bookKey(book)}`)),
    );
    const keys = recordKeys(answer);
    for (const { source, status, notes } of answer.sources)
      if (status !== 'answered') report.note(`${text}: ${source} ${status}: ${notes.join('; ')}`);
    const found = keys.filter((key) => truth.has(key));
    right += new Set(found).size;
    given += keys.length;
    due += truth.size;
    all += answer.sources.filter(({ status }) => status === 'answered').length;
    slowest.push(seconds / Math.max(...answer.sources.map((source) => source.seconds), 0.001));
  }
  const [precision, recall] = [right / given, right / due];
  const ratio = slowest.sort((one, other) => one - other)[Math.floor(slowest.length / 2)] ?? 0;
  report.table(
    [
      'questions',
      'records due, by source',
      'given',
      'right',
      'precision',
      'recall',
      'sources answering',
      'time ÷ slowest source',
    ],
    [
      [
        questions.length,
        due,
        given,
        right,
        precision.toFixed(3),
        recall.toFixed(3),
        (all / questions.length).toFixed(1),
        ratio.toFixed(2),
      ],
    ],
  );
  report.verdict(
    precision >= leastExact && recall >= leastExact,
    `precision and recall ≥ ${leastExact}`,
    `${precision.toFixed(3)}, ${recall.toFixed(3)}`,
  );
  return ratio;
}

/** One source hangs, one fails, one has changed its markup. */
async function inTrouble(
  report: Report,
  held: readonly Book[],
  moods: readonly Mood[],
  ask: (query: string, limit: number) => Promise<QueryReport>,
): Promise<void> {
  Object.assign(moods[1] as Mood, { hangs: true });
  Object.assign(moods[4] as Mood, { fails: true });
  Object.assign(moods[0] as Mood, { redesigned: true });
  const [book] = held as [Book];
  const answer = await ask(`author=${book.author}, year>=2001`, 3);
  const states = answer.sources.map(({ status, records, notes }, at) => [
    styles.length > at ? at + 1 : at,
    status,
    records,
    notes.join('; ').slice(0, 60),
  ]);
  report.section('The same with one that hangs, one that fails, and one that looks otherwise');
  report.table(['source', 'status', 'records', 'said of it'], states);
  const counts = (status: string) => answer.sources.filter((source) => source.status === status).length;
  const isTold = answer.sources.some(({ notes }) => notes.some((note) => /otherwise/.test(note)));
  const isComplete = counts('late') === 1 && counts('failed') === 1 && counts('answered') === 4 && isTold;
  report.verdict(
    isComplete,
    'the rest complete, and it says so',
    `${counts('answered')} answered, ${counts('late')} late, ${counts('failed')} failed`,
  );
}
