import { html } from '../../reports/markup.ts';
import { reportPage } from '../../reports/page.ts';

const style = `
form { display: flex; gap: .5rem; margin: 1rem 0; }
input { flex: 1; font: inherit; padding: .5rem .7rem; border: 1px solid var(--rule); border-radius: .4rem; background: transparent; color: inherit; }
button { font: inherit; padding: .4rem .9rem; }
#hits { list-style: none; margin: 0; padding: 0; }
#hits > li { margin: 1.1rem 0; overflow-wrap: anywhere; }
#hits > li > a { font-size: 1.1rem; font-weight: 600; }
#hits small { display: block; color: var(--soft); }
#hits p { margin: .2rem 0; }
mark { background: #ffe08a; color: #222; border-radius: .15rem; }
#note { color: var(--soft); min-height: 1.4em; }
summary { cursor: pointer; color: var(--soft); }
`;

/**
 * What may run and be loaded on the search page: scripts of its own folder and nothing else. From the disk a folder
 * is no origin, so files are named as such.
 */
const policy =
  "default-src 'none'; script-src 'self' file:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The search page of a mirror. Its scripts are files beside it; nothing of a page stands in it. */
export function searchPage({ name, shards, pages }: { name: string; shards: number; pages: number }): string {
  const root = html` data-shards="${shards}"`;
  const head = { title: `Search ${name}`, policy, style, isUnlisted: true, root };
  return reportPage(
    head,
    html`<h1>Search ${name}</h1>
<p>${pages.toLocaleString('en')} pages. “Phrases”, beginnings (abc*), -exclusions, this OR that, title: and url: are understood. <a href="index.html">Start page</a>, <a href="overview.html">all pages</a>.</p>
<form role="search"><input type="search" aria-label="Words to look for" placeholder="Words to look for" autocomplete="off"><button>Search</button></form>
<p id="note" role="status"></p>
<button id="hint" hidden></button>
<ol id="hits"></ol>
<button id="more" hidden>More</button>
<noscript><p>This page searches with a script of its own. <a href="overview.html">All pages</a> are listed without one.</p></noscript>
<script src="search/search.js"></script>`,
  );
}
