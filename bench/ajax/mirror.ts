import { join } from 'node:path';
import { checkMirror } from '../../test/mirror-check.ts';
import { blog } from '../../test/sites/blog.ts';
import { blogSets } from '../../test/sites/blog-sets.ts';
import { runArgiope, runCrawl } from '../crawl-process.ts';
import { withSite } from '../site-process.ts';
import { type BrowserFindings, checkInBrowser, type Pair } from './browser-check.ts';
import { bareTextOf, mirrorFiles } from './outputs.ts';
import type { Part, PartContext } from './part.ts';
import { startViewer } from './viewer.ts';

const screenshots = 20;

/** The mirror of set 1, read as files and seen in a browser. */
export const mirror: Part = { name: 'mirror', title: 'The mirror of set 1', run };

async function run({ report, folder, options }: PartContext): Promise<void> {
  const site = blog({ articles: options.quick ? 5 : (blogSets[0]?.articles ?? 50) });
  const out = join(folder, 'out');
  await withSite('blog', { articles: site.truth.articles }, async (served) => {
    await runCrawl(served.url, out);
    const remade = await runArgiope(['mirror', '--out', out, '--quiet']);
    report.note(`${site.truth.pages} pages; \`argiope mirror\` alone took ${remade.seconds.toFixed(2)} s\n`);
    const checked = await checkMirror(join(out, 'mirror'));
    report.verdict(
      remade.code === 0 && checked.files >= site.truth.pages,
      'mirror: a file for every page, made anew from the store',
      `${checked.files} files, exit code ${remade.code}`,
    );
    judgeFiles(report, checked);
    report.progress('mirror: looking at every file in a browser');
    const pairs = await pairUp(out, site.truth.allPages());
    judgeLook(report, await look(served.origin, pairs), site.truth.pages);
  });
}

function judgeFiles(report: PartContext['report'], checked: Awaited<ReturnType<typeof checkMirror>>): void {
  const { deadLinks, scripts, external } = checked;
  report.verdict(deadLinks.length === 0, 'mirror: no dead link', listed(deadLinks));
  report.verdict(scripts.length === 0, 'mirror: no script', listed(scripts));
  report.verdict(external.length === 0, 'mirror: no external request in the files', listed(external));
}

function judgeLook(report: PartContext['report'], seen: BrowserFindings, pages: number): void {
  report.verdict(seen.opened === pages, 'mirror: every live page has its copy', `${seen.opened} of ${pages}`);
  report.verdict(
    seen.failedRequests.length === 0,
    'mirror: no failed request in the browser',
    listed(seen.failedRequests),
  );
  report.verdict(
    seen.externalRequests.length === 0,
    'mirror: no external request in the browser',
    listed(seen.externalRequests),
  );
  report.verdict(
    seen.otherText.length === 0,
    'mirror: visible text equals the live page',
    listed(seen.otherText),
  );
  const worst = Math.max(0, ...seen.pixels.map(({ share }) => share));
  report.verdict(
    seen.pixels.length > 0 && worst < 0.01,
    `mirror: screenshots differ by less than 1 % of pixels`,
    `${seen.pixels.length} compared, worst ${(worst * 100).toFixed(3)} %`,
  );
}

async function look(origin: string, pairs: readonly Pair[]): Promise<BrowserFindings> {
  const viewer = await startViewer();
  try {
    return await checkInBrowser(viewer, origin, pairs, screenshots);
  } finally {
    await viewer.close();
  }
}

/** Which file is a copy of which page, told by its text. */
async function pairUp(out: string, pages: Iterable<Pair['page']>): Promise<readonly Pair[]> {
  const byText = new Map([...pages].map((page) => [page.text, page]));
  const pairs: Pair[] = [];
  for (const file of (await mirrorFiles(out)).values()) {
    const page = byText.get(await bareTextOf(file));
    if (page) pairs.push({ file, page });
  }
  return pairs;
}

function listed(findings: readonly string[]): string {
  return findings.length === 0 ? 'none' : `${findings.length}, first: ${findings[0]}`;
}
