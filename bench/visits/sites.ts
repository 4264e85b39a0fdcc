import { html, routes, type Site } from '../../test/sites/answer.ts';
import { startSite } from '../../test/sites/site.ts';
import { type Served, serveApp, serveForum } from '../peers/served.ts';

/** A site whose visits are counted. */
export interface VisitedSite {
  readonly name: string;
  /** What it stands for. */
  readonly what: string;
  /** More flags of the crawl. */
  readonly flags: readonly string[];
  serve(): Promise<Pick<Served, 'url' | 'close'>>;
}

/** In the order of the tables. */
export const visitedSites: readonly VisitedSite[] = [
  {
    name: 'forum',
    what: '50 threads whose pages come by script',
    flags: [],
    serve: serveForum,
  },
  {
    name: 'jquery-news',
    what: 'handlers that jQuery binds',
    flags: [],
    serve: () => serveApp('jquery-news'),
  },
  {
    name: 'links',
    what: '40 static pages of 600 links each',
    flags: [],
    serve: () => served(links()),
  },
  {
    name: 'handlers',
    what: '240 elements of eight wrapped handlers, on each of six pages',
    flags: [],
    serve: () => served(handlers()),
  },
];

async function served(site: Site): Promise<Pick<Served, 'url' | 'close'>> {
  const running = await startSite(site);
  return { url: running.url, close: () => running.close() };
}

/** Pages of plain links, few of which lead to another page of the site. */
function links(): Site {
  const pages = Array.from({ length: 40 }, (_, page) => page);
  const inside = pages.map((page) => `<li><a href="/page/${page}">Page ${page}</a></li>`);
  const body = (page: number) => {
    const outside = Array.from(
      { length: 600 - pages.length },
      (_, link) => `<li><a href="https://elsewhere.invalid/${page}/${link}">Link ${link} of ${page}</a></li>`,
    );
    return html(`<!doctype html><title>Page ${page}</title><ul>${[...inside, ...outside].join('')}</ul>`);
  };
  return {
    name: 'links',
    start: '/page/0',
    respond: routes({ '/page/:n': (_, [page = '']) => body(Number(page)) }),
  };
}

/**
 * Rows of buttons, each with a handler of its own that a wrapper merges from two, as libraries of components do: where
 * it is written says nothing, what it calls does.
 */
function handlers(): Site {
  const body = (page: number) =>
    html(`<!doctype html><title>Desk ${page}</title>
<p>${[0, 1, 2, 3, 4, 5].map((other) => `<a href="/desk/${other}">Desk ${other}</a>`).join(' ')}</p>
<p id="shown">Nothing of ${page} yet</p><div id="rows"></div>
<script>
const merge = (one, other) => function (...given) { one.apply(this, given); other.apply(this, given); };
const show = (text) => { document.querySelector('#shown').textContent = text; };
const kinds = [${Array.from({ length: 8 }, (_, kind) => `() => show('Kind ${kind} of ${page}')`).join(', ')}];
for (let row = 0; row < 30; row++) {
  const line = document.createElement('p');
  for (const [kind, run] of kinds.entries()) {
    const button = document.createElement('button');
    button.textContent = 'Do ' + kind + ' with ' + row;
    button.addEventListener('click', merge(() => {}, run));
    line.append(button);
  }
  document.querySelector('#rows').append(line);
}
</script>`);
  return {
    name: 'handlers',
    start: '/desk/0',
    respond: routes({ '/desk/:n': (_, [page = '']) => body(Number(page)) }),
  };
}
