import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { CDXIndexer, WARCParser } from 'warcio';
import type { TreeNode } from '../../model/document.ts';
import { doc, type FixturePage, fixture, h, home } from '../fixture.ts';
import { base32, recordBytes } from './record.ts';
import { type WarcReport, writeWarc } from './write.ts';

interface Read {
  readonly type: string;
  readonly target: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly text: string;
}

async function archiveOf(
  t: TestContext,
  pages: readonly FixturePage[],
  resources: Parameters<typeof fixture>[1] = [],
): Promise<{ report: WarcReport; records: Read[] }> {
  const { site, dir, close } = await fixture(pages, resources);
  t.after(close);
  const report = await writeWarc(site, { dir, software: 'argiope/test' });
  return { report, records: recordsIn(gunzipSync(await readFile(report.path))) };
}

/** Reads records by the letter of the standard: lengths and digests must be right, nothing may be left over. */
function recordsIn(bytes: Buffer): Read[] {
  const found: Read[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n\r\n', at);
    const [version, ...lines] = bytes.toString('utf8', at, end).split('\r\n');
    assert.equal(version, 'WARC/1.1');
    const fields = Object.fromEntries(
      lines.map((line) => /^([\w-]+): (.*)$/.exec(line)?.slice(1) as [string, string]),
    );
    const start = end + 4;
    const block = bytes.subarray(start, start + Number(fields['Content-Length']));
    const digest = `sha1:${base32(createHash('sha1').update(block).digest())}`;
    assert.equal(fields['WARC-Block-Digest'], digest);
    if (fields['WARC-Type'] === 'resource') assert.equal(fields['WARC-Payload-Digest'], digest);
    at = start + block.length + 4;
    assert.equal(bytes.toString('latin1', at - 4, at), '\r\n\r\n');
    found.push({
      type: fields['WARC-Type'] ?? '',
      target: fields['WARC-Target-URI'] ?? null,
      fields,
      text: block.toString(),
    });
  }
  return found;
}

const twoPages: readonly FixturePage[] = [
  {
    document: doc([h('img', { src: 'a.png' }), h('a', { href: '../x#y' }, 'x')], {
      title: 'Home',
      head: [h('link', { rel: 'stylesheet', href: '/s.css' }), h('script', { src: 'x.js' })],
    }),
    go: [{ xpath: '/HTML/BODY[1]/A[1]', to: 1, call: 'inline:load(2)' }],
  },
  { document: doc(['é 二'], { title: 'State' }), entry: { kind: 'action', source: 0, ord: 0 } },
];
const files = [
  { url: 'http://site.test/dir/a.png', contentType: 'image/png', body: new Uint8Array([137, 80, 0, 255]) },
  { url: 'http://site.test/s.css', contentType: 'text/css', body: 'b{background:url(b.gif)}' },
  { url: 'http://site.test/b.gif', contentType: '', body: 'GIF89a' },
  { url: 'http://site.test/unused.png', contentType: 'image/png', body: 'x' },
];

test('an archive has a page, its files and what is known of it, each with right lengths and digests', async (t) => {
  const { report, records } = await archiveOf(t, twoPages, files);
  assert.deepEqual(
    records.map(({ type, target }) => `${type} ${target}`),
    [
      'warcinfo null',
      'resource http://site.test/s.css',
      'resource http://site.test/b.gif',
      'resource http://site.test/dir/a.png',
      `resource ${home}`,
      'metadata urn:argiope:site.test:0:about',
      'resource urn:argiope:site.test:1',
      'metadata urn:argiope:site.test:1:about',
    ],
  );
  assert.deepEqual([report.pages, report.files, report.records], [2, 3, 8]);
  assert.equal(new Set(records.map(({ fields }) => fields['WARC-Record-ID'])).size, 8);
  assert.match(records[0]?.text ?? '', /^software: argiope\/test\r\nformat: WARC File Format 1\.1\r\n/);
  assert.ok(
    records
      .slice(1)
      .every(({ fields }) => fields['WARC-Warcinfo-ID'] === records[0]?.fields['WARC-Record-ID']),
  );
  assert.deepEqual(
    records.slice(2, 5).map(({ fields }) => fields['Content-Type']),
    ['application/octet-stream', 'image/png', 'text/html'],
  );
  assert.ok(records.slice(1).every(({ fields }) => fields['WARC-Date'] === '2026-05-01T12:00:00Z'));
});

test('a state page tells how it is reached', async (t) => {
  const { records } = await archiveOf(t, twoPages, files);
  const [html, about] = records.slice(-2);
  assert.match(html?.text ?? '', /<body>é 二<\/body>/);
  assert.equal(about?.fields['WARC-Refers-To'], html?.fields['WARC-Record-ID']);
  const known = JSON.parse(about?.text ?? '');
  assert.deepEqual([known.number, known.url, known.status, known.contentType], [1, null, 200, 'text/html']);
  assert.deepEqual(
    known.entry.map((step: { open?: string; instruction?: string }) => step.open ?? step.instruction),
    [home, 'inline:load(2)'],
  );
});

test('pages are spelled without scripts, with the addresses of the live site', async (t) => {
  const body: TreeNode[] = [
    h('a', { href: '../x#y', onclick: 'go()' }, 'x'),
    h('a', { href: '#part' }, 'part'),
    h('img', { src: 'missing.png', srcset: 's.png 2x' }),
    h('p', { style: 'background:url(p.png)' }),
    h('form', { action: '/find' }),
    { tag: 'iframe', attrs: { src: 'f' }, frame: doc([h('img', { src: 'in.png' }), 'in "frame"']) },
    h('iframe', { src: 'http://other.test/' }),
    h('script', {}, 'run()'),
  ];
  const { records } = await archiveOf(t, [{ document: doc(body) }]);
  const html = records[1]?.text ?? '';
  for (const part of [
    '<a href="http://site.test/x#y">x</a>',
    '<a href="#part">part</a>',
    'src="http://site.test/dir/missing.png"',
    'srcset="http://site.test/dir/s.png 2x"',
    'url(&quot;http://site.test/dir/p.png&quot;)',
    'action="http://site.test/find"',
    '<iframe srcdoc="&lt;!DOCTYPE html&gt;',
    'http://site.test/dir/in.png',
    '<iframe src="http://other.test/">',
  ]) {
    assert.ok(html.includes(part), `${part} in ${html}`);
  }
  assert.doesNotMatch(html, /<script|onclick|run\(\)/);
});

test('a page whose address differs in the fragment only is filed under a name of its own', async (t) => {
  const { records } = await archiveOf(t, [
    { document: doc(['a']) },
    { document: doc(['b']), entry: { kind: 'url', url: `${home}#/b` } },
  ]);
  assert.deepEqual(
    records.filter(({ type }) => type === 'resource').map(({ target }) => target),
    [home, 'urn:argiope:site.test:1'],
  );
});

test('warcio reads every record, and each begins a gzip member that stands alone', async (t) => {
  const { report, records } = await archiveOf(t, twoPages, files);
  const bytes = await readFile(report.path);
  const parser = new WARCParser(createReadStream(report.path));
  let count = 0;
  for await (const record of parser) {
    const payload = Buffer.from(await record.readFully());
    assert.equal(record.warcTargetURI ?? null, records[count]?.target);
    assert.equal(payload.toString(), records[count]?.text);
    const member = gunzipSync(bytes.subarray(parser.offset, parser.offset + parser.recordLength));
    assert.equal(recordsIn(member).length, 1);
    count++;
  }
  assert.equal(count, 8);
});

test("warcio's index for replay finds pages and files by address", async (t) => {
  const { report } = await archiveOf(t, twoPages, files);
  const found: string[] = [];
  const source = [{ filename: 'pages.warc.gz', reader: createReadStream(report.path) }];
  for await (const entry of new CDXIndexer({}).iterIndex(source)) {
    found.push(`${entry.url} ${entry.mime} ${entry.digest}`);
  }
  assert.equal(found.length, 7);
  const pages = found.filter((line) => line.startsWith(`${home} `));
  assert.match(pages.join('|'), /^\S+ text\/html [A-Z2-7]{32}$/);
  assert.ok(found.some((line) => line.startsWith('http://site.test/dir/a.png image/png ')));
});

test('a header that a server sent cannot add a field', () => {
  const block = new Uint8Array();
  const record = { type: 'resource', target: 'http://x/', time: '2026-05-01T12:00:00.5Z', block } as const;
  const text = recordBytes({ ...record, contentType: 'a/b\r\nWARC-Type: response' }, '<urn:x>').toString();
  assert.match(text, /\r\nContent-Type: a\/b WARC-Type: response\r\n/);
  assert.match(text, /WARC-Date: 2026-05-01T12:00:00Z\r\n/);
});

test('base 32 is that of RFC 4648', () => {
  const known = {
    '': '',
    f: 'MY======',
    fo: 'MZXQ====',
    foo: 'MZXW6===',
    foob: 'MZXW6YQ=',
    fooba: 'MZXW6YTB',
  };
  for (const [text, encoded] of Object.entries(known)) assert.equal(base32(Buffer.from(text)), encoded);
});

test('when a document is missing no archive is left behind', async (t) => {
  const { site, dir, close } = await fixture([{}]);
  t.after(close);
  const broken = Object.assign(Object.create(site), {
    info: () => site.info(),
    note: (key: string) => site.note(key),
    pages: (filter: object) => site.pages(filter),
    blob: async () => null,
  });
  await assert.rejects(writeWarc(broken, { dir, software: 'x' }), { code: 'STORE_CORRUPT' });
  assert.deepEqual(
    (await readdir(dir)).filter((name) => name.includes('warc')),
    [],
  );
});
