import type { ToldRow } from '../../api/pages.ts';
import { crawlHref } from '../router.ts';
import { TableHead } from './table-head.tsx';
import { briefAddress, briefName, momentText } from './words.ts';

/** Pages in a table, each a link to its view. */
export function PageTable({
  crawl,
  pages,
  show,
}: {
  readonly crawl: string;
  readonly pages: readonly ToldRow[];
  /** Part of the page that links lead to. */
  readonly show?: string;
}) {
  const query = show === undefined ? '' : `?show=${show}`;
  return (
    <table class="stacked pages-table">
      <TableHead columns={['#Number', 'Page', 'Reached by', 'Captured']} />
      <tbody>
        {pages.map((page) => (
          <tr key={page.number}>
            <td class="num soft">{page.number}</td>
            <th scope="row" class="any">
              <a href={crawlHref(crawl, `/pages/${page.number}${query}`)}>
                {briefName(page.label) ||
                  (page.address && briefAddress(page.address)) ||
                  `Page ${page.number}`}
              </a>
              {page.address !== null && page.title !== '' && (
                <div class="soft small">{briefAddress(page.address)}</div>
              )}
            </th>
            <td data-name="Reached by">{page.kind === 'url' ? 'address' : 'events'}</td>
            <td data-name="Captured" class="captured">
              {page.time === null ? '–' : momentText(page.time)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
