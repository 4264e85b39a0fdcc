import { defaultSettings } from '../src/config/index.ts';
import { chromiumDriver } from '../src/drivers/chromium/index.ts';
import type { Tab, TreeNode } from '../src/model/index.ts';
import { html, routes } from '../test/sites/answer.ts';
import { startSite } from '../test/sites/site.ts';
import { type Bench, readArgs } from './bench.ts';
import { Report } from './report.ts';

/** Pages on each of which one function or getter of the language, of the DOM or of the window is replaced. */
export const replaced: Bench = {
  name: 'replaced',
  summary:
    'pages that replace one thing of the language, the DOM or the window each, read and clicked in the browser',
  usage: [
    '    --every N     only each Nth of these pages (default 1)',
    '    --only RE     properties whose names match',
    '    --markdown    tables to paste into docs/benchmarks.md',
  ].join('\n'),
  run,
};

/** What a page puts in the place of something: what throws, and what gives nothing. */
const kinds = ['throws', 'gives nothing'] as const;
const tabs = 4;
/** Things that are named one by one. */
const told = 30;

/** Owners by how a script gets at them. */
const language =
  'Object Array Function String Number Boolean Symbol RegExp Promise Map Set WeakMap WeakSet WeakRef Date Error TextEncoder'
    .split(' ')
    .flatMap((name) => [name, `${name}.prototype`]);
const hidden = [
  ...[
    '[].values()',
    'new Map().values()',
    'new Set().values()',
    '"".matchAll(/./g)',
    'Uint32Array.prototype',
  ],
].map((made) => `Object.getPrototypeOf(${made})`);
const dom =
  'EventTarget Event CustomEvent MouseEvent Node Element HTMLElement SVGElement Document DocumentFragment ShadowRoot CharacterData Text Attr NamedNodeMap NodeList HTMLCollection DOMTokenList DOMRectReadOnly DOMRectList Range TreeWalker StyleSheetList CSSStyleSheet CSSRuleList CSSStyleRule CSSStyleDeclaration MutationObserver MutationRecord MessageChannel MessagePort Navigation NavigationHistoryEntry History HTMLInputElement HTMLSelectElement HTMLOptionElement HTMLTextAreaElement HTMLAnchorElement HTMLFormElement HTMLButtonElement HTMLTemplateElement HTMLIFrameElement HTMLImageElement HTMLSlotElement HTMLStyleElement HTMLScriptElement IntersectionObserver Performance XMLHttpRequest Response Headers Storage URL'
    .split(' ')
    .map((name) => `${name}.prototype`);
const owners = [...language, 'Math', 'JSON', 'Reflect', ...hidden, ...dom, 'window', 'document', 'URL'];

/** Writes down what can be replaced, as pairs of owner and name. */
const listing = `<pre id="names"></pre><script>
  var found = ${JSON.stringify(owners)}.flatMap(function (owner) {
    var at; try { at = (0, eval)('(' + owner + ')'); } catch (e) { return []; }
    return Reflect.ownKeys(at).flatMap(function (key) {
      var is = Object.getOwnPropertyDescriptor(at, key);
      if (!is.configurable || typeof (is.get || is.value) !== 'function') return [];
      return [[owner, typeof key === 'symbol' ? String(key).replace(/^Symbol\\((.*)\\)$/, '$1') : '"' + key + '"']];
    });
  });
  document.getElementById('names').textContent = JSON.stringify(found);</script>`;

/** The page itself needs nothing of what it replaces. */
function pageThat(kind: string, owner: string, key: string): string {
  return `<!doctype html><title>x</title><a href="/to">link</a><ul><li>one<li class="two">two</ul><input name="i" value="v"><select name="s"><option>a<option>b</select>
  <button id="go">go</button><p id="out">nothing</p><script>(function () {
    var set = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent').set, apply = Reflect.apply, out = document.getElementById('out');
    document.getElementById('go').addEventListener('click', function () { apply(set, out, ['clicked']); });
    var at = ${owner}, key = ${key}, is = Object.getOwnPropertyDescriptor(at, key);
    function made() { ${kind === 'throws' ? "throw new Error('no');" : ''} }
    Object.defineProperty(at, key, is.get ? { configurable: true, get: made, set: is.set && made } : { configurable: true, writable: true, value: made });
  })();</script>`;
}

async function run(args: readonly string[]): Promise<boolean> {
  const values = readArgs(args, {
    every: { type: 'string', default: '1' },
    only: { type: 'string' },
    markdown: { type: 'boolean', default: false },
  });
  const report = new Report(values.markdown ? 'markdown' : 'text');
  const pages: { readonly kind: string; readonly owner: string; readonly key: string }[] = [];
  const site = await startSite({
    name: 'replaced',
    start: '/',
    respond: routes({
      '/': () => html(listing),
      '/page/:at': (_, [at = '']) => {
        const page = pages[Number(at)];
        return html(page ? pageThat(page.kind, page.owner, page.key) : pageThat('', '{ x() {} }', '"x"'));
      },
    }),
  });
  const settings = defaultSettings([site.url], { sandbox: false });
  const driver = await chromiumDriver(settings, {
    permit: async () => {},
    sink: null,
    fetch: async () => null,
  });
  try {
    const first = await driver.tab();
    const { document } = await first.open(site.url);
    const names = JSON.parse(textOf(document.root)) as readonly (readonly [string, string])[];
    const only = new RegExp(values.only ?? '');
    for (const kind of kinds)
      for (const [owner, key] of names) if (only.test(`${owner} ${key}`)) pages.push({ kind, owner, key });
    report.note(`${names.length} properties, ${pages.length} pages`);
    const usual = await seen(first, `${site.origin}/page/none`);
    const wrong: string[] = [];
    const left = pages.map((_, at) => at).filter((at) => at % Number(values.every) === 0);
    const all = left.length;
    const look = async (tab: Tab): Promise<void> => {
      for (let at = left.shift(); at !== undefined; at = left.shift()) {
        const page = pages[at] as (typeof pages)[0];
        const shown = await seen(tab, `${site.origin}/page/${at}`);
        if (shown !== usual) wrong.push(`${page.owner} ${page.key} ${page.kind}: ${shown.slice(0, 160)}`);
        if (left.length % 200 === 0) report.progress(`${left.length} left, ${wrong.length} wrong`);
      }
    };
    await Promise.all([
      look(first),
      ...Array.from({ length: tabs - 1 }, async () => look(await driver.tab())),
    ]);
    for (const line of wrong.slice(0, told)) report.note(`- ${line}`);
    report.verdict(
      wrong.length === 0,
      'a page that has replaced something is read and clicked as any other',
      `${all - wrong.length} of ${all}`,
    );
    return report.close();
  } finally {
    await driver.close();
    await site.close();
  }
}

/** What a page shows and offers, and what a click on it shows, on one line. */
async function seen(tab: Tab, url: string): Promise<string> {
  try {
    const { document, candidates } = await tab.open(url);
    const offered = candidates.map(({ text, event }) => `${text} ${event}`).join();
    const outcome = await tab.fire({ id: 'go', xpath: '/BUTTON', event: 'click' }, new Set());
    const after = outcome.kind === 'captured' ? textOf(outcome.capture.document.root) : outcome.kind;
    return `${textOf(document.root)} | ${offered} | ${after}`;
  } catch (error) {
    return String(error);
  }
}

function textOf(node: TreeNode): string {
  if (typeof node === 'string') return node;
  if (node.tag === 'script' || node.tag === 'title') return '';
  return (node.kids ?? []).map(textOf).join('').replace(/\s+/g, ' ').trim();
}
