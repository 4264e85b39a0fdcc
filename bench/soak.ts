import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, readArgs } from './bench.ts';
import { startChild } from './children.ts';
import { ended, lastObject, program } from './crawl-process.ts';
import { startServers } from './gather/site/process.ts';
import { Report } from './report.ts';
import { descendants, handlesOf, memoryOf } from './torture/processes.ts';

/** A long crawl: what it holds must not grow with what it has done. */
export const soak: Bench = {
  name: 'soak',
  summary:
    'a long crawl by plain requests and by the browser: memory, handles, processes and temporary files stay flat',
  usage: [
    '    --pages N     pages by plain requests (default 200000)',
    '    --browser N   pages by the browser (default a twentieth of them)',
    '    --markdown    tables to paste into docs/benchmarks.md',
  ].join('\n'),
  run,
};

/** What the last quarter may have more than the second, in the mean: indices of known addresses grow with a crawl. */
const growth = 1.25;

/** How much more the files that are written from the store may take than the crawl: one thing after the other is read. */
const outputs = 1.5;

interface Sample {
  /** Seconds since the command began. */
  readonly at: number;
  readonly mib: number;
  readonly handles: number;
  readonly processes: number;
  readonly files: number;
}

async function run(args: readonly string[]): Promise<boolean> {
  const values = readArgs(args, {
    pages: { type: 'string', default: '200000' },
    browser: { type: 'string' },
    markdown: { type: 'boolean', default: false },
  });
  const pages = Number(values.pages);
  const report = new Report(values.markdown ? 'markdown' : 'text');
  const folder = await mkdtemp(join(tmpdir(), 'argiope-soak-'));
  try {
    const plan = [
      ['http', pages],
      ['browser', Number(values.browser ?? Math.ceil(pages / 20))],
    ] as const;
    for (const [engine, count] of plan) await long(report, engine, count, join(folder, engine));
    return report.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function long(report: Report, engine: string, pages: number, folder: string): Promise<void> {
  const temporary = join(folder, 'tmp');
  await mkdir(temporary, { recursive: true });
  const servers = await startServers({ pages });
  try {
    const url = `http://127.0.0.1:${servers.ports[0]}/`;
    const flags = ['--engine', engine, '--delay', '0', '--quiet', '--json', '--out', join(folder, 'out')];
    const child = startChild(process.execPath, [program, 'crawl', url, ...flags], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TMPDIR: temporary },
    });
    let stdout = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    const samples: Sample[] = [];
    const end = ended(child);
    const began = performance.now();
    while ((await Promise.race([end.then(() => 'ended'), wait(500)])) !== 'ended')
      samples.push(await sampleOf(child.pid ?? 0, temporary, (performance.now() - began) / 1000));
    const summary = lastObject(stdout);
    report.section(`${engine}: ${summary?.pages ?? 0} pages`);
    // What is written from the store afterwards is other work: it has a row and a bound of its own.
    const crawled = summary?.seconds ?? Number.POSITIVE_INFINITY;
    const crawl = samples.filter(({ at }) => at <= crawled);
    judge(report, engine, crawl, samples.slice(crawl.length), summary?.pages ?? 0);
    const left = (await readdir(temporary)).filter((name) => name !== 'node-compile-cache');
    report.verdict(left.length === 0, `${engine}: no temporary file is left`, `${left.length} are`);
    const found = summary?.pages ?? 0;
    report.verdict(found === pages, `${engine}: every page is found`, `${found} of ${pages}`);
  } finally {
    await servers.close();
  }
}

async function sampleOf(pid: number, temporary: string, at: number): Promise<Sample> {
  const files = (await readdir(temporary).catch(() => [])).length;
  return { at, mib: memoryOf(pid), handles: handlesOf(pid), processes: descendants(pid).length, files };
}

function judge(
  report: Report,
  engine: string,
  samples: readonly Sample[],
  written: readonly Sample[],
  pages: number,
): void {
  const size = Math.max(1, Math.floor(samples.length / 4));
  const quarters = [0, 1, 2, 3].map((quarter) => samples.slice(quarter * size, (quarter + 1) * size));
  const mean = (part: readonly Sample[], of: keyof Sample) =>
    Math.round((10 * part.reduce((sum, sample) => sum + sample[of], 0)) / Math.max(1, part.length)) / 10;
  const kinds = ['mib', 'handles', 'processes', 'files'] as const;
  report.table(
    ['quarter', 'MiB of Node', 'handles', 'processes', 'temporary files'],
    [
      ...quarters.map((part, at) => [String(at + 1), ...kinds.map((kind) => mean(part, kind))]),
      ['outputs', ...kinds.map((kind) => mean(written, kind))],
    ],
  );
  const [, second = [], , last = []] = quarters;
  for (const kind of kinds) {
    const [before, after] = [mean(second, kind), mean(last, kind)];
    report.verdict(
      after <= growth * before + 2,
      `${engine}: ${kind} stay flat over ${pages} pages`,
      `${before} in the second quarter, ${after} in the last`,
    );
  }
  const [most, own] = [Math.max(0, ...written.map(({ mib }) => mib)), mean(last, 'mib')];
  report.verdict(
    most <= outputs * own,
    `${engine}: outputs of ${pages} pages take at most ${outputs} times what the crawl takes`,
    `${Math.round(most)} MiB at most, ${own} in the last quarter of the crawl`,
  );
}
