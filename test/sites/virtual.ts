import { cacheable, html, notFound, type Site } from './answer.ts';
import { bundled } from './scripted-pages.ts';

/** Lists that keep only what is in view in the document, as the guides of their packages show them. */

/** Rows of each list. */
export const virtualRows = 300;

const react = `import { createRoot } from 'react-dom/client'; import { useRef } from 'react';
const show = (app) => createRoot(document.getElementById('app')).render(app);
const count = ${virtualRows};`;

const lists: Readonly<Record<string, string>> = {
  'react-window': `${react} import { List } from 'react-window';
    const Row = ({ index, style }) => <div style={style}>Row number {index + 1}</div>;
    show(<div style={{ height: 400 }}><List rowComponent={Row} rowCount={count} rowHeight={25} rowProps={{}} /></div>);`,
  virtuoso: `${react} import { Virtuoso } from 'react-virtuoso';
    show(<Virtuoso style={{ height: 400 }} totalCount={count} itemContent={(index) => <div style={{ padding: index % 3 * 5 }}>Row number {index + 1}</div>} />);`,
  tanstack: `${react} import { useVirtualizer } from '@tanstack/react-virtual';
    function App() { const box = useRef(null);
      const list = useVirtualizer({ count, getScrollElement: () => box.current, estimateSize: () => 35 });
      return <div ref={box} style={{ height: 400, overflow: 'auto' }}><div style={{ height: list.getTotalSize(), position: 'relative' }}>
        {list.getVirtualItems().map((item) => <div key={item.key} style={{ position: 'absolute', top: 0, height: item.size, transform: 'translateY(' + item.start + 'px)' }}>Row number {item.index + 1}</div>)}
      </div></div>; }
    show(<App />);`,
  window: `${react} import { useWindowVirtualizer } from '@tanstack/react-virtual';
    function App() { const list = useWindowVirtualizer({ count, estimateSize: () => 40, overscan: 3 }); const items = list.getVirtualItems();
      return <div style={{ height: list.getTotalSize(), position: 'relative' }}><div style={{ position: 'absolute', top: 0, transform: 'translateY(' + (items[0]?.start ?? 0) + 'px)' }}>
        {items.map((item) => <div key={item.key} data-index={item.index} ref={list.measureElement} style={{ padding: 8 + item.index % 4 }}><a href={'/item/' + (item.index + 1)}>Row number {item.index + 1}</a></div>)}
      </div></div>; }
    show(<App />);`,
  // Nodes are used again: only their texts change. Rows do something, and the first column is there twice.
  plain: `const count = ${virtualRows}, high = 20, shown = 25; const box = document.getElementById('app');
    box.style.cssText = 'height: 400px; overflow-y: scroll; position: relative';
    box.innerHTML = '<div style="height: ' + count * high + 'px"></div><table style="position: absolute; top: 0"><tbody></tbody></table>';
    const body = box.querySelector('tbody'), table = box.querySelector('table');
    for (let at = 0; at < shown; at++) body.insertAdjacentHTML('beforeend', '<tr style="height: 20px"><td>Even</td><td><button></button></td></tr>');
    function draw() { const from = Math.min(count - shown, Math.floor(box.scrollTop / high)); table.style.top = from * high + 'px';
      [...body.rows].forEach((row, at) => { row.cells[0].textContent = (from + at) % 2 ? 'Odd' : 'Even'; row.cells[1].firstChild.textContent = 'Row number ' + (from + at + 1); }); }
    box.addEventListener('scroll', draw); draw();
    body.addEventListener('click', (event) => { const button = event.target.closest('button'); if (button) document.getElementById('out').textContent = 'Details of ' + button.textContent; });`,
  // Numbers of lines beside the lines, as editors have them: two lists in one box.
  beside: `const count = ${virtualRows}, high = 20, shown = 25; const box = document.getElementById('app');
    box.style.cssText = 'height: 400px; overflow-y: scroll'; box.innerHTML = '<div style="display: flex; height: ' + count * high + 'px"><div></div><div></div></div>';
    const [numbers, lines] = box.firstChild.children;
    function draw() { const from = Math.min(count - shown, Math.floor(box.scrollTop / high)); const all = Array.from({ length: shown }, (_, at) => from + at + 1);
      numbers.style.marginTop = lines.style.marginTop = from * high + 'px';
      numbers.innerHTML = '<p>999</p>' + all.map((n) => '<p style="height: 20px; margin: 0">' + n + '</p>').join('');
      lines.innerHTML = all.map((n) => '<p style="height: 20px; margin: 0">Row number ' + n + ' </p>').join(''); }
    box.addEventListener('scroll', draw); draw();`,
};

/** A small virtual list as a person would write it: rows of one height, placed by their style. */
const drawn = (
  count: number,
  high: number,
) => `const box = document.getElementById('app'); const count = ${count}, high = ${high};
    box.style.cssText = 'height: 400px; overflow: auto; position: relative'; let turned = false; const marked = new Set();
    const inner = document.createElement('div'); inner.style.height = count * high + 'px'; box.append(inner);
    function draw() { const from = Math.floor(box.scrollTop / high), to = Math.min(count, from + Math.ceil(400 / high) + 2);
      inner.innerHTML = window.head ?? ''; for (let at = from; at < to; at++) { const number = turned ? count - at : at + 1;
        inner.insertAdjacentHTML('beforeend', '<div style="position: absolute; overflow: hidden; height: ' + high + 'px; top: ' + at * high + 'px">Row number ' + number + (marked.has(number) ? ' marked' : '') + ' </div>'); } }
    box.addEventListener('scroll', draw);`;

const others: Readonly<Record<string, string>> = {
  // Rows are slots of a shadow root; what they show stands outside, and is used again.
  slotted: `customElements.define('x-grid', class extends HTMLElement { connectedCallback() { const count = ${virtualRows}, high = 20, shown = 25;
      const rows = Array.from({ length: shown }, (_, at) => '<div style="height: 20px"><slot name="cell' + at + '"></slot></div>').join('');
      this.attachShadow({ mode: 'open' }).innerHTML = '<div style="height: 400px; overflow: auto"><div style="height: ' + count * high + 'px"><section>' + rows + '</section></div></div>';
      for (let at = 0; at < shown; at++) this.insertAdjacentHTML('beforeend', '<span slot="cell' + at + '"></span>');
      const box = this.shadowRoot.firstChild;
      const draw = () => { const from = Math.min(count - shown, Math.floor(box.scrollTop / high)); box.querySelector('section').style.marginTop = from * high + 'px';
        [...this.children].forEach((cell, at) => { cell.textContent = 'Row number ' + (from + at + 1) + ' '; }); };
      box.addEventListener('scroll', draw); draw(); } });
    document.getElementById('app').innerHTML = '<x-grid></x-grid>';`,
  tools: `window.head = '<div style="position: sticky; top: 0">Head of the list </div>'; ${drawn(300, 20)} draw();
    for (const [name, run] of [['Mark', () => marked.add(2)], ['Turn round', () => { turned = true; }]]) {
      const button = document.createElement('button'); button.textContent = name; button.onclick = () => { run(); draw(); }; document.body.append(button); }`,
  long: `${drawn(10_500, 3)} draw();`,
};

/** Names of the lists of packages, and of one by hand that uses its nodes again. */
export const virtualLists: readonly string[] = Object.keys(lists);

/** A site with a page per list. */
export async function virtual(): Promise<Site> {
  const scripts = new Map<string, string>();
  for (const [name, source] of Object.entries({ ...lists, ...others }))
    scripts.set(`/${name}.js`, await bundled(source));
  return {
    name: 'virtual',
    start: '/',
    respond: ({ path }) => {
      const script = scripts.get(path);
      if (script !== undefined) return cacheable('text/javascript', script);
      if (path.startsWith('/item/'))
        return html(`<!doctype html><title>Item</title><p>The item ${path.slice(6)}</p>`);
      const name = path.slice(1);
      if (!scripts.has(`/${name}.js`)) return notFound();
      return html(
        `<!doctype html><title>${name}</title><h1>${name}</h1><p id="out"></p><div id="app"></div><p>After the list</p><script src="/${name}.js"></script>`,
      );
    },
  };
}
