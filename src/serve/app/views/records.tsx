/** Records as a table, with filters by type and words. */
import { groupsWith } from '../../../model/counts.ts';
import type { RecordRows } from '../../api/records.ts';
import { crawlApi, useApi } from '../api.ts';
import { Empty, WhenThere } from '../parts/states.tsx';
import { countOf, countText } from '../parts/words.ts';
import { crawlHref, goTo } from '../router.ts';
import type { ViewProps } from './index.ts';

/** Records on one page of the table. */
const perPage = 50;
/** Columns of a table at most; the others of a record are behind its page. */
const mostColumns = 9;

/** The view of the records. */
export function RecordsBoard({ names, query }: ViewProps) {
  const crawl = names.crawl ?? '';
  const [type, words] = [query.get('type') ?? '', query.get('words') ?? ''];
  const offset = Math.max(0, Number(query.get('from')) || 0);
  const asked = new URLSearchParams({ type, words, offset: String(offset), limit: String(perPage) });
  const found = useApi<RecordRows>(crawlApi(crawl, `/records?${asked}`));
  const place = (change: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams({ type, words, ...change });
    for (const [key, value] of [...next]) if (value === '') next.delete(key);
    return crawlHref(crawl, `/records?${next}`);
  };
  return (
    <>
      <div class="title-row">
        <h1>Records</h1>
      </div>
      <WhenThere of={found}>
        {(data) =>
          Object.keys(data.types).length === 0 ? (
            <Empty>
              <h2>No records yet</h2>
              <p>
                Records are made by <code>argiope extract</code>, or by a crawl with <code>--extract</code>.
              </p>
            </Empty>
          ) : (
            <>
              <Filters
                crawl={crawl}
                data={data}
                type={type}
                words={words}
                onChange={(change) => goTo(place(change))}
              />
              <RecordTable crawl={crawl} data={data} />
              {data.total > perPage && (
                <nav class="pager" aria-label="Pages of the table">
                  {offset > 0 && (
                    <a class="button" href={place({ from: String(Math.max(0, offset - perPage)) })}>
                      Back
                    </a>
                  )}
                  <span class="soft">
                    {countText(offset + 1)} to {countText(offset + data.records.length)} of{' '}
                    {countText(data.total)}
                  </span>
                  {offset + perPage < data.total && (
                    <a class="button" href={place({ from: String(offset + perPage) })}>
                      Next
                    </a>
                  )}
                </nav>
              )}
            </>
          )
        }
      </WhenThere>
    </>
  );
}

function Filters({
  crawl,
  data,
  type,
  words,
  onChange,
}: {
  readonly crawl: string;
  readonly data: RecordRows;
  readonly type: string;
  readonly words: string;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}) {
  return (
    <form
      class="records-filters"
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ words: String(new FormData(event.currentTarget).get('words') ?? '') });
      }}
    >
      <label>
        <span class="soft small">Type</span>
        <select value={type} onChange={(event) => onChange({ type: event.currentTarget.value })}>
          <option value="">All</option>
          {Object.entries(data.types).map(([name, count]) => (
            <option key={name} value={name}>
              {name} ({countText(count)})
            </option>
          ))}
        </select>
      </label>
      <label class="records-words">
        <span class="soft small">Words in the values</span>
        <input type="search" name="words" defaultValue={words} key={words} />
      </label>
      <button type="submit">Filter</button>
      <p class="soft" role="status">
        {countOf(data.total, 'record')}
      </p>
      {type !== '' && (
        <a href={crawlHref(crawl, `/rules?template=${encodeURIComponent(type)}`)}>Rules of {type}</a>
      )}
    </form>
  );
}

function RecordTable({ crawl, data }: { readonly crawl: string; readonly data: RecordRows }) {
  const counts = groupsWith(data.records.map(({ fields }) => Object.keys(fields)));
  const columns = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name]) => name)
    .slice(0, mostColumns);
  const hasTypes = new Set(data.records.map(({ type }) => type)).size > 1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section class="scroll-x" tabIndex={0} aria-label="Records">
      <table class="stacked records">
        <thead>
          <tr>
            <th scope="col">Page</th>
            {hasTypes && <th scope="col">Type</th>}
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.records.map(({ page, type, fields }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: records have no other name, and rows keep nothing
            <tr key={at}>
              <td data-name="Page">
                {page !== null && /^\d+$/.test(page) ? (
                  <a href={crawlHref(crawl, `/pages/${page}`)}>{page}</a>
                ) : (
                  (page ?? '–')
                )}
              </td>
              {hasTypes && <td data-name="Type">{type}</td>}
              {columns.map((name) => (
                <td key={name} data-name={name} class="any">
                  {valueText(fields[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function valueText(value: unknown): string {
  if (value === undefined) return '';
  const text = [value]
    .flat()
    .map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
    .join(' · ');
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
