import type { ModelView, PatternsOnPage } from '../../../api/models.ts';
import { briefName, countOf } from '../../parts/words.ts';
import { crawlHref } from '../../router.ts';

/** The patterns of a type: where their elements are, what they lead to, and what they cover on the page beside. */
export function PatternList({
  crawl,
  model,
  type,
  found,
  isDropped,
  onTurn,
}: {
  readonly crawl: string;
  readonly model: ModelView;
  readonly type: ModelView['types'][number];
  readonly found: PatternsOnPage | null;
  readonly isDropped: (at: number) => boolean;
  readonly onTurn: (at: number) => void;
}) {
  const isWanted = (name: string) => model.types.some((one) => one.name === name && one.isWanted);
  if (type.patterns.length === 0)
    return <p class="soft">Nothing is fired on pages of this type: no element led to a wanted page.</p>;
  return (
    <ul class="rules-fields">
      {type.patterns.map(({ at, event, leadsTo, paths, support, precision }) => {
        const here = found?.elements.filter((element) => element.at === at) ?? [];
        return (
          <li key={at} class={isDropped(at) ? 'dropped' : ''}>
            <div class="rules-field">
              <span class={`rules-chip c${at % 8}`} aria-hidden="true" />
              <b class="any">
                {event} → {leadsTo}
              </b>
              {isWanted(leadsTo) && <span class="badge">wanted</span>}
              <button type="button" onClick={() => onTurn(at)}>
                {isDropped(at) ? 'Keep' : 'Drop'}
                <span class="unseen">
                  {' '}
                  {event} to {leadsTo}
                </span>
              </button>
            </div>
            <p class="small any">
              <code>{paths[0]}</code>
            </p>
            <p class="soft small any">
              {Math.round(precision * 100)} % of{' '}
              {countOf(Math.round(support / Math.max(precision, 0.01)), 'element')} led there in training.{' '}
              {here.length === 0 ? (
                'None on this page.'
              ) : (
                <>
                  {countOf(here.length, 'element')} on this page:{' '}
                  {here.slice(0, 6).map(({ xpath, label, target }, nth) => (
                    <span key={xpath}>
                      {nth > 0 && ' · '}
                      {target === null ? (
                        briefName(label, 40) || xpath
                      ) : (
                        <a href={crawlHref(crawl, `/pages/${target}`)}>
                          {briefName(label, 40) || `page ${target}`}
                        </a>
                      )}
                    </span>
                  ))}
                  {here.length > 6 && ` and ${here.length - 6} more`}
                </>
              )}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
