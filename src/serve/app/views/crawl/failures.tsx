import { useState } from 'preact/hooks';
import type { FailureGroup } from '../../../api/failures.ts';
import { crawlApi, useApi } from '../../api.ts';
import { WhenThere } from '../../parts/states.tsx';
import { briefAddress, countOf } from '../../parts/words.ts';
import { crawlHref } from '../../router.ts';

const consequences: Readonly<Record<string, string>> = {
  retry: 'tried again, then given up',
  skip: 'skipped at once',
  rest: 'the host asked for a rest',
  stop: 'ends the crawl',
};

/** Failures by consequence and code, with the pages behind them. */
export function Failures({ id, errors }: { readonly id: string; readonly errors: number }) {
  // Failures that come while somebody looks are asked for in steps, not each by itself.
  const step = errors < 20 ? errors : Math.floor(errors / 20) * 20;
  const found = useApi<{ readonly groups: readonly FailureGroup[] }>(
    errors === 0 ? null : crawlApi(id, `/failures?known=${step}`),
  );
  if (errors === 0) return null;
  return (
    <section class="section">
      <h2>Failures</h2>
      <WhenThere of={found}>
        {({ groups }) => (
          <div>
            {groups.map((group) => (
              <Group key={group.code} id={id} group={group} />
            ))}
          </div>
        )}
      </WhenThere>
    </section>
  );
}

function Group({ id, group }: { readonly id: string; readonly group: FailureGroup }) {
  const [all, setAll] = useState(false);
  const pages = all ? group.pages : group.pages.slice(0, 5);
  return (
    <details class="failure">
      <summary>
        <code>{group.code}</code> {countOf(group.count, 'page')}
        <span class="soft">, {consequences[group.consequence] ?? group.consequence}</span>
      </summary>
      <table class="stacked">
        <tbody>
          {pages.map((page) => (
            <tr key={page.number}>
              <th scope="row" class="num">
                <a href={crawlHref(id, `/pages/${page.number}`)}>{page.number}</a>
              </th>
              <td class="any">
                {page.url !== null && <div>{briefAddress(page.url)}</div>}
                <div class="soft small">{page.message}</div>
              </td>
              <td class="num">
                {page.foundOn !== null && (
                  <a href={crawlHref(id, `/pages/${page.foundOn}`)}>found on {page.foundOn}</a>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!all && group.pages.length > pages.length && (
        <button type="button" onClick={() => setAll(true)}>
          Show {group.pages.length}
        </button>
      )}
    </details>
  );
}
