import { type Answer, type Ask, cacheable, file, html, routes, type Site } from './answer.ts';
import { plainPng } from './png.ts';
import { encodedPages } from './quirks-encodings.ts';
import { eventPages } from './quirks-events.ts';
import { lookPages } from './quirks-look.ts';
import { document, linkList, type ServedPage, type SiteTruth, truthOf } from './truth.ts';

const pages: readonly ServedPage[] = [...lookPages, ...eventPages];

const offsite = 'http://elsewhere.example/page';

/** Requests that change the site or are forbidden by robots.txt. */
const never = ['/logout', '/user/signout', '/delete/1', '/delete/2', '/pay', '/private/page'];

/** What there is to find on the site of quirks, with addresses that no careful crawler asks for. */
export const quirksTruth: SiteTruth & { readonly offsite: string } = {
  pages: [
    { path: '/', text: 'Pages that are hard to copy' },
    ...truthOf(pages),
    ...encodedPages.map(({ path, text }) => ({ path, text })),
    ...['relative', 'absolute', 'protocol-relative'].map((name) => ({
      path: `/link/${name}`,
      text: `Linked by a ${name} address`,
    })),
  ],
  never,
  offsite,
};

/** Pages whose look or links are not in their HTML, and some that test manners. */
export function quirks(): Site {
  const bodies = Object.fromEntries(
    pages.map((page) => [
      page.path,
      (): Answer => html(document(page.title ?? page.path, page.body, page.head)),
    ]),
  );
  const encoded = Object.fromEntries(
    encodedPages.map((page) => [page.path, (): Answer => file(page.contentType, page.bytes)]),
  );
  const sensitive = Object.fromEntries(
    never.map((path) => [path, (): Answer => html(document('Too late', '<p>Something was changed</p>'))]),
  );
  return {
    name: 'quirks',
    start: '/',
    respond: routes({
      ...bodies,
      ...encoded,
      ...sensitive,
      ...resources,
      // A title that is not the final one: the script of the page sets it.
      '/titled': () => html(document('Title of the server', titledBody)),
      '/': (ask) => html(startPage(ask)),
      '/robots.txt': () => file('text/plain', 'User-agent: *\nDisallow: /private/\n'),
      '/link/:name': (_, [name]) => html(document(`Link ${name}`, `<p>Linked by a ${name} address</p>`)),
    }),
  };
}

const titledBody = pages.find((page) => page.path === '/titled')?.body ?? '';

function startPage(ask: Ask): string {
  const linked = pages.filter((page) => !page.unlinked).map((page) => page.path);
  const host = ask.origin.replace(/^http:/, '');
  return document(
    'Quirks',
    `<h1 id="here">Pages that are hard to copy</h1>
${linkList([...linked, ...encodedPages.map((page) => page.path)])}
<p><a href="link/relative">relative</a> <a href="${ask.origin}/link/absolute">absolute</a>
<a href="${host}/link/protocol-relative">protocol-relative</a> <a href="${offsite}">off-site</a>
<a href="#here">within</a> <a href="mailto:someone@elsewhere.example">mail</a> <a href="/private/page">private</a></p>`,
  );
}

const square = (red: number, green: number, blue: number) => plainPng(40, 40, [red, green, blue]);

const resources: Readonly<Record<string, () => Answer>> = {
  '/img/red.png': () => cacheable('image/png', square(200, 40, 40)),
  '/img/green.png': () => cacheable('image/png', square(40, 160, 60)),
  '/img/blue.png': () => cacheable('image/png', square(40, 60, 200)),
  '/img/wide.png': () => cacheable('image/png', plainPng(80, 80, [200, 160, 40])),
  '/elsewhere/pic.png': () => cacheable('image/png', square(120, 40, 160)),
  '/css/main.css': () =>
    cacheable(
      'text/css',
      `@import "deep/more.css";\n@import url(deep/print.css) print;
@font-face { font-family: "Made"; src: url("../font/made.woff2?v=1#x") format("woff2"); }
.pictured { width: 40px; height: 40px; background: url( '../img/red.png' ) }
/* url(../img/never.png) */ .lettered { font-family: "Made", serif; }`,
    ),
  '/css/deep/more.css': () =>
    cacheable('text/css', '.deep { width: 40px; height: 40px; background: url(../../img/green.png) }'),
  '/css/deep/print.css': () => cacheable('text/css', '.deep { display: none }'),
  // Not a usable font: what counts is that the file is carried along.
  '/font/made.woff2': () => cacheable('font/woff2', 'wOF2-made-up'),
};
