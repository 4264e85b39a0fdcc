import { named } from '../pages/words.ts';
import { pages } from './site.ts';

const options = (values: readonly string[]) =>
  `<option value="">choose</option>${values.map((value) => `<option value="${value}">${value}</option>`).join('')}`;
const numbers = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));

/** A select that calls, one that navigates, one that submits its form. */
export const selects = pages((path, query) => {
  if (path === '/')
    return `<h1>Selects</h1><select onchange="go(this.value)">${options(numbers(11))}</select><div id="out"></div>
<select onchange="location=this.value">${options(['/page/1', '/page/2', '/page/3'])}</select>
<form action="/find"><select name="kind" onchange="this.form.submit()">${options(['bird', 'fish'])}</select></form>
<script>function go(n){if(n)fetch('/part/'+n).then(r=>r.text()).then(t=>{document.getElementById('out').textContent=t})}</script>`;
  const part = Number(/^\/part\/(\d+)$/.exec(path)?.[1] ?? 0);
  if (part >= 1 && part <= 11) return { type: 'text/plain', body: selectTexts[part - 1] ?? '' };
  const page = Number(/^\/page\/([123])$/.exec(path)?.[1] ?? 0);
  if (page) return `<h1>Page</h1><p>${selectTexts[10 + page]}</p>`;
  if (path !== '/find') return null;
  const kind = ['bird', 'fish'].indexOf(query.get('kind') ?? '');
  return kind < 0 ? '<h1>Nothing</h1>' : `<h1>Found</h1><p>${selectTexts[14 + kind]}</p>`;
});

/** What the selects lead to: eleven parts, three pages, two answers. */
export const selectTexts: readonly string[] = Array.from(
  { length: 16 },
  (_, at) => `Choice of the ${named(820 + at)}`,
);

const mouse = [
  ['onclick', 'inline'],
  ['onmousedown', 'inline'],
  ['onmouseup', 'inline'],
  ['onpointerdown', 'inline'],
  ['onmouseenter', 'inline'],
  ['onmouseover', 'inline'],
  ['onmouseout', 'inline'],
  ['ondblclick', 'inline'],
  ['oncontextmenu', 'inline'],
  ['mousedown', 'bound'],
  ['mouseup', 'bound'],
  ['mouseout', 'bound'],
  ['dblclick', 'bound'],
  ['contextmenu', 'bound'],
] as const;

/** What mouse and pointer events lead to. */
export const mouseTexts: readonly string[] = mouse.map((_, at) => `Event of the ${named(840 + at)}`);

/** Elements that wait for one event of a mouse or pointer each, inline and bound. */
export const mouseEvents = pages((path) => {
  if (path !== '/') return null;
  const parts = mouse.map(([event, how], at) =>
    how === 'inline' ? `<p ${event}="say(${at})">target ${at}</p>` : `<p id="t${at}">target ${at}</p>`,
  );
  const bound = mouse.map(([event, how], at) =>
    how === 'bound' ? `document.getElementById('t${at}').addEventListener('${event}',()=>say(${at}));` : '',
  );
  return `<h1>Mouse</h1>${parts.join('')}<div id="out"></div><script>const texts=${JSON.stringify(mouseTexts)};
function say(n){document.getElementById('out').textContent=texts[n]}${bound.join('')}</script>`;
});

/** What boxes and fields lead to. */
export const boxTexts: readonly string[] = Array.from(
  { length: 4 },
  (_, at) => `Box of the ${named(860 + at)}`,
);

/** Radio and check boxes that navigate, and a handler that fills a field before it does. */
export const boxes = pages((path) => {
  if (path === '/')
    return `<h1>Boxes</h1><label><input type="radio" name="r" onchange="location='/to/0'">first</label>
<label><input type="radio" name="r" onclick="location='/to/1'">second</label>
<label><input type="checkbox" onchange="if(this.checked)location='/to/2'">third</label>
<input id="field"><button onclick="document.getElementById('field').value='sent';location='/to/3'">fourth</button>`;
  const at = /^\/to\/([0-3])$/.exec(path)?.[1];
  return at === undefined ? null : `<h1>Target</h1><p>${boxTexts[Number(at)]}</p>`;
});

/** What the two like pages show after a click. */
export const twinTexts: readonly string[] = [`Data of the ${named(870)}`, `Data of the ${named(871)}`];

/** Two pages alike until a click: only their scripts differ. */
export const twins = pages((path) => {
  if (path === '/') return '<h1>Twins</h1><a href="/one/">one</a> <a href="/two/">two</a>';
  const at = ['/one/', '/two/'].indexOf(path);
  if (at >= 0)
    return `<h1>Twin</h1><button id="b">Load</button><div id="out"></div><script src="${path}run.js"></script>`;
  const script = ['/one/run.js', '/two/run.js'].indexOf(path);
  if (script >= 0)
    return {
      type: 'text/javascript',
      body: `document.getElementById('b').onclick=()=>fetch('/data/${script}').then(r=>r.text()).then(t=>{document.getElementById('out').textContent=t})`,
    };
  const data = /^\/data\/([01])$/.exec(path)?.[1];
  return data === undefined ? null : { type: 'text/plain', body: twinTexts[Number(data)] ?? '' };
});
