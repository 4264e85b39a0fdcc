/** What stands beside the drawing: search, where one is, what is there, and what is linked. All of it works by keys. */
import { useMemo, useState } from 'preact/hooks';
import { countOf, countText } from '../../parts/words.ts';
import type { GraphModel } from './model.ts';

/** Things of a list that are shown before somebody asks for more. */
const mostListed = 200;

/** What a part of the panel shows, and how another thing is chosen in it. */
interface PanelView {
  readonly model: GraphModel;
  choose(item: number): void;
}

/** Search over names and addresses. */
export function GraphSearch({ model, choose }: PanelView) {
  const [words, setWords] = useState('');
  const found = useMemo(() => (words.trim() === '' ? [] : model.find(words, 12)), [model, words]);
  return (
    <div class="graph-search">
      <label>
        <span class="unseen">Find a page or group</span>
        <input
          type="search"
          placeholder="Find a page or group"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key === 'Enter' && first !== undefined) {
              choose(first);
              setWords('');
            } else if (event.key === 'Escape') setWords('');
          }}
        />
      </label>
      {words.trim() !== '' && (
        <ul class="graph-found" aria-label="Found">
          {found.length === 0 && <li class="soft">Nothing of that name</li>}
          {found.map((id) => (
            <li key={id}>
              <ItemButton
                model={model}
                id={id}
                onPick={() => {
                  choose(id);
                  setWords('');
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A thing as a button: its name, and how many pages it stands for. */
export function ItemButton({
  model,
  id,
  onPick,
  count,
}: {
  readonly model: GraphModel;
  readonly id: number;
  readonly onPick: () => void;
  readonly count?: string;
}) {
  const kind = model.isCluster(id) ? 'cluster' : model.isState(id) ? 'state' : 'page';
  return (
    <button type="button" class="graph-item" onClick={onPick}>
      <span class={`graph-dot ${kind}`} aria-hidden="true" />
      <span class="graph-name">{model.nameOf(id)}</span>
      <span class="soft small num">
        {count ?? (kind === 'cluster' ? countText(model.weightOf(id)) : kind === 'state' ? 'state' : '')}
        {kind === 'cluster' && count === undefined && <span class="unseen"> pages</span>}
      </span>
    </button>
  );
}

/** Where one is: the clusters around, each a way back. */
export function Crumbs({ model, item, choose }: PanelView & { readonly item: number }) {
  return (
    <nav aria-label="Groups around" class="graph-crumbs">
      {model.around(item).map((id) => (
        <button key={id} type="button" onClick={() => choose(id)}>
          {model.nameOf(id)}
        </button>
      ))}
    </nav>
  );
}

/** The things in a cluster. */
export function Contents({ model, cluster, choose }: PanelView & { readonly cluster: number }) {
  const items = model.childrenOf(cluster);
  const [most, setMost] = useState(mostListed);
  const sorted = useMemo(
    () => items.toSorted((one, other) => model.weightOf(other) - model.weightOf(one) || one - other),
    [items, model],
  );
  return (
    <>
      <ul class="graph-list">
        {sorted.slice(0, most).map((id) => (
          <li key={id}>
            <ItemButton model={model} id={id} onPick={() => choose(id)} />
          </li>
        ))}
      </ul>
      {sorted.length > most && (
        <button type="button" onClick={() => setMost(most + mostListed)}>
          {countOf(sorted.length - most, 'more thing')}
        </button>
      )}
    </>
  );
}
