/** Where the patterns of one type are looked at: a page with their elements, and what dropping some would do. */
import { useMemo, useState } from 'preact/hooks';
import type { ModelEffect, ModelView, PatternsOnPage } from '../../../api/models.ts';
import { ask, crawlApi, useApi } from '../../api.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Failed, Loading } from '../../parts/states.tsx';
import { Trial, usePosted } from '../../parts/trial.tsx';
import { Turn } from '../../parts/turn.tsx';
import { crawlHref } from '../../router.ts';
import { MissedPages } from './effect.tsx';
import { PatternList } from './patterns.tsx';

type Dropped = readonly { readonly type: string; readonly at: number }[];

/** The desk of a type. */
export function ModelDesk({
  crawl,
  model,
  type,
  onSaved,
}: {
  readonly crawl: string;
  readonly model: ModelView;
  readonly type: ModelView['types'][number];
  readonly onSaved: (text: string) => void;
}) {
  const [nth, setNth] = useState(0);
  const [drop, setDrop] = useState<Dropped>([]);
  const page = type.pages[nth];
  const path = crawlApi(crawl, '/model');
  const here = useApi<PatternsOnPage>(page === undefined ? null : `${path}/page?page=${page}`);
  const body = useMemo(() => ({ drop }), [drop]);
  const effect = usePosted<ModelEffect>(drop.length === 0 ? null : `${path}/try`, body);
  const save = async () => {
    const { file } = await ask<{ file: string }>(`${path}/save`, body);
    onSaved(`Saved; argiope crawl --model ${file} goes by it.`);
  };
  const isDropped = (at: number) => drop.some((one) => one.type === type.name && one.at === at);
  return (
    <div class="rules">
      <div class="rules-page">
        {page === undefined ? (
          <p class="soft">No page of this type was kept.</p>
        ) : (
          <>
            <Turn at={nth} count={type.pages.length} onTurn={setNth}>
              <a href={crawlHref(crawl, `/pages/${page}`)}>Page {page}</a> ({nth + 1} of {type.count})
            </Turn>
            {here.error && <Failed error={here.error} />}
            {here.data ? <Outlined found={here.data} isDropped={isDropped} /> : !here.error && <Loading />}
          </>
        )}
      </div>
      <aside class="rules-side" aria-label="Patterns">
        <PatternList
          crawl={crawl}
          model={model}
          type={type}
          found={here.data}
          isDropped={isDropped}
          onTurn={(at) =>
            setDrop(
              isDropped(at)
                ? drop.filter((one) => one.type !== type.name || one.at !== at)
                : [...drop, { type: type.name, at }],
            )
          }
        />
        {drop.length > 0 && (
          <Trial
            effect={effect}
            save={save}
            words={{ save: 'Save the model', saving: 'Save the model', undo: 'Keep all' }}
            onUndo={() => setDrop([])}
          >
            {(found) => <MissedPages crawl={crawl} effect={found} />}
          </Trial>
        )}
      </aside>
    </div>
  );
}

function Outlined({
  found,
  isDropped,
}: {
  readonly found: PatternsOnPage;
  readonly isDropped: (at: number) => boolean;
}) {
  const { frame, elements, page } = found;
  const left = elements.filter(({ at }) => !isDropped(at));
  const key = left.map(({ xpath }) => xpath).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is outlined is told again when it has changed
  const asks = useMemo(
    () => [
      {
        kind: 'elements' as const,
        elements: left.map(({ xpath, at }) => ({ xpath, colour: at % 8 })),
      },
    ],
    [key],
  );
  return (
    <div class="rules-frame">
      <PageFrame key={frame} src={frame} title={`Page ${page} with what would be fired`} asks={asks} />
    </div>
  );
}
