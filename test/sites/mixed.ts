import { type Answer, cacheable, file, html, notFound, routes, type Site } from './answer.ts';
import { chance, paragraph, sentence } from './prose.ts';

/** Pages of each kind. */
export interface MixedSize {
  /** Without any script. */
  readonly doc: number;
  /** With a script that counts visits and clicks, and nothing else. */
  readonly story: number;
  /** With a script that dresses up what is there. */
  readonly item: number;
  /** Made by a script from data. */
  readonly app: number;
  /** With comments that are turned by a script. */
  readonly thread: number;
  /** Written out at first, made by the same script later. */
  readonly news: number;
  /** Written out, with reviews that only later ones have and that a script adds: nothing tells beforehand. */
  readonly price: number;
}

/** What there is to find at an address. */
export interface MixedPage {
  readonly path: string;
  /** Texts that its page must show. */
  readonly texts: readonly string[];
  /** Text of the page that an event leads to. */
  readonly state?: string;
  /** Whether a browser shows more than the document holds. */
  readonly lively: boolean;
}

/** A site half static, half made by scripts, that knows what there is to find. */
export interface MixedSite extends Site {
  readonly pages: readonly MixedPage[];
}

type Kind = keyof MixedSize;

/** From these on, news are made by their script, and products have reviews. */
const [scriptedNews, reviewedPrices] = [0.5, 0.4];
const perList = 50;

/** Shares of the pages of a site, by kind. */
const shares: MixedSize = {
  doc: 0.2,
  story: 0.2,
  item: 0.07,
  app: 0.2,
  thread: 0.09,
  news: 0.14,
  price: 0.1,
};

/** A site of so many pages. */
export function mixedOf(pages: number): MixedSite {
  const sizes = Object.entries(shares).map(([kind, share]) => [kind, Math.round(share * pages)]);
  return mixed(Object.fromEntries(sizes) as MixedSize);
}

/** Makes the site; the same size gives the same pages. */
export function mixed(size: MixedSize): MixedSite {
  const kinds = Object.keys(size) as Kind[];
  const all = kinds.flatMap((kind) => Array.from({ length: size[kind] }, (_, at) => ({ kind, n: at + 1 })));
  const is = (kind: Kind, n: number) => n >= 1 && n <= size[kind];
  const lists = Math.ceil(all.length / perList);
  const on =
    (kind: Kind, answer: (n: number) => Answer) =>
    (_: unknown, [n]: readonly string[]) =>
      is(kind, Number(n)) ? answer(Number(n)) : notFound();
  const later = (kind: Kind, n: number, share: number) => n > size[kind] * share;
  const respond = routes({
    '/': () => html(listPage(0, lists, all)),
    '/list/:n': (_, [n]) => html(listPage(Number(n), lists, all)),
    '/doc/:n': on('doc', (n) => html(page('doc', n, body('doc', n)))),
    '/story/:n': on('story', (n) =>
      html(page('story', n, body('story', n), '<script src="/count.js" async></script>')),
    ),
    '/item/:n': on('item', (n) =>
      html(page('item', n, body('item', n), '<script src="/dress.js"></script>')),
    ),
    '/app/:n': on('app', (n) =>
      html(page('app', n, `<div id="app" data-n="${n}"></div>`, '<script src="/app.js" defer></script>')),
    ),
    '/thread/:n': on('thread', (n) =>
      html(
        page(
          'thread',
          n,
          `${body('thread', n)}<div id="comments"><p class="comment">${textOf('thread', n, 5)}</p></div>
<span class="go" onclick="load(${n}, 2)">Page 2</span>`,
          '<script src="/thread.js"></script>',
        ),
      ),
    ),
    '/news/:n': on('news', (n) =>
      html(
        page(
          'news',
          n,
          later('news', n, scriptedNews)
            ? `<div id="body" data-n="${n}"></div>`
            : `<div id="body" data-n="${n}">${body('news', n)}</div>`,
          '<script src="/news.js" defer></script>',
        ),
      ),
    ),
    '/price/:n': on('price', (n) =>
      html(
        page(
          'price',
          n,
          `${body('price', n)}<div id="reviews"></div>
<script type="application/json" id="data">${JSON.stringify(later('price', n, reviewedPrices) ? [textOf('price', n, 5)] : [])}</script>`,
          '<script src="/price.js" defer></script>',
        ),
      ),
    ),
    '/api/app/:n': on('app', (n) => json({ title: titleOf('app', n), text: textOf('app', n, 1) })),
    '/api/news/:n': on('news', (n) => json({ title: titleOf('news', n), text: textOf('news', n, 1) })),
    '/comments/:n/:page': (_, [n]) =>
      file('text/html; charset=utf-8', `<p class="comment">${textOf('thread', Number(n), 6)}</p>`),
    '/style.css': () => cacheable('text/css', 'body { max-width: 40em } .more { display: none }'),
    ...Object.fromEntries(
      Object.entries(scripts).map(([path, text]) => [path, () => cacheable('text/javascript', text)]),
    ),
  });
  return {
    name: 'mixed',
    start: '/',
    respond,
    pages: all.map(({ kind, n }) => truthOf(kind, n, later)),
  };
}

function truthOf(kind: Kind, n: number, later: (kind: Kind, n: number, share: number) => boolean): MixedPage {
  const texts = [titleOf(kind, n), textOf(kind, n, 1)];
  const path = `/${kind}/${n}`;
  const reviewed = kind === 'price' && later(kind, n, reviewedPrices);
  const made = kind === 'news' && later(kind, n, scriptedNews);
  if (kind === 'thread')
    return { path, texts: [...texts, textOf(kind, n, 5)], state: textOf(kind, n, 6), lively: true };
  if (reviewed) return { path, texts: [...texts, textOf(kind, n, 5)], lively: true };
  return { path, texts, lively: kind === 'app' || made };
}

const scripts = {
  '/count.js': `(function () {
  window.dataLayer = window.dataLayer || [];
  document.addEventListener('click', function (event) { dataLayer.push([event.target.tagName, Date.now()]); });
  window.addEventListener('scroll', function () { dataLayer.push('scroll'); });
  var more = document.createElement('script');
  more.text = 'window.counted = true';
  document.head.appendChild(more);
  new Image().src = '/style.css?counted';
})();`,
  '/dress.js': `document.documentElement.className = 'js';
document.querySelectorAll('h1').forEach(function (title) { title.style.letterSpacing = '1px'; });`,
  '/app.js': fills('app', '/api/app/'),
  '/news.js': fills('body', '/api/news/'),
  '/thread.js': `function load(n, page) {
  fetch('/comments/' + n + '/' + page).then(function (answer) { return answer.text(); }).then(function (text) {
    document.getElementById('comments').innerHTML = text;
  });
}`,
  '/price.js': `JSON.parse(document.getElementById('data').textContent).forEach(function (review) {
  var line = document.createElement('p');
  line.textContent = review;
  document.getElementById('reviews').append(line);
});`,
};

/** A script that fills an empty element from data. */
function fills(id: string, from: string): string {
  return `(function () {
  var place = document.getElementById('${id}');
  if (place.children.length > 0) return;
  fetch('${from}' + place.getAttribute('data-n')).then(function (answer) { return answer.json(); }).then(function (data) {
    place.innerHTML = '<h1>' + data.title + '</h1><p>' + data.text + '</p>';
  });
})();`;
}

function titleOf(kind: Kind, n: number): string {
  return `${kind} ${n}: ${sentence(chance(n * 31 + kind.length * 7 + kind.charCodeAt(0)))}`;
}

function textOf(kind: Kind, n: number, part: number): string {
  return paragraph(chance(n * 101 + part * 13 + kind.charCodeAt(1) * 1009), 300);
}

function body(kind: Kind, n: number): string {
  return `<h1>${titleOf(kind, n)}</h1>\n<p>${textOf(kind, n, 1)}</p><p class="more">${textOf(kind, n, 2)}</p>`;
}

function page(kind: Kind, n: number, content: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${kind} ${n}</title>
<link rel="stylesheet" href="/style.css">${head}</head><body class="${kind}"><header><a href="/">Home</a></header>
<main>${content}</main><footer>Made by hand</footer></body></html>`;
}

function listPage(at: number, lists: number, all: readonly { kind: Kind; n: number }[]): string {
  const here = all.slice(at * perList, (at + 1) * perList);
  const next = at + 1 < lists ? `<a href="/list/${at + 1}">Next</a>` : '';
  const links = here.map(({ kind, n }) => `<li><a href="/${kind}/${n}">${kind} ${n}</a></li>`);
  return `<!doctype html><title>List ${at}</title><nav>${next}</nav><ul>${links.join('\n')}</ul>`;
}

function json(data: unknown): Answer {
  return file('application/json', JSON.stringify(data));
}
