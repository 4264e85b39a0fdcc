import { names } from '../pages/words.ts';
import { pages } from './site.ts';

/** Pages of comments. */
export const commentPages = 8;
const perPage = 10;
const tools = 120;

/** Texts of all comments. */
export const comments: readonly string[] = names(0, commentPages * perPage).map(
  (name) => `comment of the ${name}`,
);

const effects = [
  (at: number) => `this.style.color=this.style.color?'':'rgb(${at},0,0)'`,
  () => `this.classList.toggle('on')`,
  (at: number) => `this.title=this.title?'':'tool ${at}'`,
];

function list(page: number): string {
  return comments
    .slice((page - 1) * perPage, page * perPage)
    .map((text) => `<li>${text}</li>`)
    .join('');
}

function start(): string {
  const anchors = Array.from({ length: tools }, (_, at) => {
    const effect = effects[at % effects.length];
    return `<a href="#" onclick="${effect?.(at) ?? ''};return false">tool ${at}</a> `;
  }).join('');
  const pager = Array.from(
    { length: commentPages },
    (_, at) => `<a href="javascript:go(${at + 1})">${at + 1}</a> `,
  );
  return `<h1>Discussion</h1><div>${anchors}</div><ul id="comments">${list(1)}</ul><p>${pager.join('')}</p>
<script>function go(n){fetch('/comments/'+n).then(r=>r.text()).then(t=>{document.getElementById('comments').innerHTML=t})}</script>`;
}

/** 120 anchors that change a colour, a class or a title, above eight pages of comments. */
export const tools120 = pages((path) => {
  if (path === '/') return start();
  const page = Number(/^\/comments\/(\d)$/.exec(path)?.[1] ?? 0);
  return page >= 1 && page <= commentPages ? { type: 'text/html; charset=utf-8', body: list(page) } : null;
});
