import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawlArgs, startArgiope } from '../../test/e2e/command.ts';
import { booksOf } from '../../test/sites/library.ts';
import { serveScriptLibrary } from '../../test/sites/script-library.ts';
import type { Report } from '../report.ts';

const [books, questions, driven] = [60, 60, 4];

/** Questions a second that are put by repeating the request behind a form, beside driving the form for each. */
export async function measureRepeated(report: Report): Promise<void> {
  report.section('Repeated requests beside driving the browser');
  const again = await pace(false);
  const each = await pace(true);
  const ratio = again.records / again.seconds / (each.records / each.seconds);
  report.table(
    ['way', 'questions', 'records', 's', 'records/s'],
    [
      [
        'repeated',
        again.questions,
        again.records,
        again.seconds.toFixed(2),
        (again.records / again.seconds).toFixed(1),
      ],
      [
        'driven',
        each.questions,
        each.records,
        each.seconds.toFixed(2),
        (each.records / each.seconds).toFixed(1),
      ],
    ],
  );
  report.verdict(ratio >= 10, 'repeated: ≥ 10 × the records per second of driving', ratio.toFixed(1));
}

/** `isDriven`: each request needs a token of its own, so that none can be repeated. */
async function pace(isDriven: boolean) {
  const library = await serveScriptLibrary('fetch', { books, tokens: isDriven });
  const out = mkdtempSync(join(tmpdir(), 'argiope-repeated-'));
  const flags = ['--engine', 'browser', '--forms', '--forms-budget', String(questions), '--workers', '1'];
  const times: number[] = [];
  const isQuestion = (line: string) => /\/api\/search/.test(line);
  const timer = setInterval(() => {
    const count = library.log.filter(isQuestion).length;
    while (times.length < count) times.push(performance.now());
  }, 1);
  try {
    await startArgiope(crawlArgs(library.url, out, flags)).ended;
    const asked = library.log.filter(isQuestion).slice(driven);
    const records = asked.reduce((sum, line) => sum + shown(line), 0);
    const seconds = ((times.at(-1) ?? 0) - (times[driven - 1] ?? 0)) / 1000;
    return { questions: asked.length, records, seconds };
  } finally {
    clearInterval(timer);
    await library.close();
    rmSync(out, { recursive: true, force: true });
  }
}

/** Records that the answer to a question shows. */
function shown(line: string): number {
  const word = /[?&]q=([^&\s]*)/.exec(line)?.[1] ?? '';
  const wanted = decodeURIComponent(word).toLowerCase();
  const has = (text: string) => text.toLowerCase().split(' ').includes(wanted);
  return Math.min(20, booksOf(books).filter(({ title, author }) => has(`${title} ${author}`)).length);
}
