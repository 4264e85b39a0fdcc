import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibleText } from '../dom/text.ts';
import type { Capture, ElementNode } from '../model/index.ts';
import { ArgiopeError } from '../model/index.ts';
import { capturePage, type RawPage } from './capture.ts';

function page(body: string): RawPage {
  return {
    url: 'http://site.example/dir/page',
    status: 200,
    contentType: 'text/html; charset=utf-8',
    lastModified: '',
    body: Buffer.from(body),
    requests: [],
    nesting: 10_000,
  };
}

function capture(body: string, more: { url?: string; contentType?: string } = {}): Capture {
  return capturePage({ ...page(body), ...more });
}

const kidsOf = (node: ElementNode | undefined): readonly ElementNode[] =>
  (node?.kids ?? []).filter((kid) => typeof kid !== 'string');

test('the tree has no comments and no script text, and keeps attributes and templates', () => {
  const { document } = capture(
    '<!doctype html><html><head><script src="/x.js" async>var a</script></head><body onload="go()"><!-- no --><noscript><p>no</p></noscript><template id="t"><b>in</b></template><p>text</p></body></html>',
  );
  const [head, body] = kidsOf(document.root);
  assert.deepEqual(kidsOf(head), [{ tag: 'script', attrs: { src: '/x.js', async: '' } }]);
  assert.deepEqual(body, {
    tag: 'body',
    attrs: { onload: 'go()' },
    kids: [
      { tag: 'noscript' },
      { tag: 'template', attrs: { id: 't' }, kids: [{ tag: 'b', kids: ['in'] }] },
      { tag: 'p', kids: ['text'] },
    ],
  });
});

test('SVG and MathML keep their namespaces and spellings', () => {
  const { document } = capture(
    '<svg viewBox="0 0 1 1"><linearGradient/><use xlink:href="#a"/></svg><math><mi>x</mi></math>',
  );
  const [svg, math] = kidsOf(kidsOf(document.root)[1]);
  assert.deepEqual(svg, {
    tag: 'svg',
    ns: 'svg',
    attrs: { viewBox: '0 0 1 1' },
    kids: [
      { tag: 'linearGradient', ns: 'svg' },
      { tag: 'use', ns: 'svg', attrs: { 'xlink:href': '#a' } },
    ],
  });
  assert.equal(math?.ns, 'math');
});

test('doctypes are told as written', () => {
  assert.equal(capture('<p>x').document.doctype, null);
  assert.equal(capture('<!DOCTYPE html><p>x').document.doctype, 'html');
  assert.equal(
    capture('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">')
      .document.doctype,
    'html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"',
  );
  assert.equal(
    capture('<!DOCTYPE html SYSTEM "about:legacy-compat">').document.doctype,
    'html SYSTEM "about:legacy-compat"',
  );
});

test('the first title outside drawings is the title, its white space folded', () => {
  assert.equal(
    capture('<svg><title>no</title></svg><title> a\n b </title><title>c</title>').document.title,
    'a b',
  );
});

test('links to pages are anchors, areas, frames, refreshes and relations, in document order', () => {
  const { candidates } = capture(`<meta http-equiv=Refresh content="5; URL='/later'">
    <a href=" one "> <b>One</b>\n 1 </a><a name=x>no</a><a href="#">no</a><a href="">no</a><a href="javascript:go()">no</a>
    <a href="mailto:a@b">Mail</a><map><area href=/area alt="Area"></map><iframe src="frame.html" title=Frame></iframe>
    <iframe src="about:blank"></iframe><link rel=next href=/next><link rel=author href=/author><link rel=search href=/no><link rel=prefetch href=/no.js><link rel=preload as=fetch href=/no><template><a href=/no>no</a></template>
    <a href="/img"><span><img alt="Picture"></span></a><a href="#part">Part</a><a href="http://[bad">no</a>`);
  assert.deepEqual(
    candidates.map(({ tag, href, text }) => [tag, href, text]),
    [
      ['meta', 'http://site.example/later', ''],
      ['a', 'http://site.example/dir/one', 'One 1'],
      ['a', 'mailto:a@b', 'Mail'],
      ['area', 'http://site.example/area', 'Area'],
      ['iframe', 'http://site.example/dir/frame.html', 'Frame'],
      ['link', 'http://site.example/next', ''],
      ['link', 'http://site.example/author', ''],
      ['a', 'http://site.example/img', 'Picture'],
      ['a', 'http://site.example/dir/page#part', 'Part'],
    ],
  );
  assert.ok(candidates.every(({ event }) => event === 'click'));
});

test('whatever names a document leads to it: forms that ask, citations, descriptions, metas, embedded objects', () => {
  const { candidates } =
    capture(`<html manifest=/cache><head profile="/p1 /p2"><meta property=og:url content=/own>
    <blockquote cite=/cited>x</blockquote><img longdesc=/described src=x.png><form action=/find><button formaction=/other>Go</button>
    <button formmethod=post formaction=/no>Send</button></form><form method=post action=/no></form><isindex action=/index>
    <object codebase=/code/ data=x.swf archive="a.jar b.jar"><param name=movie value=/film><param name=size value=/no></object>`);
  const found = candidates.map(({ href = '' }) => new URL(href).pathname);
  assert.deepEqual(
    found,
    '/cache /p1 /p2 /own /cited /described /find /other /index /code/ /code/a.jar /code/b.jar /film'.split(
      ' ',
    ),
  );
});

test('addresses in headers, comments and texts are wanted, unless a link has them already', () => {
  const html = `<!--[if IE]><link rel=start href="/ie"><script src="/no.js"></script><![endif]--><!-- <a href='/old'>old</a> -->
    <p>See http://site.example/text, or http://site.example/linked, or http://elsewhere.example/no; /no/path.</p>
    <a href="/linked">x</a><script>go("/no/in/scripts")</script><!-- plain words -->`;
  const raw = { ...page(html), announced: ['http://site.example/header'] };
  assert.deepEqual(
    capturePage(raw).wanted.map((url) => new URL(url).pathname),
    ['/header', '/text', '/ie', '/old'],
  );
  const all = capturePage(raw, null, 'all').wanted.map((url) => new URL(url).pathname);
  assert.ok(
    all.includes('/no/in/scripts') && all.includes('/no/path.') === false && all.includes('/no/path'),
  );
});

test('a candidate carries path, hints and what the page says about it', () => {
  const { candidates } = capture(
    '<div></div><div><p>x<a id=i class="btn big" data-n=3 title=T style="color:red" href="/y">Go</a></div>',
  );
  assert.deepEqual(candidates, [
    {
      xpath: '/HTML/BODY[1]/DIV[2]/P[1]/A[1]',
      id: 'i',
      tag: 'a',
      event: 'click',
      href: 'http://site.example/y',
      text: 'Go',
      traits: 'a Go',
      hints: 'i btn big  T',
      meta: { title: 'T', around: 'x' },
    },
  ]);
});

test('labels are cut at 120 characters', () => {
  assert.equal(capture(`<a href=/x>${'word '.repeat(100)}</a>`).candidates[0]?.text.length, 120);
});

test('a frame set is read', () => {
  const { candidates } = capture('<frameset><frame src=a.html><frame src=b.html></frameset>');
  assert.deepEqual(
    candidates.map(({ xpath, href }) => [xpath, href]),
    [
      ['/HTML/FRAMESET[1]/FRAME[1]', 'http://site.example/dir/a.html'],
      ['/HTML/FRAMESET[1]/FRAME[2]', 'http://site.example/dir/b.html'],
    ],
  );
});

test('a base that is no address of its own is passed over', () => {
  assert.equal(capture('<base href="javascript:x">').document.base, 'http://site.example/dir/page');
  assert.equal(capture('<base target=_top><base href="../up/">').document.base, 'http://site.example/up/');
});

test('the fragment stays with the shown address and not with the document', () => {
  const { document, documentUrl } = capture('<p>x', { url: 'http://site.example/a#/b' });
  assert.equal(document.url, 'http://site.example/a#/b');
  assert.equal(documentUrl, 'http://site.example/a');
});

test('deep nesting is laid flat without losing text or links', () => {
  const deep = `${'<div>'.repeat(5000)}<a href="/deep">bottom</a>`;
  const { document, candidates } = capture(deep);
  assert.match(visibleText(document), /bottom/);
  assert.deepEqual(
    candidates.map(({ href, text }) => [href, text]),
    [['http://site.example/deep', 'bottom']],
  );
});

test('nesting beyond all bounds ends with TOO_LARGE', () => {
  assert.throws(
    () => capture('<div>'.repeat(50_000)),
    (error) => error instanceof ArgiopeError && error.code === 'TOO_LARGE',
  );
});

test('JSON-LD is kept for extraction, and is no content', () => {
  const page = (data: string) =>
    capture(
      `<script type="application/ld+json; charset=utf-8">${data}</script><script>x</script><p>text</p>`,
    );
  const one = page('{"name":"A"}');
  const head = kidsOf(one.document.root)[0];
  assert.deepEqual(
    kidsOf(head).map(({ kids }) => kids ?? []),
    [['{"name":"A"}'], []],
  );
  assert.equal(visibleText(one.document), 'text');
  assert.equal(page('{"name":"B"}').fingerprint, one.fingerprint);
});
