import type { CrawlState } from '../../../crawl.ts';
import type { TabWork } from '../../../live/feed.ts';
import { crawlApi } from '../../api.ts';
import { crawlHref } from '../../router.ts';

/** What each tab of a crawl does. */
export function Tabs({
  id,
  tabs,
  state,
}: {
  readonly id: string;
  readonly tabs: readonly TabWork[];
  readonly state: CrawlState;
}) {
  return (
    <section class="section">
      <h2>Tabs</h2>
      {tabs.length === 0 ? (
        <p class="soft">{nothing[state] ?? 'No tab is open.'}</p>
      ) : (
        <ul class="tab-list">
          {tabs.map(({ tab, page, source, text, pictured }) => (
            <li key={tab} class={pictured === null ? '' : 'pictured'}>
              {pictured !== null && (
                <img
                  src={crawlApi(id, `/tabs/${tab}/picture?at=${pictured}`)}
                  alt={`What tab ${tab} shows`}
                />
              )}
              <span class="soft">Tab {tab}</span>
              <span class="num">page {page}</span>
              <span class="one-line" title={text}>
                {source === null ? (
                  <>opens {text}</>
                ) : (
                  <>
                    fires “{text}” on <a href={crawlHref(id, `/pages/${source}`)}>page {source}</a>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const nothing: Partial<Record<CrawlState, string>> = {
  running: 'Pages are gathered without a browser, or none is open yet.',
  elsewhere: 'Only a crawl that was started here tells what its tabs do.',
};
