import type { SiteStore } from '../../model/store.ts';
import { EntryPaths } from '../entry-path.ts';
import { stepLabels } from '../label.ts';
import type { FileLayout } from '../layout.ts';
import { failures } from '../links/problems.ts';
import { wantedPages } from '../numbering.ts';
import { ReadablePaths } from '../readable-paths.ts';
import { overviewPage } from './page.ts';
import { type OverviewPage, overviewTree } from './tree.ts';

/** The text of a page that lists all pages of a mirror, and what failed. */
export async function overviewText(site: SiteStore, layout: FileLayout): Promise<string> {
  const { name, seeds } = await site.info();
  const { protocol = '', host = '' } = URL.parse(seeds[0] ?? '') ?? {};
  const shown = await shownPages(site, layout);
  return overviewPage({
    name,
    tree: overviewTree(shown, `${protocol}//${host}`),
    figures: { pages: shown.length, states: shown.filter(({ steps }) => steps !== '').length },
    failures: await failures(site),
    isSearched: (await site.search.count()) > 0,
    fileOf: (number) => (layout.resolve(number) === null ? null : layout.fileOf(number)),
  });
}

async function shownPages(site: SiteStore, layout: FileLayout): Promise<readonly OverviewPage[]> {
  const paths = new EntryPaths(site);
  const readable = new ReadablePaths(site);
  const shown: OverviewPage[] = [];
  for await (const page of wantedPages(site)) {
    const { number, content, entry } = page;
    const way = await paths.of(page);
    const [first] = way;
    const url = await paths.addressOf(page);
    const opened = first && 'open' in first ? first.open : '';
    shown.push({
      number,
      url,
      opened,
      path: await readable.of(url ?? opened),
      title: content?.title ?? '',
      steps: entry.kind === 'url' ? '' : stepLabels(way).join(' › '),
      file: layout.fileOf(number),
    });
  }
  return shown;
}
