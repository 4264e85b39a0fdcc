import type { LinkProblem } from '../../model/link-problem.ts';
import type { SiteStore } from '../../model/store.ts';
import { html, Markup } from '../../reports/markup.ts';
import { factList, reportPage } from '../../reports/page.ts';
import { EntryPaths } from '../entry-path.ts';
import { stepLabels } from '../label.ts';
import type { FileLayout } from '../layout.ts';
import { failures } from '../links/problems.ts';
import { wantedPages } from '../numbering.ts';
import { scriptPolicy } from '../policy.ts';
import { ReadablePaths } from '../readable-paths.ts';
import { type Branch, below, type OverviewPage, overviewTree } from './tree.ts';

/** What an overview shows. */
export interface Overview {
  readonly name: string;
  readonly tree: Branch;
  readonly figures: { readonly pages: number; readonly states: number };
  readonly failures: readonly LinkProblem[];
  /** Whether a search page stands beside it. */
  readonly isSearched: boolean;
  /** File of a page inside the mirror, `null` where it has none. */
  readonly fileOf: (number: number) => string | null;
}

/** Pages up to which every folder is open at first. */
const fewPages = 300;
/** States up to which those of a page are open at first. */
const fewStates = 12;
/** Pages with a link to something that failed, as far as they are named. */
const sourcesShown = 5;

const style = `
.tree, .tree ul { list-style: none; margin: 0; padding-left: 1.2rem; }
.tree { padding-left: 0; }
.tree li { margin: .2rem 0; overflow-wrap: anywhere; }
.tree ul { border-left: 1px solid var(--rule); margin-left: .3rem; }
.tree .states li::before { content: "\\203a\\a0"; color: var(--soft); }
.tree small { color: var(--soft); margin-left: .4rem; }
summary { cursor: pointer; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.from { list-style: none; margin: 0; padding: 0; }
`;

/** The overview of a mirror: all pages as a tree with their states, and what failed. It runs nothing. */
export function overviewPage({ name, tree, figures, failures, isSearched, fileOf }: Overview): string {
  const { pages, states } = figures;
  const facts = [
    ['pages', pages],
    ['by address', pages - states],
    ['by events', states],
    ['failed', failures.length],
  ] as const;
  const head = { title: `All pages of ${name}`, policy: scriptPolicy, style, isUnlisted: true };
  return reportPage(
    head,
    html`<h1>All pages of ${name}</h1>
${factList(facts.map(([what, count]) => [what, count.toLocaleString('en')]))}
<main>
${isSearched ? html`<p><a href="search.html">Search</a></p>` : null}
${failures.length === 0 ? null : html`<p><a href="#failed">What failed</a></p>`}
<h2>Pages</h2>
<ul class="tree">${branchItems(tree, pages <= fewPages, true)}</ul>
${failureSection(failures, fileOf)}
</main>`,
  );
}

/** A branch and all that is below it; those at the root stand side by side. */
function branchItems(branch: Branch, isOpen: boolean, isRoot = false): Markup {
  const kids = below(branch).map((kid) => branchItems(kid, isOpen));
  const states = statesOf(branch);
  const [first, ...others] = branch.pages;
  const head = first ? pageLink(first, isRoot ? '/' : branch.name) : html`${branch.name}/`;
  const more = others.map((page) => html`<li>${pageLink(page, branch.name)}</li>`);
  if (isRoot)
    return html`${first ? html`<li>${head}${states}</li>` : states && html`<li>${states}</li>`}${more}${kids}`;
  if (kids.length === 0) return html`<li>${head}${states}</li>${more}`;
  const inside = html`<ul>${kids}</ul>`;
  return html`<li><details${new Markup(isOpen ? ' open' : '')}><summary>${head}</summary>${states}${inside}</details></li>${more}`;
}

function pageLink({ file, title, number }: OverviewPage, name: string): Markup {
  const text = title === '' ? `page ${number}` : title;
  return html`<a href="${file}">${text}</a><small>${name}</small>`;
}

/** The states of a page: those that are many are opened by whoever wants to see them. */
function statesOf({ states }: Branch): Markup | null {
  if (states.length === 0) return null;
  const items = states.map(
    ({ file, steps, title, number }) =>
      html`<li><a href="${file}">${steps || title || `page ${number}`}</a></li>`,
  );
  const list = html`<ul class="states">${items}</ul>`;
  if (states.length <= fewStates) return list;
  return html`<details><summary>${states.length.toLocaleString('en')} states</summary>${list}</details>`;
}

function failureSection(failures: readonly LinkProblem[], fileOf: Overview['fileOf']): Markup | null {
  if (failures.length === 0) return null;
  const rows = failures.map(
    (failure) =>
      html`<tr><th scope="row"><span class="long">${failure.url ?? failure.label}</span></th><td data-name="reason">${failure.reason}</td><td data-name="linked from">${sources(failure, fileOf)}</td></tr>`,
  );
  return html`<h2 id="failed">What failed</h2>
<table class="stacked"><thead><tr><th>address</th><th>reason</th><th>linked from</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function sources({ from }: LinkProblem, fileOf: Overview['fileOf']): Markup {
  const named = from.slice(0, sourcesShown).map(({ number, address, label }) => {
    const file = fileOf(number);
    return html`<li>${file === null ? address : html`<a href="${file}">${label || address}</a>`}</li>`;
  });
  const left = from.length - named.length;
  return html`<ul class="from">${named}${left > 0 ? html`<li>and ${left} more</li>` : null}</ul>`;
}

/** The text of a page that lists all pages of a mirror, and what failed. */
export async function overviewText(site: SiteStore, layout: FileLayout): Promise<string> {
  const { name, seeds } = await site.info();
  const { protocol = '', host = '' } = URL.parse(seeds[0] ?? '') ?? {};
  const shown = await shownPages(site, layout);
  return overviewPage({
    name,
    tree: overviewTree(shown, `${protocol}//${host}`),
    figures: { pages: shown.length, states: shown.filter(({ steps }) => steps !== '').length },
    failures: await failures(site),
    isSearched: (await site.search.count()) > 0,
    fileOf: (number) => (layout.resolve(number) === null ? null : layout.fileOf(number)),
  });
}

async function shownPages(site: SiteStore, layout: FileLayout): Promise<readonly OverviewPage[]> {
  const paths = new EntryPaths(site);
  const readable = new ReadablePaths(site);
  const shown: OverviewPage[] = [];
  for await (const page of wantedPages(site)) {
    const { number, content, entry } = page;
    const way = await paths.of(page);
    const [first] = way;
    const url = await paths.addressOf(page);
    const opened = first && 'open' in first ? first.open : '';
    shown.push({
      number,
      url,
      opened,
      path: await readable.of(url ?? opened),
      title: content?.title ?? '',
      steps: entry.kind === 'url' ? '' : stepLabels(way).join(' › '),
      file: layout.fileOf(number),
    });
  }
  return shown;
}
