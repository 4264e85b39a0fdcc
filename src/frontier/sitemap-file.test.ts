import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import { SitemapFile } from './sitemap-file.ts';

const at = 'http://h/sitemap.xml';

function read(text: string | Uint8Array, most = 100, pieces: readonly number[] = []) {
  const file = new SitemapFile(at, most);
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  let from = 0;
  for (const length of pieces) {
    file.write(bytes.subarray(from, from + length));
    from += length;
  }
  file.write(bytes.subarray(from));
  return file.end();
}

const shown = (text: string | Uint8Array, pieces: readonly number[] = []) =>
  read(text, 100, pieces).entries.map(
    ({ kind, url, lastmod }) => `${kind} ${url} ${lastmod?.slice(0, 10) ?? '-'}`,
  );

const rich = `\ufeff<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE x [<!ENTITY a "aaa"><!-- > -->]>
<!-- <url><loc>http://h/comment</loc></url> -->
<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://i" note="a > b">
 <s:url><s:loc> http://h/a?x=1&amp;y=2 </s:loc><s:lastmod>2006-05-04</s:lastmod>
  <image:image><image:loc>http://h/picture.png</image:loc></image:image><s:priority>0.5</s:priority></s:url>
 <s:url><s:loc><![CDATA[http://h/b?x=<1>&y=2]]></s:loc></s:url>
 <s:url><s:lastmod>nonsense</s:lastmod><s:loc>http://h/caf&#233;/&#x4e2d;</s:loc></s:url>
 <s:url><s:loc>&a;</s:loc></s:url><s:url><s:loc/></s:url><s:url/>
 <s:url><s:loc>mailto:x@h</s:loc></s:url>
 <s:url><s:loc>http://h/last</s:loc><s:lastmod>2006-05-04T10:00:00+08:00</s:lastmod></s:url>
</s:urlset>`;
const richEntries = [
  'page http://h/a?x=1&y=2 2006-05-04',
  'page http://h/b?x=%3C1%3E&y=2 -',
  'page http://h/caf%C3%A9/%E4%B8%AD -',
  'page http://h/&a; -',
  'page http://h/last 2006-05-04',
];

test('a sitemap gives its addresses and dates: prefixes, entities, CDATA, comments and images do not matter', () => {
  assert.deepEqual(shown(rich), richEntries);
});

test('it does not matter how the file is cut into pieces', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 });
  fc.assert(fc.property(cuts, (pieces) => assert.deepEqual(shown(rich, pieces), richEntries)));
  assert.deepEqual(shown(rich, Array(Buffer.from(rich).length - 1).fill(1)), richEntries);
});

test('an index names other files', () => {
  const index = `<sitemapindex><sitemap><loc>http://h/1.xml.gz</loc><lastmod>2020-01-02</lastmod></sitemap>
    <sitemap><loc>/2.xml</loc></sitemap></sitemapindex>`;
  assert.deepEqual(shown(index), ['sitemap http://h/1.xml.gz 2020-01-02', 'sitemap http://h/2.xml -']);
});

test('feeds name pages: RSS 2.0, RSS 1.0 and Atom', () => {
  const rss = `<rss version="2.0"><channel><link>http://h/</link><image><url>http://h/logo.png</url></image>
    <item><title>a</title><link>http://h/a</link><pubDate>Thu, 04 May 2006 10:00:00 GMT</pubDate></item>
    <item><title>none</title></item></channel></rss>`;
  assert.deepEqual(shown(rss), ['page http://h/a 2006-05-04']);
  const rdf = `<rdf:RDF><channel><link>http://h/</link></channel>
    <item rdf:about="x"><link>http://h/b</link><dc:date>2006-05-04</dc:date></item></rdf:RDF>`;
  assert.deepEqual(shown(rdf), ['page http://h/b 2006-05-04']);
  const atom = `<feed><link href="http://h/"/><updated>2001-01-01</updated>
    <entry><link rel="self" href="http://h/self"/><link href="c"/><source><link href="/no"/></source><updated>2006-05-04T00:00:00Z</updated></entry></feed>`;
  assert.deepEqual(shown(atom), ['page http://h/c 2006-05-04']);
});

test('text has an address on each line, however lines end', () => {
  assert.deepEqual(shown('http://h/a\r\nhttps://h/b\n\n# no\nword\n http://h/c', [3, 9]), [
    'page http://h/a -',
    'page https://h/b -',
    'page http://h/c -',
  ]);
});

test('another encoding than UTF-8 is read as it is declared', () => {
  const latin = Buffer.from(
    '<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>http://h/caf\xe9</loc></url></urlset>',
    'latin1',
  );
  assert.deepEqual(shown(latin), ['page http://h/caf%C3%A9 -']);
  const wide = Buffer.from('\ufeff<urlset><url><loc>http://h/中</loc></url></urlset>', 'utf16le');
  assert.deepEqual(shown(wide), ['page http://h/%E4%B8%AD -']);
});

test('no more entries are given than allowed, and the rest is counted', () => {
  const many = `<urlset>${Array.from({ length: 30 }, (_, n) => `<url><loc>http://h/${n}</loc></url>`).join('')}</urlset>`;
  const { entries, left } = read(many, 20);
  assert.deepEqual([entries.length, left, entries[19]?.url], [20, 10, 'http://h/19']);
});

test('whatever comes, reading ends without an error', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '<',
          '>',
          '<url>',
          '<loc>',
          '</loc>',
          '&',
          '&#',
          ';',
          '"',
          '<![CDATA[',
          ']]>',
          '<!--',
          '-->',
          '<!D[',
          'x',
          '\0',
        ),
      ),
      (parts) => {
        read(`<urlset>${parts.join('')}`);
      },
    ),
  );
  assert.deepEqual(shown(`<urlset><url><loc>http://h/a</loc></url><x ${'y'.repeat(200_000)}`), [
    'page http://h/a -',
  ]);
});

// These took minutes: each end looked for its beginning among all that were open, each letter was a beginning.
test('elements without end, ends without beginning and names without values cost no more than their length', () => {
  const most = 300_000;
  const page = '<url><loc>http://h/a</loc></url>';
  for (const text of [
    `${page}${'<a>'.repeat(most)}${'</b>'.repeat(most)}`,
    `${page}${'<a><b>'.repeat(most)}${'</a>'.repeat(most)}`,
    page + `<x ${'y'.repeat(60_000)}>`.repeat(20),
  ])
    assert.deepEqual(shown(`<urlset>${text}`), ['page http://h/a -']);
  const inside = `${'<a>'.repeat(100)}<url><loc>http://h/b</loc></url>${'</a>'.repeat(100)}`;
  assert.deepEqual(shown(`<urlset>${inside}${page}`), ['page http://h/a -']);
});

test('a tag that never ends costs no more in small pieces', () => {
  const file = new SitemapFile('http://h/s.xml', 10);
  const piece = Buffer.from('y');
  file.write(Buffer.from('<urlset><url><loc>http://h/a</loc></url><x '));
  for (let at = 0; at < 200_000; at++) file.write(piece);
  assert.deepEqual(
    file.end().entries.map(({ url }) => url),
    ['http://h/a'],
  );
});
