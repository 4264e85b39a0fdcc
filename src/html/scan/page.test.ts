import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textFingerprint } from '../../dom/text-print.ts';
import { ArgiopeError } from '../../model/errors.ts';
import { capturePage } from '../capture.ts';
import { linkCandidates } from '../links.ts';
import type { RawPage } from '../raw.ts';
import { documentOfBlob } from '../stored.ts';
import { pages } from './fixture.ts';
import { contentOfScan, type PageScan, scanPage } from './page.ts';

function raw(body: string | Uint8Array, more: Partial<RawPage> = {}): RawPage {
  return {
    url: 'http://site.example/dir/page#part',
    status: 200,
    contentType: 'text/html',
    lastModified: '',
    body: Buffer.from(body),
    requests: [],
    nesting: 4000,
    ...more,
  };
}

const linksOf = (scan: PageScan) => scan.links.map(({ kind, use, url }) => `${kind} ${use} ${url}`);

describe('a scanned page', () => {
  it('is the page that would be captured, with or without a tree', () => {
    for (const [name, text] of Object.entries(pages)) {
      const [scan, capture] = [scanPage(raw(text)), capturePage(raw(text))];
      const { document } = capture;
      assert.equal(scan.fingerprint, capture.fingerprint, name);
      assert.equal(scan.textFingerprint, textFingerprint(document), name);
      assert.deepEqual(linkCandidates(scan.links), capture.candidates, name);
      assert.deepEqual(
        [scan.title, scan.lang, scan.base],
        [document.title, document.lang, document.base],
        name,
      );
      assert.deepEqual([scan.url, scan.documentUrl], [document.url, capture.documentUrl]);
    }
  });

  it('is the same though scripts, styles, comments, classes and spaces differ', () => {
    const one = scanPage(raw('<div id=a class=x><!-- 1 --><script>1</script><p>Text <a href=/x>x</a></div>'));
    const other = scanPage(
      raw(
        '<style>p{}</style><div class=y data-v=2>\n <p>Text\n<a class=q href=/x >x</a></p></div><!-- 2 -->',
      ),
    );
    assert.equal(one.fingerprint, other.fingerprint);
    assert.equal(one.textFingerprint, other.textFingerprint);
    assert.notEqual(one.fingerprint, scanPage(raw('<div><p>Text <a href=/y>x</a></div>')).fingerprint);
    assert.equal(one.textFingerprint, scanPage(raw('<div><p>Text <a href=/y>x</a></div>')).textFingerprint);
  });

  it('says what it asks of crawlers, where it belongs and where it sends its reader', () => {
    const scan = scanPage(
      raw(
        '<meta name=Robots content="noindex, nofollow"><link rel=canonical href=/c><meta http-equiv=refresh content="3; url=next.html"><body><meta name=robots content=none>',
      ),
    );
    assert.deepEqual(scan.robots, { index: false, follow: false });
    assert.equal(scan.canonical, 'http://site.example/c');
    assert.equal(scan.refresh, 'http://site.example/dir/next.html');
  });

  it('shows plain text as browsers do, and reads no tags in it', () => {
    const scan = scanPage(raw('a <a href=x>b</a>\nc', { contentType: 'text/plain' }));
    assert.equal(scan.text, 'a <a href=x>b</a>\nc');
    assert.deepEqual(scan.links, []);
  });

  it('is decoded by what its bytes say', () => {
    const gbk = Uint8Array.from([0x3c, 0x74, 0x69, 0x74, 0x6c, 0x65, 0x3e, 0xb1, 0xea, 0xcc, 0xe2]);
    assert.equal(scanPage(raw(gbk, { contentType: 'text/html; charset=gbk' })).title, '标题');
  });

  it('keeps the texts of its linked data for its date', () => {
    const text = '<script type="application/ld+json">{"dateModified": "2020-02-03"}</script>';
    assert.deepEqual(scanPage(raw(text)).marks.data, ['{"dateModified": "2020-02-03"}']);
  });

  it('is kept by its bytes, and its document is made of them', () => {
    for (const [name, text] of Object.entries(pages)) {
      const page = raw(text, { url: 'http://site.example/x', lastModified: 'Mon, 03 Feb 2020 04:05:06 GMT' });
      const [content, capture] = [contentOfScan(scanPage(page), null, Date.now()), capturePage(page)];
      assert.deepEqual(documentOfBlob(page.body, content), capture.document, name);
      assert.deepEqual(content.dated ?? null, capture.dated ?? null, name);
    }
  });

  it('is refused where it nests its elements beyond all bounds', () => {
    assert.throws(
      () => scanPage(raw('<div>'.repeat(50_000))),
      (error) => error instanceof ArgiopeError && error.code === 'TOO_LARGE',
    );
  });
});

describe('the links of a page', () => {
  it('are of every kind that HTML has, each with its use', () => {
    assert.deepEqual(linksOf(scanPage(raw(pages['links of every kind'] ?? ''))), [
      'alternate page http://site.example/dir/de.html',
      'feed other http://site.example/dir/feed.xml',
      'icon file http://site.example/dir/i.ico',
      'preload file http://site.example/dir/f.woff',
      'prev page http://site.example/dir/p',
      'link page http://site.example/dir/me',
      'a page http://site.example/dir/1',
      'ping other http://site.example/p1',
      'ping other http://site.example/p2',
      'cite page http://site.example/dir/c.html',
      'css file http://site.example/dir/bg.png',
      'form page http://site.example/find',
    ]);
    assert.deepEqual(linksOf(scanPage(raw(pages.objects ?? ''))), [
      'object page http://site.example/dir/o.html',
      'object file http://site.example/dir/o.html',
      'object page http://site.example/c/',
      'object file http://site.example/dir/f.swf',
      'applet page http://site.example/lib',
      'applet other http://site.example/A.class',
      'applet page http://site.example/a.jar',
      'applet page http://site.example/b.jar',
      'embed file http://site.example/dir/e.swf',
    ]);
    assert.deepEqual(linksOf(scanPage(raw(pages.images ?? ''))), [
      'media file http://site.example/dir/a.webp',
      'media file http://site.example/dir/b.webp',
      'longdesc page http://site.example/dir/d.html',
      'image file http://site.example/dir/lazy.png',
      'image file http://site.example/dir/s.png',
      'media file http://site.example/dir/v.mp4',
      'poster file http://site.example/dir/p.png',
      'track file http://site.example/dir/t.vtt',
      'media file http://site.example/dir/s.ogg',
      'image file http://site.example/dir/i.gif',
      'image file http://site.example/dir/old.gif',
    ]);
  });

  it('carry what the page says about them', () => {
    const text = `<header><a href=/home title="Start page"><img alt=Logo></a></header><h2>Fish and <i>chips</i></h2>
      <p>We serve <a href=/cod rel=nofollow>cod</a> every day, and</p><div><a href=/eel>eel</a></div>
      <footer>About <a href=/us>us</a></footer>`;
    assert.deepEqual(
      scanPage(raw(text)).links.map(({ url, text: label, meta }) => [new URL(url).pathname, label, meta]),
      [
        ['/home', 'Start page', { title: 'Start page', alt: 'Logo', part: 'header' }],
        ['/cod', 'cod', { heading: 'Fish and chips', rel: 'nofollow', around: 'We serve … every day, and' }],
        ['/eel', 'eel', { heading: 'Fish and chips' }],
        ['/us', 'us', { heading: 'Fish and chips', part: 'footer', around: 'About' }],
      ],
    );
  });

  it('are counted as main text or beside it', () => {
    const { length, mainLength } = scanPage(
      raw('<nav>menu menu</nav><main>main text here</main><footer>foot</footer>'),
    );
    assert.deepEqual([length, mainLength], [24, 12]);
  });
});
