/** One crawl: how it goes, what was spared, what its tabs do, what failed, and its log. */

import { useEffect, useState } from 'preact/hooks';
import type { ToldCrawl } from '../../api/crawls.ts';
import type { CrawlState } from '../../crawl.ts';
import type { LiveFigures } from '../../live/figures.ts';
import type { LogLine } from '../../live/log.ts';
import { type ApiError, ask, crawlApi, useApi } from '../api.ts';
import { useLive } from '../live.ts';
import { StateBadge } from '../parts/badge.tsx';
import { Fact } from '../parts/fact.tsx';
import { Failed, Loading, WhenThere } from '../parts/states.tsx';
import { briefAddress, momentText } from '../parts/words.ts';
import { Failures } from './crawl/failures.tsx';
import { Gates } from './crawl/gates.tsx';
import { Log } from './crawl/log.tsx';
import { Tabs } from './crawl/tabs.tsx';
import { Tiles } from './crawl/tiles.tsx';
import { Workers } from './crawl/workers.tsx';
import type { ViewProps } from './index.ts';

const liveStates: readonly CrawlState[] = ['running', 'elsewhere', 'stopping', 'paused', 'writing'];

/** The view of one crawl. */
export function CrawlBoard({ names }: ViewProps) {
  const id = names.crawl ?? '';
  const found = useApi<ToldCrawl>(crawlApi(id));
  const [level, setLevel] = useState<LogLine['level']>('info');
  const live = useLive(id, level);
  const { reload } = found;
  const state = live?.state ?? found.data?.state;
  const isOld = found.data !== null && state !== found.data.state;
  useEffect(() => {
    if (isOld) reload();
  }, [isOld, reload]);
  const latest = live?.samples.at(-1) ?? found.data?.figures ?? null;
  const isLive = state !== undefined && liveStates.includes(state);
  return (
    <>
      <div class="title-row">
        <h1>{id}</h1>
        {state && <StateBadge state={state} />}
        {state && <Steering id={id} state={state} />}
      </div>
      {live && !live.isHeard && (
        <p class="soft small" role="status">
          The server is not heard; trying again.
        </p>
      )}
      {found.error ? (
        <Failed error={found.error} again={reload} />
      ) : (
        <>
          <Begun crawl={found.data} />
          {latest ? (
            <Tiles samples={live?.samples ?? []} latest={latest} isLive={isLive} />
          ) : (
            (isLive || found.data === null) && (
              <Loading what={isLive ? 'The first pages are being opened' : 'Loading'} />
            )
          )}
          {latest && (
            <div class="split">
              <Gates figures={latest} />
              <Tabs id={id} tabs={live?.tabs ?? []} state={state ?? 'stopped'} />
            </div>
          )}
          {found.data?.mayShare && <Workers id={id} isOver={state === 'finished'} />}
          {latest && <Failures id={id} errors={latest.errors} />}
          <Log
            id={id}
            lines={live?.lines ?? []}
            state={state ?? 'stopped'}
            level={level}
            onLevel={setLevel}
          />
          <WhenThere of={found}>{(crawl) => <Settings crawl={crawl} figures={latest} />}</WhenThere>
        </>
      )}
    </>
  );
}

function Begun({ crawl }: { readonly crawl: ToldCrawl | null }) {
  if (crawl === null) return <p class="soft begun">&nbsp;</p>;
  const when = crawl.createdAt === null ? '' : `, begun ${momentText(crawl.createdAt)}`;
  const [first, ...more] = crawl.seeds;
  return (
    <>
      <p class="soft any begun">
        {first === undefined ? 'Nothing is stored yet' : briefAddress(first)}
        {more.length > 0 && ` and ${more.length} more`}
        {when}
        {crawl.finishedAt && `, finished ${momentText(crawl.finishedAt)}`}
      </p>
      {crawl.failure && (
        <div class="alert section" role="alert">
          <p>{crawl.failure.message}</p>
          {crawl.failure.advice && <p class="soft">{crawl.failure.advice}</p>}
        </div>
      )}
    </>
  );
}

/** Buttons that hold, end and take up a crawl. */
function Steering({ id, state }: { readonly id: string; readonly state: CrawlState }) {
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const tell = async (word: 'pause' | 'continue' | 'stop') => {
    setBusy(true);
    setError(null);
    await ask(crawlApi(id, `/${word}`), {}).catch(setError);
    setBusy(false);
  };
  const button = (word: 'pause' | 'continue' | 'stop', text: string, look = '') => (
    <button type="button" class={look} disabled={isBusy} onClick={() => tell(word)}>
      {text}
    </button>
  );
  return (
    <div class="actions">
      {state === 'running' && button('pause', 'Pause')}
      {state === 'paused' && button('continue', 'Go on', 'main')}
      {(state === 'running' || state === 'paused') && button('stop', 'Stop')}
      {(state === 'stopped' || state === 'failed') && button('continue', 'Go on', 'main')}
      <a class="button" href="/new">
        New crawl
      </a>
      {error && <Failed error={error} />}
    </div>
  );
}

function Settings({ crawl, figures }: { readonly crawl: ToldCrawl; readonly figures: LiveFigures | null }) {
  return (
    <details class="section">
      <summary>Settings and places</summary>
      <dl class="facts">
        <Fact name="Folder">
          <code>{crawl.out}</code>
        </Fact>
        {figures && (
          <Fact name="Expected behind what was left unfired">{figures.unseen.toFixed(1)} pages</Fact>
        )}
        {Object.entries(crawl.settings).map(([name, value]) => (
          <Fact key={name} name={name}>
            <code>{value}</code>
          </Fact>
        ))}
      </dl>
    </details>
  );
}
