/** How a page of the site looks. */
import { posix } from 'node:path';
import type { SitePage } from './contents.ts';
import type { Rendered } from './text.ts';

/** A page with the navigation around it. */
export function layout(
  page: SitePage,
  { title, html, parts }: Rendered,
  pages: readonly (SitePage & { readonly title: string })[],
): string {
  const way = (file: string) => posix.relative(posix.dirname(page.file), file);
  const groups = [...Map.groupBy(pages, ({ group }) => group)].map(([group, some]) => {
    if (group === null) return '';
    const links = some.map(
      (one) =>
        `<a href="${way(one.file)}"${one.file === page.file ? ' aria-current="page"' : ''}>${one.title.replace(/:.*$/, '')}</a>`,
    );
    return `<section><h2>${group}</h2>${links.join('')}</section>`;
  });
  const beside = parts.map(({ text, anchor }) => `<a href="#${anchor}">${text}</a>`);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === 'Argiope' ? title : `${title} – Argiope`}</title>
<link rel="stylesheet" href="${way('style.css')}">
</head>
<body>
<header>
<a class="name" href="${way('index.html')}">Argiope</a>
<div class="search"><input type="search" placeholder="Search (press /)" aria-label="Search" autocomplete="off"><ol hidden></ol></div>
</header>
<div class="page">
<details class="all" open><summary>Pages</summary><nav>${groups.join('')}</nav></details>
<main>${html}</main>
<aside>${beside.length > 1 ? `<h2>On this page</h2>${beside.join('')}` : ''}</aside>
</div>
<script src="${way('search-index.js')}"></script>
<script>const toRoot = ${JSON.stringify(way('.') === '' ? '' : `${way('.')}/`)};</script>
<script src="${way('search.js')}"></script>
</body>
</html>
`;
}

/** The style of all pages, light and dark. */
export const style = `
:root { --back: #fff; --text: #1d2327; --soft: #5d6873; --line: #e2e6ea; --code: #f5f6f8; --link: #8a5a00; --mark: #fff3d6; }
@media (prefers-color-scheme: dark) {
  :root { --back: #16181b; --text: #dde2e6; --soft: #97a1ab; --line: #2c3136; --code: #1f2327; --link: #e8b44c; --mark: #3a3016; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.6 system-ui, sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
header { position: sticky; top: 0; z-index: 2; display: flex; gap: 2rem; align-items: center; padding: .6rem 1.5rem; background: var(--back); border-bottom: 1px solid var(--line); }
header .name { font-weight: 700; font-size: 1.15rem; color: var(--text); }
.search { position: relative; flex: 1; max-width: 32rem; }
.search input { width: 100%; padding: .4rem .8rem; font: inherit; color: inherit; background: var(--code); border: 1px solid var(--line); border-radius: 6px; }
.search ol { position: absolute; top: 2.8rem; left: 0; right: 0; max-height: 70vh; overflow: auto; margin: 0; padding: .4rem; list-style: none; background: var(--back); border: 1px solid var(--line); border-radius: 6px; box-shadow: 0 8px 24px rgb(0 0 0 / .15); }
.search li a { display: block; padding: .4rem .6rem; border-radius: 4px; color: var(--text); }
.search li a:hover, .search li a.chosen { background: var(--mark); text-decoration: none; }
.search li small { display: block; color: var(--soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.page { display: grid; grid-template-columns: 14rem minmax(0, 1fr) 13rem; gap: 2.5rem; max-width: 84rem; margin: 0 auto; padding: 0 1.5rem; }
.all, aside { position: sticky; top: 3.6rem; align-self: start; max-height: calc(100vh - 3.6rem); overflow: auto; padding: 1.5rem 0; font-size: .92rem; }
.all > summary { display: none; }
nav h2, aside h2 { margin: 1.2rem 0 .3rem; font-size: .75rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }
nav section:first-child h2, aside h2:first-child { margin-top: 0; }
nav a, aside a { display: block; padding: .15rem .6rem; color: var(--text); border-left: 2px solid transparent; }
nav a[aria-current] { border-color: var(--link); background: var(--mark); font-weight: 600; }
main { padding: 1.5rem 0 6rem; }
main > :first-child { margin-top: 0; }
h1, h2, h3 { line-height: 1.25; }
h1 { font-size: 2rem; }
main h2 { margin-top: 2.5rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
.here { margin-left: .4rem; color: transparent; font-weight: 400; }
:hover > .here, .here:focus { color: var(--soft); }
code { padding: .1em .3em; font: .88em/1.5 ui-monospace, monospace; background: var(--code); border-radius: 4px; }
pre { padding: .9rem 1.1rem; overflow: auto; background: var(--code); border: 1px solid var(--line); border-radius: 6px; }
pre code { padding: 0; background: none; font-size: .82em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .94rem; }
th, td { padding: .4rem .8rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
.members td:first-child { width: 45%; white-space: pre-wrap; }
.members td:first-child code { padding: 0; background: none; }
img { max-width: 100%; }
@media (max-width: 70rem) { .page { grid-template-columns: 14rem minmax(0, 1fr); } aside { display: none; } }
@media (max-width: 48rem) {
  .page { display: block; padding: 0 1rem; }
  header { gap: 1rem; padding: .6rem 1rem; }
  .all { position: static; max-height: none; padding: 1rem 0 0; }
  .all > summary { display: list-item; cursor: pointer; color: var(--soft); }
}
`;

/** What runs in the pages: the search. */
export const searchScript = `
const [input, list] = [document.querySelector('.search input'), document.querySelector('.search ol')];
if (matchMedia('(max-width: 48rem)').matches) document.querySelector('.all').open = false;
let chosen = -1;

/** Text as people type it: STORE_LOCKED and max-pages are two words each. */
function spoken(text) {
  return text.toLowerCase().replace(/[_-]/g, ' ');
}

function score(entry, words) {
  const [heading, page, text] = [entry.heading, entry.page, entry.text].map(spoken);
  const phrase = words.join(' ');
  let sum = (heading.includes(phrase) ? 8 : 0) + (text.includes(phrase) ? 4 : 0);
  for (const word of words) {
    const one = (heading.includes(word) ? 8 : 0) + (heading.startsWith(word) ? 4 : 0) + (page.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0);
    if (one === 0) return 0;
    sum += one;
  }
  return sum;
}

function excerpt(text, word) {
  const at = Math.max(0, spoken(text).indexOf(word) - 40);
  return (at > 0 ? '…' : '') + text.slice(at, at + 120);
}

function show() {
  const words = spoken(input.value).split(/\\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : searchIndex
    .map((entry) => ({ entry, points: score(entry, words) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .slice(0, 12);
  list.replaceChildren(...found.map(({ entry }) => {
    const [item, link, small] = ['li', 'a', 'small'].map((tag) => document.createElement(tag));
    link.href = toRoot + entry.file + '#' + entry.anchor;
    link.textContent = entry.heading === entry.page ? entry.page : entry.page + ' › ' + entry.heading;
    const phrase = words.join(' ');
    small.textContent = excerpt(entry.text, spoken(entry.text).includes(phrase) ? phrase : words[0]);
    link.append(small);
    item.append(link);
    return item;
  }));
  if (words.length > 0 && found.length === 0) list.innerHTML = '<li><a>Nothing was found</a></li>';
  list.hidden = words.length === 0;
  chosen = -1;
}

input.addEventListener('input', show);
input.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a[href]')];
  if (event.key === 'Escape') { input.value = ''; show(); }
  if (event.key === 'Enter') (links[Math.max(0, chosen)])?.click();
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  chosen = Math.min(links.length - 1, Math.max(0, chosen + (event.key === 'ArrowDown' ? 1 : -1)));
  links.forEach((link, at) => link.classList.toggle('chosen', at === chosen));
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== input) { event.preventDefault(); input.focus(); }
});
document.addEventListener('click', (event) => { if (!event.target.closest('.search')) list.hidden = true; });
list.addEventListener('click', () => { list.hidden = true; });
`;
