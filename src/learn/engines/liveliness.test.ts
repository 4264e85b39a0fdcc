import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capturePage } from '../../html/capture.ts';
import { filledParts } from './filled-parts.ts';
import { signsOf } from './liveliness.ts';
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
    assert.deepEqual([...signsOf(documentOf(html), 'text/html')], [sign], html);
  assert.deepEqual([...signsOf(documentOf('<p>x'), 'application/xhtml+xml')], ['xhtml']);
});

test('a browser makes nothing more of data, templates, style sheets, disclosures and media', () => {
  const still = `<script type="application/ld+json">{}</script><script type="text/template"><p>x</script>
    <template><script>go()</script></template><style>li:hover ul { display: block }</style><link rel=stylesheet href=/s>
    <details><summary>a</summary>b</details><input type=checkbox><video src=/v></video><iframe src="about:blank"></iframe>
    <!-- <script>go()</script> --><object type=application/pdf data=/x.pdf></object><noscript><p>x</noscript>`;
  assert.deepEqual([...signsOf(documentOf(still), 'text/html')], []);
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
  const parts = filledParts(
    documentOf(`<main><div id=app></div><div class="text"><p>Hi</div><section> \n</section><h1></h1>
      <aside><img src=/x.png></aside></main><footer><span></span></footer>`),
  );
  assert.deepEqual([...parts].sort(), ['aside', 'div.text', 'main', 'p']);
});
