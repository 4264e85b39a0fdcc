/**
 * Runs in the mirror's search page, from the disk too: what it searches comes as scripts, since pages from the disk
 * may read nothing else. Loads the shards one after the other, and shows what matches: as text, never as markup.
 */
import { ArgiopeError } from '../../model/errors.ts';
import { pageMatches } from '../../search/find.ts';
import { parseQuery } from '../../search/query.ts';
import { type RankedHit, ranked } from '../../search/rank.ts';
import { type Sought, snippetOf, soughtOf } from '../../search/snippets.ts';
import { suggestion } from '../../search/suggest.ts';
import { ShardIndex, type ShardPage, unzipped } from './client.ts';

/** Hits that are shown at first, and more with each press of the button. */
const shownAtOnce = 20;
const index = new ShardIndex();
let [loaded, shownHits, asked] = [0, shownAtOnce, 0];

const one = <Kind extends Element>(selector: string) => document.querySelector(selector) as Kind;
const [input, note, list] = [
  one<HTMLInputElement>('input'),
  one<HTMLElement>('#note'),
  one<HTMLElement>('#hits'),
];
const [more, hint] = [one<HTMLButtonElement>('#more'), one<HTMLButtonElement>('#hint')];
const shards = Number(document.documentElement.dataset.shards);

function startSearch(): void {
  Object.assign(globalThis, {
    argiopeShard: async (packed: string) => {
      index.add(JSON.parse(await unzipped(packed)));
      loaded++;
      await show();
      loadNext();
    },
  });
  input.addEventListener('input', ask);
  one<HTMLFormElement>('form').addEventListener('submit', (event) => {
    event.preventDefault();
    ask();
  });
  more.addEventListener('click', () => {
    shownHits += shownAtOnce;
    void show();
  });
  hint.addEventListener('click', () => {
    input.value = hint.value;
    ask();
  });
  input.value = hashText();
  input.focus();
  void show();
  loadNext();
}

/** A question in the address; what no browser wrote there may be no such text. */
function hashText(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

function loadNext(): void {
  if (loaded >= shards) return;
  const script = document.createElement('script');
  script.src = `search/${loaded}.js`;
  script.onerror = () => {
    note.textContent = `The index is not whole: search/${loaded}.js is missing beside this page.`;
  };
  document.head.append(script);
}

function ask(): void {
  shownHits = shownAtOnce;
  const question = input.value.trim();
  history.replaceState(null, '', question === '' ? location.pathname : `#${encodeURIComponent(question)}`);
  void show();
}

/** Shows the answer to what stands in the field, unless something else was asked meanwhile. */
async function show(): Promise<void> {
  const mine = ++asked;
  const question = input.value.trim();
  const { hits, sought, said, better } = await answerTo(question);
  if (mine !== asked) return;
  list.replaceChildren(...hits.slice(0, shownHits).map((hit) => hitElement(hit, sought)));
  more.hidden = hits.length <= shownHits;
  const loading = loaded < shards ? `Loading ${loaded} of ${shards} parts of the index …` : '';
  note.textContent = `${question === '' ? '' : said} ${loading}`.trim();
  hint.hidden = better === null;
  [hint.value, hint.textContent] = [better ?? '', better === null ? '' : `Did you mean: ${better}`];
  document.documentElement.dataset.shown = `${loaded} ${question}`;
}

interface Answer {
  readonly hits: readonly RankedHit[];
  readonly sought: Sought;
  readonly said: string;
  readonly better: string | null;
}

async function answerTo(question: string): Promise<Answer> {
  const nothing = { hits: [], sought: { words: [], runs: [] }, better: null };
  if (question === '') return { ...nothing, said: '' };
  try {
    const query = parseQuery(question);
    if (query.fields.length > 0)
      return { ...nothing, said: 'Fields of records are asked by “argiope search”, not on this page.' };
    const hits = ranked(await pageMatches(index, query));
    const better = hits.length === 0 && loaded === shards ? await suggestion(question, query, index) : null;
    return { hits, sought: soughtOf(query.all), said: hitsText(hits.length), better };
  } catch (error) {
    if (!(error instanceof ArgiopeError)) throw error;
    return { ...nothing, said: `${error.message}. ${error.advice ?? ''}` };
  }
}

function hitsText(total: number): string {
  if (total === 0) return 'Nothing found.';
  return total === 1 ? '1 hit.' : `${total.toLocaleString('en')} hits.`;
}

/** A hit: the best of its pages, and the others folded. */
function hitElement({ pages }: RankedHit, sought: Sought): HTMLElement {
  const [best, ...others] = pages.flatMap(({ number }) => index.pages.get(number) ?? []);
  const item = document.createElement('li');
  if (!best) return item;
  const address = document.createElement('small');
  address.textContent = best.address;
  item.append(pageAnchor(best), address, snippetElement(best.text, sought));
  if (others.length === 0) return item;
  const [states, summary, folded] = ['details', 'summary', 'ul'].map((tag) =>
    document.createElement(tag),
  ) as [HTMLElement, HTMLElement, HTMLElement];
  summary.textContent = others.length === 1 ? '1 more state' : `${others.length} more states`;
  folded.append(
    ...others.map((page) => {
      const state = document.createElement('li');
      state.append(pageAnchor(page));
      return state;
    }),
  );
  states.append(summary, folded);
  item.append(states);
  return item;
}

function snippetElement(text: string, sought: Sought): HTMLElement {
  const element = document.createElement('p');
  const { text: piece, marks } = snippetOf([text], sought, 240);
  let place = 0;
  for (const [from, to] of marks) {
    const mark = document.createElement('mark');
    mark.textContent = piece.slice(from, to);
    element.append(piece.slice(place, from), mark);
    place = to;
  }
  element.append(piece.slice(place));
  return element;
}

function pageAnchor({ file, label, address }: ShardPage): HTMLElement {
  const anchor = document.createElement('a');
  anchor.textContent = label || address;
  // Only files of the mirror, and addresses of the web: no other scheme becomes a link.
  if (file !== null) anchor.href = file.split('/').map(encodeURIComponent).join('/');
  else if (/^https?:/.test(address)) anchor.href = address;
  return anchor;
}

startSearch();
