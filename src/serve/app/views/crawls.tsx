/** All crawls: which there are, how they stand, and a new one. */

import type { ToldCrawl } from '../../api/crawls.ts';
import { useAgain, useApi } from '../api.ts';
import { StateBadge } from '../parts/badge.tsx';
import { Empty, WhenThere } from '../parts/states.tsx';
import { TableHead } from '../parts/table-head.tsx';
import { briefAddress, countText, momentText } from '../parts/words.ts';
import { crawlHref } from '../router.ts';

interface Crawls {
  readonly crawls: readonly ToldCrawl[];
  readonly root: string;
}

/** The view of all crawls. */
export function CrawlsBoard() {
  const found = useApi<Crawls>('/api/crawls');
  useAgain(found.reload);
  return (
    <>
      <div class="title-row">
        <h1>Crawls</h1>
        <div class="actions">
          <a class="button main" href="/new">
            New crawl
          </a>
        </div>
      </div>
      <div class="section">
        <WhenThere of={found}>
          {({ crawls, root }) =>
            crawls.length === 0 ? (
              <Empty>
                <h2>No crawl yet</h2>
                <p>
                  Begin one here, or run <code>argiope crawl</code>: what lies below <code>{root}</code> is
                  shown.
                </p>
              </Empty>
            ) : (
              <CrawlTable crawls={crawls} />
            )
          }
        </WhenThere>
      </div>
    </>
  );
}

function CrawlTable({ crawls }: { readonly crawls: readonly ToldCrawl[] }) {
  return (
    <table class="stacked">
      <TableHead columns={['Crawl', 'State', '#Pages', '#Waiting', '#Errors', 'Begun']} />
      <tbody>
        {crawls.map((crawl) => (
          <tr key={crawl.id}>
            <th scope="row">
              <a href={crawlHref(crawl.id)}>{crawl.id}</a>
              <div class="soft small any">{crawl.seeds.slice(0, 2).map(briefAddress).join(', ')}</div>
            </th>
            <td>
              <StateBadge state={crawl.state} />
            </td>
            <td class="num" data-name="Pages">
              {countText(crawl.figures?.pages ?? 0)}
            </td>
            <td class="num" data-name="Waiting">
              {countText(crawl.figures?.waiting ?? 0)}
            </td>
            <td class="num" data-name="Errors">
              {countText(crawl.figures?.errors ?? 0)}
            </td>
            <td data-name="Begun">{crawl.createdAt === null ? '–' : momentText(crawl.createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
