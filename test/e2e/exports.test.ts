import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { WARCParser } from 'warcio';
import { testFolder } from '../folder.ts';
import { blog } from '../sites/blog.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { argiope, lastJson, linesOf } from './command.ts';

const site = blog({ articles: 4, pages: 16 });

describe('exports of a crawl', () => {
  const folder = testFolder('exports');
  let running: RunningSite;
  let asked: number;
  const at = (name: string) => join(folder, name);

  before(async () => {
    running = await startSite(site);
    await writeFile(at('seeds.txt'), `\ufeff# the blog\r\n${running.url}\r\nnot an address\r\n`);
    const { code, stderr } = await argiope(['crawl', `@${at('seeds.txt')}`, '--out', at('out'), '--warc']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /line 3 is skipped/);
    asked = running.stats().requests;
  });
  after(async () => {
    await running.close();
  });

  const exported = async (format: string) => {
    const ended = await argiope(['export', '--out', at('out'), '--format', format, '--json']);
    assert.equal(ended.code, 0, ended.stderr);
    return lastJson(ended) as { pages: number };
  };
  const markdownFiles = async () =>
    (await readdir(join(at('out'), 'markdown'), { recursive: true })).filter((name) => name.endsWith('.md'));
  const archive = () => recordsIn(join(at('out'), 'pages.warc.gz'));
  const recordings = async () => {
    const names = await readdir(join(at('out'), 'archive'));
    return (await Promise.all(names.map((name) => recordsIn(join(at('out'), 'archive', name))))).flat();
  };
  const recordsIn = async (path: string) => {
    const found: { type: string; target: string; text: string }[] = [];
    for await (const record of new WARCParser(createReadStream(path))) {
      const text = Buffer.from(await record.readFully()).toString();
      found.push({ type: record.warcType ?? '', target: record.warcTargetURI ?? '', text });
    }
    return found;
  };

  it('crawl --warc archives every page, by address or by the way to it', async () => {
    const records = await archive();
    const about = records.filter(({ type }) => type === 'metadata').map(({ text }) => JSON.parse(text));
    assert.equal(about.length, 16);
    assert.equal(about.filter(({ url }) => url === null).length, 12);
    assert.ok(about.every(({ url, entry }) => url !== null || entry.length > 1));
    const pages = records.filter(({ type, text }) => type === 'resource' && /<html/.test(text));
    assert.equal(pages.length, 16);
    assert.equal(new Set(pages.map(({ target }) => target)).size, 16);
    // What the server sent stands in the recording, under its address.
    assert.equal(pages.filter(({ target }) => target.startsWith(`${running.origin}/`)).length, 0);
    const recorded = await recordings();
    const sent = recorded.filter(({ type, text }) => type === 'response' && /<html/.test(text));
    const addresses = about.map(({ url }) => url).filter((url) => url !== null);
    assert.deepEqual(new Set(sent.map(({ target }) => target)), new Set(addresses));
  });

  it('every format is made from the store alone, with the same pages', async () => {
    for (const format of ['jsonl', 'csv', 'markdown', 'warc'])
      assert.equal((await exported(format)).pages, 16);
    const rows = linesOf(await readFile(join(at('out'), 'pages.jsonl'), 'utf8')).map(
      (line): { number: number; file: string } => JSON.parse(line),
    );
    const numbers = rows.map(({ number }) => number);
    const records = (await readFile(join(at('out'), 'pages.csv'), 'utf8')).split('\r\n').slice(1, -1);
    assert.deepEqual(
      records.map((record) => Number.parseInt(record, 10)),
      numbers,
    );
    assert.deepEqual(
      (await markdownFiles()).sort(),
      rows.map(({ file }) => file.replace('.html', '.md')).sort(),
    );
    assert.equal(running.stats().requests, asked);
  });

  it('the Markdown of a page leads to the Markdown of others, states included', async () => {
    await exported('markdown');
    const names = new Set(await markdownFiles());
    const reached = new Set(['index.md']);
    for (const name of reached) {
      const text = await readFile(join(at('out'), 'markdown', name), 'utf8');
      for (const [, link] of text.matchAll(/\]\(([^):]+\.md)\)/g)) {
        const file = posix.join(posix.dirname(name), link ?? '');
        assert.ok(names.has(file), file);
        reached.add(file);
      }
    }
    assert.equal(reached.size, 16);
  });
});
