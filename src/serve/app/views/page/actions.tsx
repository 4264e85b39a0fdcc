import { useMemo, useState } from 'preact/hooks';
import type { PageAction } from '../../../api/page-parts.ts';
import { crawlApi, useApi } from '../../api.ts';
import { Empty, WhenThere } from '../../parts/states.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import { countOf, countText } from '../../parts/words.ts';
import { crawlHref } from '../../router.ts';
import type { PartProps } from '../page.tsx';

/** Actions that are listed before the rest is asked for. */
const shownAtFirst = 200;

/** Actions of a page: what each would do, and why it was fired or not. */
export function PageActions({ crawl, page }: PartProps) {
  const found = useApi<{ readonly actions: readonly PageAction[]; readonly total: number }>(
    crawlApi(crawl, `/pages/${page.number}/actions`),
  );
  return (
    <WhenThere of={found}>
      {({ actions, total }) =>
        total === 0 ? (
          <Empty>
            {page.status === 'kept'
              ? 'Nothing on this page leads anywhere.'
              : 'Actions are found when it is captured.'}
          </Empty>
        ) : (
          <ActionTable crawl={crawl} actions={actions} total={total} />
        )
      }
    </WhenThere>
  );
}

function ActionTable({
  crawl,
  actions,
  total,
}: {
  readonly crawl: string;
  readonly actions: readonly PageAction[];
  readonly total: number;
}) {
  const [reason, setReason] = useState('');
  const [all, setAll] = useState(false);
  const counts = useMemo(() => {
    const found = new Map<string, { why: string; count: number }>();
    for (const action of actions) {
      const known = found.get(action.reason) ?? { why: action.why, count: 0 };
      known.count++;
      found.set(action.reason, known);
    }
    return [...found].sort(([, one], [, other]) => other.count - one.count);
  }, [actions]);
  const fitting = actions.filter((action) => reason === '' || action.reason === reason);
  const rows = all ? fitting : fitting.slice(0, shownAtFirst);
  return (
    <>
      <div class="section-head">
        <p class="soft">
          {countOf(total, 'action')}
          {total > actions.length && `, the first ${countText(actions.length)} shown`}
        </p>
        <label class="filters">
          <span class="soft small">Why</span>
          <select value={reason} onChange={(event) => setReason(event.currentTarget.value)}>
            <option value="">All</option>
            {counts.map(([word, { why, count }]) => (
              <option key={word} value={word}>
                {`${why} (${count})`}
              </option>
            ))}
          </select>
        </label>
      </div>
      <table class="stacked actions-table">
        <TableHead columns={['Action', 'What it would do', 'What became of it']} />
        <tbody>
          {rows.map((action) => (
            <tr key={action.ord}>
              <th scope="row">
                {action.label || <span class="soft">(no text)</span>}
                <div class="soft small">
                  {action.event}
                  {action.value !== null && ` “${action.value}”`}
                </div>
              </th>
              <td data-name="Would do">
                <div class="any">
                  <code>{action.instruction.text}</code>
                  <div class="soft small">
                    <code>{action.xpath}</code>
                  </div>
                </div>
              </td>
              <td data-name="Became">
                <span>
                  {action.why}
                  {action.target !== null && (
                    <>
                      <br />
                      <a href={crawlHref(crawl, `/pages/${action.target}`)}>
                        page {action.target}
                        {action.targetTitle !== '' && `, ${action.targetTitle}`}
                      </a>
                    </>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length < fitting.length && (
        <button type="button" onClick={() => setAll(true)}>
          Show all {countText(fitting.length)}
        </button>
      )}
    </>
  );
}
