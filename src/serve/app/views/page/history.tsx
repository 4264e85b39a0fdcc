import type { ToldHistory } from '../../../api/history.ts';
import { crawlApi, useApi } from '../../api.ts';
import { Fact } from '../../parts/fact.tsx';
import { Empty, WhenThere } from '../../parts/states.tsx';
import { countOf, momentText } from '../../parts/words.ts';
import type { PartProps } from '../page.tsx';

/** What a page was over time, with what each version has changed. */
export function PageOverTime({ crawl, page }: PartProps) {
  const isKnown = page.status === 'kept' || page.status === 'gone';
  const found = useApi<ToldHistory>(isKnown ? crawlApi(crawl, `/pages/${page.number}/history`) : null);
  if (!isKnown) return <Empty>It was not captured, so it has no history.</Empty>;
  return (
    <WhenThere of={found}>
      {(history) => (
        <>
          <dl class="facts">
            <Fact name="First seen">{momentText(history.firstSeen)}</Fact>
            <Fact name="Last seen">{momentText(history.lastSeen)}</Fact>
            <Fact name="Looked at again">{countOf(history.checks, 'time')}</Fact>
            <Fact name="Found changed">
              {countOf(history.changes, 'time')}
              {history.perDay !== null && `, about ${history.perDay.toPrecision(2)} a day`}
            </Fact>
          </dl>
          {history.diffs.length === 0 ? (
            <p class="soft part-note">
              One version is known. <code>argiope recrawl</code> looks whether pages have changed.
            </p>
          ) : (
            history.diffs.toReversed().map((diff) => (
              <figure key={diff.to} class="diff">
                <figcaption>
                  Version {diff.to}
                  <span class="soft">
                    ,{' '}
                    {momentText(
                      history.versions.find(({ version }) => version === diff.to)?.capturedAt ?? '',
                    )}
                    : {countOf(diff.added, 'line')} added, {diff.removed} removed
                  </span>
                </figcaption>
                {diff.hunks.map((hunk) => (
                  <pre key={`${hunk.before} ${hunk.after}`}>
                    {hunk.lines.map((line, at) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: lines of a difference never move
                      <span key={at} class={line.sign === '+' ? 'added' : line.sign === '-' ? 'removed' : ''}>
                        {`${line.sign} ${line.text}\n`}
                      </span>
                    ))}
                  </pre>
                ))}
              </figure>
            ))
          )}
        </>
      )}
    </WhenThere>
  );
}
