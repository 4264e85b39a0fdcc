import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, readdir, readFile, truncate } from 'node:fs/promises';
import { createServer } from 'node:https';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { WARCParser } from 'warcio';
import { testFolder } from '../../test/folder.ts';
import { startServer, stopServer } from '../../test/servers.ts';
import { certificate, certificateKey } from '../../test/sites/certificate.ts';
import { defaultSettings } from '../config/index.ts';
import type { CrawlEvent } from '../model/index.ts';
import { runCrawl } from './crawl.ts';
import { runExport } from './derived.ts';

const start = `<!doctype html><title>Start</title><link rel="stylesheet" href="/s.css"><a href="/two">two</a>
  <button onclick="fetch('/data?n=1').then(r=>r.text()).then(t=>{document.querySelector('p').textContent=t})">more</button><p></p>`;

describe('an archive of a crawl', () => {
  const folder = testFolder('archive');
  let seed = '';
  const server = createServer({ key: certificateKey, cert: certificate }, ({ url }, response) => {
    response.setHeader('x-made-by', 'the server');
    const type = (name: string) => response.setHeader('content-type', name);
    if (url === '/') {
      type('text/html');
      response.setHeader('content-encoding', 'gzip').end(gzipSync(start));
    } else if (url === '/two' || url === '/again') {
      type('text/html');
      response.write('<title>Two</title>second ');
      response.end('<a href="/again">page</a>');
    } else if (url === '/long') {
      type('text/html');
      response.write('x'.repeat(5_000));
      response.end();
    } else if (url === '/data?n=1') response.end('what only scripts bring');
    else if (url === '/s.css') {
      type('text/css');
      response.end('p { color: red }');
    } else response.writeHead(404).end();
  });

  before(async () => {
    seed = `https://${new URL(await startServer(server)).host}/`;
  });
  after(async () => {
    await stopServer(server);
  });

  async function recordsOf(
    path: string,
  ): Promise<{ kind: string; url: string; text: string; head: string }[]> {
    const found = [];
    for await (const record of new WARCParser(createReadStream(path))) {
      const text = Buffer.from((await record.readFully(false)) ?? []).toString('latin1');
      const head = record.httpHeaders?.toString() ?? '';
      found.push({ kind: record.warcType ?? '', url: record.warcTargetURI ?? '', text, head });
    }
    return found;
  }

  async function recorded(engine: 'http' | 'browser') {
    const out = join(folder, engine);
    const settings = defaultSettings([seed], {
      engine,
      out,
      store: `sqlite:${join(out, 'a.db')}`,
      insecure: true,
    });
    await runCrawl({ ...settings, wacz: true, workers: 1 });
    const [file = ''] = await readdir(join(out, 'archive'));
    return {
      out,
      store: settings.store,
      path: join(out, 'archive', file),
      records: await recordsOf(join(out, 'archive', file)),
    };
  }

  for (const engine of ['http', 'browser'] as const)
    test(`has requests and answers as they went over the wire, by ${engine}`, async () => {
      const { records } = await recorded(engine);
      const of = (kind: string, path: string) =>
        records.find((each) => each.kind === kind && each.url === seed + path);
      const page = of('response', '');
      assert.match(page?.head ?? '', /^HTTP\/1\.1 200 OK\r\n[\s\S]*x-made-by: the server\r\n/i);
      assert.match(page?.head ?? '', /content-encoding: gzip/i);
      assert.equal(gunzipSync(Buffer.from(page?.text ?? '', 'latin1')).toString(), start);
      assert.match(of('request', '')?.head ?? '', /^GET \/ HTTP\/1\.1\r\n[\s\S]*host: 127\.0\.0\.1/i);
      assert.doesNotMatch(records.map(({ head }) => head).join(), /proxy-/i);
      assert.match(
        of('response', 'two')?.text ?? '',
        /second [\s\S]*\r\n0\r\n\r\n$/,
        'with the parts it came in',
      );
      assert.equal(of('response', 's.css')?.text, 'p { color: red }');
      const again = of('revisit', 'again') ?? of('revisit', 'two');
      assert.deepEqual([again?.text, of('response', again?.url.slice(seed.length) ?? '')], ['', undefined]);
      assert.equal(
        of('response', 'data?n=1')?.text,
        engine === 'browser' ? 'what only scripts bring' : undefined,
      );
    });

  test('does not tell the login that the crawl was given', async () => {
    const out = join(folder, 'login');
    const given = { auth: 'me:open sesame', headers: { 'X-Key': 'k3y' }, warc: true, insecure: true };
    const settings = { engine: 'http', out, store: `sqlite:${join(out, 'a.db')}`, ...given } as const;
    await runCrawl(defaultSettings([seed], settings));
    const [file = ''] = await readdir(join(out, 'archive'));
    const heads = (await recordsOf(join(out, 'archive', file))).map(({ head }) => head).join('\n');
    assert.match(heads, /authorization: \(removed\)\r\n/i);
    assert.match(heads, /x-key: \(removed\)\r\n/i);
    assert.doesNotMatch(heads, new RegExp(`k3y|${Buffer.from(given.auth).toString('base64')}`));
  });

  test('says which exchanges are there in part, and the crawl tells how many', async () => {
    const out = join(folder, 'cut');
    const given = { warc: true, insecure: true, maxSize: 1_000 };
    const settings = { engine: 'http', out, store: `sqlite:${join(out, 'a.db')}`, ...given } as const;
    const notes: string[] = [];
    const listen = (event: CrawlEvent) => void (event.kind === 'note' && notes.push(event.text));
    await assert.rejects(runCrawl(defaultSettings([`${seed}long`], settings), { listen }), /larger than/);
    const [file = ''] = await readdir(join(out, 'archive'));
    const text = gunzipSync(await readFile(join(out, 'archive', file))).toString();
    assert.match(text, /WARC-Truncated: length\r\n/);
    assert.equal(/x{9,}/.exec(text)?.[0].length, 1_244, 'with the line of its chunk');
    assert.match(notes.join('\n'), /one exchange is in the archive in part/);
  });

  test('is packed with an index, a list of pages and digests, those of scripts under names of their own', async () => {
    const { out, records } = await recorded('browser');
    const files = entriesOf(await readFile(join(out, 'pages.wacz')));
    const about = JSON.parse(String(files.get('datapackage.json')));
    const sha256 = (bytes: Uint8Array = new Uint8Array()) =>
      `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    for (const { path, hash, bytes } of about.resources)
      assert.deepEqual([hash, bytes], [sha256(files.get(path)), files.get(path)?.length], path);
    assert.equal(
      JSON.parse(String(files.get('datapackage-digest.json'))).hash,
      sha256(files.get('datapackage.json')),
    );
    assert.equal(about.mainPageUrl, seed);
    const pages = String(files.get('pages/pages.jsonl'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(pages.shift().format, 'json-pages-1.0');
    const state = pages.find(({ url }) => url.startsWith('urn:'));
    assert.deepEqual(
      pages.map(({ url }) => url).filter((url) => url !== state.url),
      [seed, `${seed}two`],
    );
    const index = gunzipSync(files.get('indexes/index.cdx.gz') ?? '')
      .toString()
      .trim()
      .split('\n');
    assert.deepEqual(index, index.toSorted());
    const lookUp = (url: string) => {
      const line =
        index.find((each) => each.includes(`"url":"${url}"`) && !each.includes('warc/revisit')) ?? '{}';
      const { filename, offset, length } = JSON.parse(line.slice(line.indexOf('{')));
      const member = files
        .get(`archive/${filename}`)
        ?.subarray(Number(offset), Number(offset) + Number(length));
      return gunzipSync(member ?? '').toString();
    };
    for (const { url } of pages)
      assert.match(lookUp(url), new RegExp(`WARC-Target-URI: ${url.replaceAll('?', '\\?')}\r\n`));
    assert.match(lookUp(state.url), /what only scripts bring/);
    assert.match(lookUp(`${state.url}:about`), /"requests":\[.*data\?n=1/);
    const made = records.filter(({ kind }) => kind === 'resource');
    assert.deepEqual(made, [], 'and what was recorded is not made up');
  });

  test('whose writer was killed is read up to its last whole record, and mended by the next run', async () => {
    const { out, store, path } = await recorded('http');
    const whole = await recordsOf(path);
    const bytes = await readFile(path);
    // As a process leaves it that was killed while it wrote the last record.
    const starts = [...bytes.keys()].filter(
      (at) => bytes[at] === 31 && bytes[at + 1] === 139 && bytes[at + 2] === 8,
    );
    const lengths = starts.map((at, index) => (starts[index + 1] ?? bytes.length) - at);
    await appendFile(`${path}.lengths`, lengths.map((length) => `${length}\n`).join(''));
    await truncate(path, bytes.length - 5);
    await runExport({ out, store, format: 'wacz' });
    const settings = defaultSettings([seed], { engine: 'http', out, store, insecure: true });
    await runCrawl({ ...settings, warc: true });
    assert.deepEqual(await recordsOf(path), whole.slice(0, -1));
    assert.deepEqual(await readdir(join(out, 'archive')), [basename(path)], 'an empty one is not kept');
  });
});

/** Entries of a ZIP file that are stored as they are, by its list at the end. */
function entriesOf(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  const found = new Map<string, Buffer>();
  for (let at = zip.readUInt32LE(end + 16); zip.readUInt32LE(at) === 0x02014b50; ) {
    const [size, name, extra, comment] = [
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    assert.equal(zip.readUInt16LE(at + 10), 0, 'stored');
    const local = zip.readUInt32LE(at + 42);
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    found.set(zip.toString('utf8', at + 46, at + 46 + name), zip.subarray(data, data + size));
    at += 46 + name + extra + comment;
  }
  return found;
}
