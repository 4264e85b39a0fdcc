/** All crawls: which there are, how they stand, and a new one. */
import { useEffect } from 'preact/hooks';
import type { ToldCrawl } from '../../api/crawls.ts';
import { useApi } from '../api.ts';
import { StateBadge } from '../parts/badge.tsx';
import { Empty, WhenThere } from '../parts/states.tsx';
import { briefAddress, countText, momentText } from '../parts/words.ts';
import { crawlHref } from '../router.ts';

interface Crawls {
  readonly crawls: readonly ToldCrawl[];
  readonly root: string;
}

/** Seconds after which the list is asked for anew. */
const againMs = 3000;

/** The view of all crawls. */
export function CrawlsBoard() {
  const found = useApi<Crawls>('/api/crawls');
  const { reload } = found;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, againMs);
    return () => clearInterval(timer);
  }, [reload]);
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
      <thead>
        <tr>
          <th scope="col">Crawl</th>
          <th scope="col">State</th>
          <th scope="col" class="num">
            Pages
          </th>
          <th scope="col" class="num">
            Waiting
          </th>
          <th scope="col" class="num">
            Errors
          </th>
          <th scope="col">Begun</th>
        </tr>
      </thead>
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
