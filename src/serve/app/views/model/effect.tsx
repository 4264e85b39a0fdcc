/** What a crawl without some patterns would miss, on pages that are known. */
import type { ModelEffect } from '../../../api/models.ts';
import { countOf, countText } from '../../parts/words.ts';
import { crawlHref } from '../../router.ts';

/** The effect: what would be fired, what would be reached, and what not. */
export function MissedPages({ crawl, effect }: { readonly crawl: string; readonly effect: ModelEffect }) {
  const { tried, of, elements, reached, missed } = effect;
  return (
    <>
      <p role="status">
        {countText(elements.before - elements.after)} of {countOf(elements.before, 'element')} would not be
        fired any more; {countText(reached.after)} of {countOf(reached.before, 'page')} would still be reached
        {tried < of && ` (by the first ${countText(tried)} of ${countOf(of, 'page')})`}.
      </p>
      {missed.length > 0 && (
        <details open={missed.length <= 8}>
          <summary>{countOf(reached.before - reached.after, 'page')} that would be missed</summary>
          <ul class="rules-rows">
            {missed.map(({ number, title, type }) => (
              <li key={number}>
                <a class="any" href={crawlHref(crawl, `/pages/${number}`)}>
                  {title || `Page ${number}`}
                </a>
                {type !== null && <span class="soft small"> {type}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
