/** Search of a crawl; without words, all its pages. */
import type { ToldRow } from '../../api/pages.ts';
import type { ToldAnswer, ToldHit } from '../../api/search.ts';
import { crawlApi, useApi } from '../api.ts';
import { PageTable } from '../parts/page-table.tsx';
import { Empty, WhenThere } from '../parts/states.tsx';
import { briefAddress, briefName, countOf, countText } from '../parts/words.ts';
import { crawlHref, goTo } from '../router.ts';
import type { ViewProps } from './index.ts';
import { FieldTable } from './page/records.tsx';
import { Facets, withTerm } from './search/facets.tsx';

const hitsShown = 20;
const pagesShown = 50;

/** The view of the search. */
export function SearchBoard({ names, query }: ViewProps) {
  const crawl = names.crawl ?? '';
  const asked = query.get('q') ?? '';
  const place = crawlHref(crawl, '/search');
  const go = (text: string) =>
    goTo(text.trim() === '' ? place : `${place}?q=${encodeURIComponent(text.trim())}`);
  return (
    <>
      <h1 class="unseen">Search</h1>
      <search>
        <form
          class="search-form"
          onSubmit={(event) => {
            event.preventDefault();
            go(String(new FormData(event.currentTarget).get('words') ?? ''));
          }}
        >
          <label class="unseen" for="words">
            Words to look for
          </label>
          <input
            key={asked}
            id="words"
            name="words"
            type="search"
            defaultValue={asked}
            placeholder="Words, “a phrase”, title:, -without, price<50"
            autocomplete="off"
          />
          <button type="submit" class="main">
            Search
          </button>
        </form>
      </search>
      {asked === '' ? (
        <AllPages crawl={crawl} query={query} place={place} />
      ) : (
        <Hits
          crawl={crawl}
          asked={asked}
          offset={Number(query.get('from') ?? 0) || 0}
          place={place}
          go={go}
        />
      )}
    </>
  );
}

function Hits({
  crawl,
  asked,
  offset,
  place,
  go,
}: {
  readonly crawl: string;
  readonly asked: string;
  readonly offset: number;
  readonly place: string;
  readonly go: (text: string) => void;
}) {
  const path = `/search?q=${encodeURIComponent(asked)}&limit=${hitsShown}&offset=${offset}`;
  const found = useApi<ToldAnswer>(crawlApi(crawl, path));
  const at = (from: number) => `${place}?q=${encodeURIComponent(asked)}${from > 0 ? `&from=${from}` : ''}`;
  return (
    <WhenThere of={found}>
      {(answer) => (
        <div class={Object.keys(answer.facets).length > 0 ? 'with-facets' : ''}>
          <div>
            <p class="soft search-total" role="status">
              {answer.total === 0 ? 'Nothing was found.' : countOf(answer.total, 'hit')}
              {answer.waiting > 0 &&
                ` ${countOf(answer.waiting, 'page')} wait to be indexed: the crawl has the store.`}
            </p>
            {answer.total === 0 && <NothingFound answer={answer} place={place} />}
            <ol class="hits">
              {answer.hits.map((hit) => (
                <Hit key={`${hit.number} ${hit.record?.path ?? ''}`} crawl={crawl} hit={hit} />
              ))}
            </ol>
            {answer.total > hitsShown && (
              <nav class="pager" aria-label="More hits">
                {offset > 0 && (
                  <a class="button" href={at(Math.max(0, offset - hitsShown))}>
                    Before
                  </a>
                )}
                {offset + hitsShown < answer.total && (
                  <a class="button" href={at(offset + hitsShown)}>
                    More
                  </a>
                )}
                <span class="soft small">
                  {countText(offset + 1)} to {countText(Math.min(offset + hitsShown, answer.total))}
                </span>
              </nav>
            )}
          </div>
          <Facets facets={answer.facets} choose={(field, value) => go(withTerm(asked, field, value))} />
        </div>
      )}
    </WhenThere>
  );
}

function NothingFound({ answer, place }: { readonly answer: ToldAnswer; readonly place: string }) {
  return (
    <Empty>
      {answer.suggestion !== null && (
        <p>
          Did you mean <a href={`${place}?q=${encodeURIComponent(answer.suggestion)}`}>{answer.suggestion}</a>
          ?
        </p>
      )}
      {answer.inFrame > 0 && (
        <p>
          {countOf(answer.inFrame, 'page')} of the site show this, but only in what all of them have in
          common, such as menus.
        </p>
      )}
      <p>All words must be on a page. Fewer words, or the beginning of one (abc*), find more.</p>
    </Empty>
  );
}

function Hit({ crawl, hit }: { readonly crawl: string; readonly hit: ToldHit }) {
  const href = (number: number, show = '') => crawlHref(crawl, `/pages/${number}${show}`);
  const name = briefName(hit.label || hit.title) || (hit.url ? briefAddress(hit.url) : '(no title)');
  return (
    <li>
      <h2>{hit.number === null ? name : <a href={href(hit.number)}>{name}</a>}</h2>
      <p class="small soft any">
        {hit.url === null ? 'reached by events' : briefAddress(hit.url)}
        {hit.number !== null && (
          <>
            {' · '}
            <a href={href(hit.number, '?show=path')}>the way there</a>
          </>
        )}
      </p>
      {hit.record ? <FieldTable fields={hit.record.fields} /> : <Marked text={hit.text} marks={hit.marks} />}
      {hit.states.length > 0 && (
        <ul class="hit-states small">
          {hit.states.map((state) => (
            <li key={state.number}>
              {state.number !== null && (
                <a href={href(state.number)}>{briefName(state.label || state.title)}</a>
              )}
            </li>
          ))}
          {hit.moreStates > 0 && <li class="soft">{countOf(hit.moreStates, 'more state')}</li>}
        </ul>
      )}
    </li>
  );
}

function Marked({ text, marks }: { readonly text: string; readonly marks: ToldHit['marks'] }) {
  const parts: (string | { readonly marked: string; readonly at: number })[] = [];
  let end = 0;
  for (const [from = 0, to = 0] of marks) {
    if (from < end) continue;
    parts.push(text.slice(end, from), { marked: text.slice(from, to), at: from });
    end = to;
  }
  parts.push(text.slice(end));
  return (
    <p class="any">
      {parts.map((part) => (typeof part === 'string' ? part : <mark key={part.at}>{part.marked}</mark>))}
    </p>
  );
}

const statuses = [
  ['kept', 'Kept'],
  ['queued', 'Waiting'],
  ['merged', 'Merged'],
  ['failed', 'Failed'],
  ['gone', 'Gone'],
] as const;

function AllPages({
  crawl,
  query,
  place,
}: {
  readonly crawl: string;
  readonly query: URLSearchParams;
  readonly place: string;
}) {
  const status = query.get('status') ?? 'kept';
  const after = query.get('after');
  const path = `/pages?status=${encodeURIComponent(status)}&limit=${pagesShown}${after === null ? '' : `&after=${encodeURIComponent(after)}`}`;
  const found = useApi<{ readonly pages: readonly ToldRow[]; readonly next: number | null }>(
    crawlApi(crawl, path),
  );
  return (
    <section class="section">
      <div class="section-head">
        <h2>All pages</h2>
        <label class="filters">
          <span class="soft small">State</span>
          <select value={status} onChange={(event) => goTo(`${place}?status=${event.currentTarget.value}`)}>
            {statuses.map(([word, text]) => (
              <option key={word} value={word}>
                {text}
              </option>
            ))}
          </select>
        </label>
      </div>
      <WhenThere of={found}>
        {({ pages, next }) =>
          pages.length === 0 ? (
            <Empty>No page is in this state.</Empty>
          ) : (
            <>
              <PageTable crawl={crawl} pages={pages} />
              {(next !== null || after !== null) && (
                <nav class="pager" aria-label="More pages">
                  {after !== null && (
                    <a class="button" href={`${place}?status=${status}`}>
                      First
                    </a>
                  )}
                  {next !== null && (
                    <a class="button" href={`${place}?status=${status}&after=${next}`}>
                      More
                    </a>
                  )}
                </nav>
              )}
            </>
          )
        }
      </WhenThere>
    </section>
  );
}
