/** Runs in the mirror's search page: loads the shards one after the other, and shows what matches. */
import type MiniSearchIndex from 'minisearch';
import { markedPieces, matchesIn, miniOptions, type Shard, type ShardPage, wantedWords } from './client.ts';

declare const MiniSearch: typeof MiniSearchIndex;

const shownAtOnce = 20;
const loaded: { readonly shard: Shard; readonly index: MiniSearchIndex }[] = [];
let shownHits = shownAtOnce;

function startSearch(): void {
  const count = Number(document.documentElement.dataset.shards);
  const input = document.querySelector('input') as HTMLInputElement;
  const note = document.querySelector('#note') as HTMLElement;
  const list = document.querySelector('#hits') as HTMLElement;
  const more = document.querySelector('#more') as HTMLButtonElement;
  const show = () => {
    const isWhole = loaded.length === count;
    const total = showHits(input.value, list, shownHits);
    more.hidden = total <= shownHits;
    const loading = isWhole ? '' : ` Loading ${loaded.length} of ${count} parts of the index …`;
    note.textContent = input.value.trim() === '' ? loading.trim() : `${hitsText(total)}${loading}`;
  };
  const ask = () => {
    shownHits = shownAtOnce;
    const question = input.value.trim();
    history.replaceState(null, '', question === '' ? location.pathname : `#${encodeURIComponent(question)}`);
    show();
  };
  Object.assign(globalThis, {
    argiopeShard: (shard: Shard) => {
      loaded.push({ shard, index: MiniSearch.loadJSON(shard.index, miniOptions) });
      show();
      loadNext();
    },
  });
  const loadNext = () => {
    if (loaded.length >= count) return;
    const script = document.createElement('script');
    script.src = `search/${loaded.length}.js`;
    script.onerror = () => {
      note.textContent = `The index is not whole: search/${loaded.length}.js is missing beside this page.`;
    };
    document.head.append(script);
  };
  input.addEventListener('input', ask);
  document.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    ask();
  });
  more.addEventListener('click', () => {
    shownHits += shownAtOnce;
    show();
  });
  input.value = decodeURIComponent(location.hash.slice(1));
  input.focus();
  show();
  loadNext();
}

function hitsText(total: number): string {
  if (total === 0) return 'Nothing found.';
  return total === 1 ? '1 hit.' : `${total.toLocaleString('en')} hits.`;
}

/** Shows the best hits, states of one document as one, and gives how many there are. */
function showHits(question: string, list: HTMLElement, most: number): number {
  const wanted = wantedWords(question);
  const groups = new Map<number, { page: ShardPage; score: number }[]>();
  for (const { shard, index } of loaded)
    for (const hit of matchesIn(shard, index, wanted)) {
      const group = groups.get(hit.page[3]);
      if (group) group.push(hit);
      else groups.set(hit.page[3], [hit]);
    }
  const hits = [...groups.values()].map((pages) => pages.sort((one, other) => other.score - one.score));
  hits.sort((one, other) => (other[0]?.score ?? 0) - (one[0]?.score ?? 0));
  list.replaceChildren(
    ...hits.slice(0, most).map((pages) =>
      hitElement(
        pages.map(({ page }) => page),
        wanted,
      ),
    ),
  );
  return hits.length;
}

function hitElement(pages: readonly ShardPage[], wanted: ReturnType<typeof wantedWords>): HTMLElement {
  const [best, ...others] = pages;
  const item = document.createElement('li');
  if (!best) return item;
  const address = document.createElement('small');
  address.textContent = best[2];
  const text = document.createElement('p');
  for (const { text: piece, marked } of markedPieces(best[4], wanted)) {
    const part = document.createElement(marked ? 'mark' : 'span');
    part.textContent = piece;
    text.append(part);
  }
  item.append(pageAnchor(best), address, text);
  if (others.length === 0) return item;
  const [states, summary, list] = ['details', 'summary', 'ul'].map((tag) => document.createElement(tag)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  summary.textContent = others.length === 1 ? '1 more state' : `${others.length} more states`;
  list.append(
    ...others.map((page) => {
      const state = document.createElement('li');
      state.append(pageAnchor(page));
      return state;
    }),
  );
  states.append(summary, list);
  item.append(states);
  return item;
}

function pageAnchor([file, label, address]: ShardPage): HTMLElement {
  const anchor = document.createElement('a');
  anchor.textContent = label || address;
  // Only files of the mirror, and addresses of the web: no other scheme becomes a link.
  if (file !== null) anchor.href = file.split('/').map(encodeURIComponent).join('/');
  else if (/^https?:/.test(address)) anchor.href = address;
  return anchor;
}

startSearch();
