import { escapeText } from '../../dom/html.ts';
import type { PageNode, PreparedPage } from '../../extract/index.ts';

const style = `
body{margin:0;font:15px/1.5 system-ui,sans-serif;display:flex;height:100vh;color:#222}
aside{width:21rem;padding:1rem;overflow:auto;background:#f4f4f0;border-right:1px solid #ccc;box-sizing:border-box}
main{flex:1;overflow:auto;padding:1rem 2rem}
section[hidden]{display:none}
[data-text]{cursor:pointer;border-radius:3px}
[data-text]:hover{outline:1px solid #888}
[data-text][data-field]{background:#ffe08a}
[data-text][data-field]::after{content:" " attr(data-field);font-size:.75em;color:#864;vertical-align:super}
table{border-collapse:collapse}td,th{border:1px solid #ddd;padding:.2em .5em}
.names button,.pages button{display:block;width:100%;text-align:left;margin:.15rem 0;padding:.3rem .5rem;border:1px solid #bbb;background:#fff;border-radius:4px;cursor:pointer}
button[aria-pressed=true]{background:#ffe08a;border-color:#a80}
input{width:100%;box-sizing:border-box;padding:.3rem;font:inherit}
#save{margin-top:1rem;padding:.5rem 1rem;font:inherit}
`;

/** Runs in the browser: chooses a name, takes clicks on texts, sends what was pointed at. */
const script = `
const labels = {}; let field = null;
const names = document.querySelector('.names');
const press = (box, one) => { for (const each of box.querySelectorAll('button')) each.setAttribute('aria-pressed', String(each === one)); };
function addName(name) {
  const known = [...names.querySelectorAll('button')].find((each) => each.dataset.name === name);
  const button = known ?? document.createElement('button');
  if (!known) { button.dataset.name = name; button.textContent = name; names.append(button); button.onclick = () => { field = name; press(names, button); }; }
  button.click();
}
for (const name of JSON.parse(document.querySelector('#wanted').textContent)) addName(name);
const first = names.querySelector('button'); if (first) first.click();
document.querySelector('#name').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  const name = event.target.value.trim(); if (name) addName(name); event.target.value = '';
});
const tabs = document.querySelector('.pages'); const sections = [...document.querySelectorAll('section')];
for (const section of sections) {
  const button = document.createElement('button'); button.textContent = section.dataset.page;
  button.onclick = () => { press(tabs, button); for (const each of sections) each.hidden = each !== section; };
  tabs.append(button);
}
tabs.querySelector('button')?.click();
document.querySelector('main').addEventListener('click', (event) => {
  const text = event.target.closest('[data-text]'); if (!text) return;
  if (field === null) { document.querySelector('#name').focus(); return; }
  const page = text.closest('section').dataset.page; const own = (labels[page] ??= {});
  const before = text.dataset.field; const number = Number(text.dataset.text);
  if (before !== undefined) { own[before] = own[before].filter((each) => each !== number); if (own[before].length === 0) delete own[before]; delete text.dataset.field; }
  if (before !== field) { (own[field] ??= []).push(number); text.dataset.field = field; }
});
document.querySelector('#save').onclick = async () => {
  const answer = await fetch('save', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(labels) });
  document.querySelector('#said').textContent = await answer.text();
};
`;

/** The page on which somebody points at the values of fields. */
export function labellingPage(pages: readonly PreparedPage[], wanted: readonly string[]): string {
  const sections = pages.map(
    (page) =>
      `<section data-page="${escapeText(page.name).replaceAll('"', '&quot;')}" hidden>${drawnPage(page)}</section>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Point at values</title><style>${style}</style></head>
<body><aside><h1>Point at values</h1><p>Choose a name or write one, and click on its values: all of them where a page has several. A second click takes it back. Do so on each page; what a page does not have is left out there.</p>
<input id="name" placeholder="name of a field, then Enter" aria-label="name of a field"><div class="names"></div>
<h2>Pages</h2><div class="pages"></div><button id="save">Save and make records</button><p id="said" role="status"></p></aside>
<main>${sections.join('')}</main>
<script type="application/json" id="wanted">${JSON.stringify(wanted).replaceAll('<', '\\u003c')}</script><script>${script}</script></body></html>`;
}

/** Elements that are drawn as they are; all others are plain boxes or parts of a line. */
const drawn =
  /^(?:h[1-6]|p|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|td|th|caption|blockquote|pre|hr|br|b|i|em|strong|small|sub|sup|s|del|u)$/;
const inline = /^(?:a|span|label|time|cite|code|q|abbr|font|mark|button|bdi|ins|kbd|var|img|input)$/;
const left = /^(?:head|script|style|noscript|template|svg|select|iframe|object)$/;

/** A page as somebody points at it: its texts with their numbers in a plain layout, nothing that could run or load. */
function drawnPage(page: PreparedPage): string {
  const draw = (index: number): string => {
    const node = page.nodes[index] as PageNode;
    if (left.test(node.tag) || page.noise.get(index) === 'script') return '';
    if (node.text !== '') return ` <span data-text="${index}">${escapeText(node.text)}</span> `;
    const inner = node.kids.map(draw).join('');
    if (node.tag === 'br' || node.tag === 'hr') return `<${node.tag}>`;
    if (inner === '') return '';
    const tag = drawn.test(node.tag) ? node.tag : inline.test(node.tag) ? 'span' : 'div';
    const size = ['colspan', 'rowspan']
      .filter((name) => /^\d{1,3}$/.test(node.attrs[name] ?? ''))
      .map((name) => ` ${name}="${node.attrs[name]}"`)
      .join('');
    return `<${tag}${size}>${inner}</${tag}>`;
  };
  return draw(0);
}
