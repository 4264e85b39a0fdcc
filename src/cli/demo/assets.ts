/** The blog's script: comments are turned and cards shown without the address changing. */
export const script = `'use strict';
function put(id, address) {
  var request = new XMLHttpRequest();
  request.open('GET', address);
  request.onload = function () { document.getElementById(id).innerHTML = request.responseText; };
  request.send();
}
function load(page) {
  put('comments', '/comments/' + document.body.dataset.article + '/' + page);
}
function card(author) {
  put('card', '/card/' + author);
}
`;

/** The blog's style sheet. */
export const style = `:root { --ink: #22262b; --soft: #6b7480; --line: #e3e0d8; --gold: #b8860b; --paper: #fbfaf6; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.6 Georgia, "Noto Serif CJK SC", serif; }
a { color: inherit; text-decoration-color: var(--gold); text-underline-offset: 3px; }
header { display: flex; align-items: baseline; gap: 1.5rem; padding: 1.6rem 2rem 1rem; border-bottom: 3px double var(--line); }
header a { display: flex; align-items: center; gap: .7rem; font-size: 1.5rem; font-weight: bold; text-decoration: none; }
header p { margin: 0; color: var(--soft); font-style: italic; }
main { display: grid; grid-template-columns: minmax(0, 38rem) 18rem; gap: 3rem; max-width: 62rem; margin: 0 auto; padding: 2rem; }
h2 { margin: 0 0 .6rem; font-size: 1.6rem; line-height: 1.25; }
h3 { margin: 0 0 1rem; font-size: 1.1rem; }
small, .by { color: var(--soft); font: 14px/1.5 system-ui, sans-serif; }
.entries ol { margin: 0; padding: 0; list-style: none; }
.entries li { padding: .7rem 0; border-bottom: 1px solid var(--line); }
.entries small { display: block; }
.authors { margin: 0 0 1rem; padding: 0; list-style: none; }
.author { cursor: help; border-bottom: 1px dotted var(--gold); }
.card:not(:empty) { padding: 1rem; background: #fff; border: 1px solid var(--line); border-radius: 8px; box-shadow: 0 4px 14px #0001; }
.card p { margin: .3rem 0; }
.neighbours { display: flex; justify-content: space-between; gap: 1rem; margin-top: 2rem; font-size: .95rem; }
.comments ul { margin: 0; padding: 0; list-style: none; }
.comments { font: 15px/1.5 system-ui, sans-serif; }
.comments li { margin-bottom: .8rem; padding: .7rem .9rem; background: #fff; border: 1px solid var(--line); border-radius: 8px; }
.comments li p { margin: .2rem 0 0; }
.pager { display: flex; flex-wrap: wrap; gap: .4rem; }
.pager > * { padding: .15rem .55rem; border: 1px solid var(--line); border-radius: 6px; text-decoration: none; cursor: pointer; }
.pager > b { background: var(--gold); border-color: var(--gold); color: #fff; cursor: default; }
footer { padding: 2rem; color: var(--soft); text-align: center; font-size: .85rem; }
@media (max-width: 56rem) { main { grid-template-columns: minmax(0, 1fr); } header { flex-wrap: wrap; gap: .3rem 1.5rem; } }
`;

/** The blog's sign: an orb weaver with its zigzag. */
export const sign = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" fill="none" stroke="#22262b" stroke-width="1.6" stroke-linecap="round">
<path d="M20 18 8 8M20 18 5 17M20 22 5 25M20 22 9 34M20 18 32 8M20 18 35 17M20 22 35 25M20 22 31 34"/>
<path d="M20 31l-2 2 4 2-4 2" stroke="#b8860b"/>
<ellipse cx="20" cy="15" rx="3" ry="3.4" fill="#22262b"/>
<ellipse cx="20" cy="23.5" rx="4.6" ry="6.4" fill="#f2c230"/>
<path d="M15.8 21.5h8.4M15.4 24.5h9.2M16.4 27.5h7.2"/>
</svg>
`;
