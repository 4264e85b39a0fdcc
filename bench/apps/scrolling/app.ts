import { fileURLToPath } from 'node:url';
import { type App, json, shell } from '../app.ts';
import { passage, passagePart } from '../passages.ts';

/** Batches and items per batch of each list. */
const lists: Readonly<Record<string, { readonly batches: number; readonly items: number }>> = {
  feed: { batches: 6, items: 10 },
  box: { batches: 4, items: 8 },
  archive: { batches: 4, items: 3 },
};

/** Texts of a batch; its first item tells it from the others. */
function batch(list: string, number: number): readonly string[] {
  return Array.from({ length: lists[list]?.items ?? 0 }, (_, index) =>
    index === 0
      ? passage(`${list} ${number}`, 40).text
      : passage(`${list} ${number}, item ${index + 1}`, 40).text,
  );
}

const first = (list: string) =>
  batch(list, 1)
    .map((text) => `<li>${text}</li>`)
    .join('');

// An item of the feed is so tall that a batch fills several windows: the end of the list is out of sight
// again as soon as a batch has come, and also where the other lists end.
const css = `main { display: grid; grid-template-columns: 1fr 320px; gap: 20px } #feed li { min-height: 260px }
#box { height: 160px; overflow-y: auto } aside { align-self: start }`;

const body = `<h1>Letters from the road</h1><p>${passage('start').lead}</p>
<main><section><ul id="feed">${first('feed')}</ul><p id="end">…</p></section>
<aside><h2>Postcards</h2><div id="box"><ul>${first('box')}</ul></div>
<h2>Archive</h2><ul id="archive">${first('archive')}</ul><button id="more">Load more</button></aside></main>`;

/** Three lists that grow, each in its own way. */
export const scrolling: App = {
  name: 'scrolling',
  frameworks: 'plain listeners',
  summary:
    'an endless-looking feed behind an IntersectionObserver, a box with a scroll listener, a "load more"',
  parts: [
    passagePart('start', 'url'),
    ...Object.entries(lists).flatMap(([list, { batches }]) =>
      Array.from({ length: batches - 1 }, (_, index) => passagePart(`${list} ${index + 2}`)),
    ),
  ],
  scripts: { '/letters.js': fileURLToPath(new URL('./page.ts', import.meta.url)) },
  answer({ path, query }) {
    if (path === '/') return shell({ title: 'Letters from the road', script: '/letters.js', body, css });
    const list = path.replace('/api/', '');
    const size = lists[list];
    const number = Number(query.get('batch'));
    if (!size || !(number >= 1 && number <= size.batches)) return null;
    return json({ items: batch(list, number), more: number < size.batches });
  },
};
