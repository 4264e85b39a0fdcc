import type { ToldRow } from '../../../api/pages.ts';
import { crawlApi, useApi } from '../../api.ts';
import { PageTable } from '../../parts/page-table.tsx';
import { Empty, WhenThere } from '../../parts/states.tsx';
import type { PartProps } from '../page.tsx';

/** Numbers that turned out to be this page. */
export function PageMerged({ crawl, page }: PartProps) {
  const found = useApi<{ readonly pages: readonly ToldRow[] }>(
    crawlApi(crawl, `/pages/${page.number}/merged`),
  );
  return (
    <WhenThere of={found}>
      {({ pages }) =>
        pages.length === 0 ? (
          <Empty>Nothing was merged into this page: it was found once.</Empty>
        ) : (
          <PageTable crawl={crawl} pages={pages} show="path" />
        )
      }
    </WhenThere>
  );
}
