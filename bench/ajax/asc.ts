import { join } from 'node:path';
import { portalTruth } from '../../test/sites/portal.ts';
import { type CrawlRun, runArgiope, runCrawl } from '../crawl-process.ts';
import { withSite } from '../site-process.ts';
import type { Cell } from '../table.ts';
import { allTransitions, withStore } from './outputs.ts';
import type { Part, PartContext } from './part.ts';

/** Table 1 of the ASC paper on a portal of its shape. */
export const asc: Part = { name: 'asc', title: 'Table 1 of ASC: a portal page', run };

/** ASC looked at the elements of the start page alone; so do all lines here. */
const variants: readonly { readonly name: string; readonly flags: readonly string[] }[] = [
  { name: 'tags a,div,span', flags: ['--tags', 'a,div,span', '--events', 'click', '--depth', '1'] },
  { name: 'default', flags: ['--depth', '1'] },
  { name: 'link crawler', flags: ['--engine', 'http', '--depth', '1'] },
];

interface Looked {
  readonly run: CrawlRun;
  readonly candidates: number;
  readonly changing: number;
  readonly links: number;
  readonly mirrorSeconds: number;
}

async function run({ report, folder }: PartContext): Promise<void> {
  const looked: Looked[] = [];
  for (const [index, variant] of variants.entries()) {
    report.progress(`asc: ${variant.name}`);
    looked.push(await look(join(folder, String(index)), variant.flags));
  }
  report.table(
    ['crawler', 'candidates', 'clicks that changed', 'events', 'links', 'crawl ms', 'mirror ms'],
    looked.map((line, index): Cell[] => [
      variants[index]?.name ?? '',
      line.candidates,
      line.changing,
      line.run.summary.events.fired + line.run.summary.events.replayed,
      line.links,
      Math.round(line.run.summary.seconds * 1000),
      Math.round(line.mirrorSeconds * 1000),
    ]),
  );
  const [tags, plain, link] = looked;
  if (!tags || !plain || !link) return;
  const { candidates, changing, links, plainLinks } = portalTruth;
  report.verdict(
    tags.candidates === candidates && tags.changing === changing && tags.links === links,
    `ASC: ${candidates} candidates, ${changing} clicks that change the page, ${links} links by tags`,
    `${tags.candidates}, ${tags.changing}, ${tags.links}`,
  );
  report.verdict(
    plain.changing === changing && plain.links === links,
    `ASC: the default finds the same ${changing} pages and ${links} links`,
    `${plain.changing} and ${plain.links} from ${plain.candidates} candidates`,
  );
  report.verdict(
    link.links === plainLinks,
    `ASC: the link crawler finds ${plainLinks} links`,
    String(link.links),
  );
}

async function look(out: string, flags: readonly string[]): Promise<Looked> {
  return withSite('portal', {}, async (site) => {
    // 4: stopped by a limit, which the depth is.
    const run = await runCrawl(site.url, out, flags, [0, 4]);
    const remade = await runArgiope(['mirror', '--out', out, '--quiet']);
    if (remade.code !== 0) throw new Error(`argiope mirror ended with ${remade.code}\n${remade.stderr}`);
    const counted = await withStore(out, async (store) => {
      const transitions = await allTransitions(store);
      const urls = transitions.filter(({ action }) => action.instruction.kind === 'url');
      return {
        candidates: transitions.filter(({ source }) => source === 0).length,
        links: new Set(urls.map(({ action }) => action.instruction.text)).size,
      };
    });
    return { run, ...counted, changing: run.summary.statePages, mirrorSeconds: remade.seconds };
  });
}
