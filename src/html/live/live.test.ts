import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capturePage } from '../capture.ts';
import { scanPage } from '../scan/page.ts';
import { liveTraits } from './live.ts';
import { livelinessOf } from './reader.ts';
import { scriptsPrint } from './scripts.ts';

function documentOf(html: string) {
  const wire = { url: 'http://a.test/', status: 200, contentType: 'text/html', lastModified: '' };
  return capturePage({ ...wire, body: Buffer.from(html), requests: [], nesting: 1000 }).document;
}

test('a browser may make more of scripts, handlers, calls, frames, shadows and XHTML', () => {
  const lively: readonly (readonly [string, string])[] = [
    ['script', '<script src=/x.js></script>'],
    ['script', '<script type=module>go()</script>'],
    ['script', '<svg><script>go()</script></svg>'],
    ['handler', '<p onmouseover="go()">'],
    ['handler', '<a href=" JavaScript:go()">x</a>'],
    ['handler', '<form action="javascript:go()">'],
    ['frame', '<iframe src=/inner></iframe>'],
    ['frame', '<iframe srcdoc="<p>x"></iframe>'],
    ['frame', '<frameset><frame src=/a></frameset>'],
    ['frame', '<object data=/x.html></object>'],
    ['shadow', '<div><template shadowrootmode=open><p>x</template></div>'],
  ];
  for (const [sign, html] of lively)
    assert.deepEqual([...livelinessOf(documentOf(html), 'text/html').signs], [sign], html);
  assert.deepEqual([...livelinessOf(documentOf('<p>x'), 'application/xhtml+xml').signs], ['xhtml']);
});

test('a browser makes nothing more of data, templates, style sheets, disclosures and media', () => {
  const still = `<script type="application/ld+json">{}</script><script type="text/template"><p>x</script>
    <template><script>go()</script></template><style>li:hover ul { display: block }</style><link rel=stylesheet href=/s>
    <details><summary>a</summary>b</details><input type=checkbox><video src=/v></video><iframe src="about:blank"></iframe>
    <!-- <script>go()</script> --><object type=application/pdf data=/x.pdf></object><noscript><p>x</noscript>`;
  assert.deepEqual([...livelinessOf(documentOf(still), 'text/html').signs], []);
});

const base = 'http://a.test/';

test('pages have the same scripts whatever data, numbers and versions are in them', () => {
  const page = (n: number, version: string) => `<script src="/js/app.${version}.js?v=${n}"></script>
    <script>track("page ${n}", ${n}); var data = { title: 'x${n}', list: [${'1,'.repeat(n)}] } // ${n}</script>
    <script type="application/json">{"n":${n}}</script>`;
  assert.equal(scriptsPrint(page(1, '3f2a1b9c'), base), scriptsPrint(page(22, '77ab01cd'), base));
  assert.notEqual(
    scriptsPrint(page(1, 'a'), base),
    scriptsPrint(`${page(1, 'a')}<script>render()</script>`, base),
  );
  assert.notEqual(
    scriptsPrint(page(1, 'a'), base),
    scriptsPrint(`${page(1, 'a')}<script src=/more.js></script>`, base),
  );
});

test('scripts are the same from whichever folder they are named', () => {
  const print = (source: string, from: string) => scriptsPrint(`<script src="${source}"></script>`, from);
  assert.equal(print('js/a.js', 'http://a.test/'), print('../js/a.js', 'http://a.test/guide/x.html'));
  assert.notEqual(print('js/a.js', 'http://a.test/'), print('js/a.js', 'http://a.test/guide/x.html'));
});

test('parts are filled where they hold text or a picture, at any depth', () => {
  const { parts } = livelinessOf(
    documentOf(`<main><div id=app></div><div class="text"><p>Hi</div><section> \n</section><h1></h1>
      <aside><img src=/x.png></aside></main><footer><span></span></footer>`),
    'text/html',
  );
  assert.deepEqual([...parts].sort(), ['aside', 'div.text', 'main', 'p']);
});

test('the text alone tells what the tree tells', () => {
  const pages = [
    '<main id=a><p class=x>Hi<script src=/a.js></script><img></main><aside> </aside><p onclick=go()>',
    '<html><head><title>t</title><script>go()</script></head><body class=b><nav><a href="javascript:x()">y</a></nav>',
    // Only a tree tells what these are.
    '<table><p class=out>x</table><script>go()</script>',
    '<b><p>1</b>2</p><template><script>x()</script></template><iframe src=/f></iframe>',
    '<p>plain</p>',
  ];
  for (const page of pages) {
    const wire = { url: `${base}guide/`, status: 200, contentType: 'text/html', lastModified: '' };
    const raw = { ...wire, body: Buffer.from(page), requests: [], nesting: 1000 };
    const { document } = capturePage(raw);
    const { live } = scanPage(raw, true);
    assert.deepEqual(live, liveTraits(livelinessOf(document, 'text/html'), raw.body, document.base), page);
    assert.equal(live?.isStill, page === pages.at(-1), page);
  }
  assert.equal(
    scanPage({
      ...{ url: base, status: 200, contentType: 'text/html', lastModified: '' },
      ...{ body: Buffer.from('x'), requests: [], nesting: 9 },
    }).live,
    undefined,
  );
});
