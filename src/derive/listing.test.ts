import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { jsonLines } from '../../test/json-lines.ts';
import { doc, fixture, h, home } from './fixture.ts';
import { writePages } from './listing.ts';

test('each kept page is one line, with its address or the way to it', async (t) => {
  const { site, dir, close } = await fixture([
    {
      document: doc([h('b', {}, 'x')], { title: 'One\nline' }),
      content: { dated: { moment: '2020-02-02T00:00:00.000Z', source: 'published' } },
      go: [{ xpath: '/HTML/BODY[1]/B[1]', to: 2, call: 'inline:load(2)', label: 'Read more' }],
    },
    { mergedInto: 0 },
    { document: doc(['y'], { title: 'Two' }), entry: { kind: 'action', source: 0, ord: 0 } },
  ]);
  t.after(close);
  const report = await writePages(site, { dir });
  assert.equal(report.pages, 2);
  const lines = jsonLines(report.path);
  assert.deepEqual(lines[0], {
    number: 0,
    url: 'http://site.test/dir/page',
    entry: [{ open: 'http://site.test/dir/page' }],
    type: null,
    title: 'One\nline',
    fingerprint: '0000000000000000',
    time: '2026-05-01T12:00:00.000Z',
    status: 200,
    address: 'http://site.test/dir/page',
    dated: '2020-02-02T00:00:00.000Z',
    datedBy: 'published',
    relevance: null,
    label: 'One line',
    file: 'index.html',
  });
  assert.deepEqual([lines[1].label, lines[1].file], ['Two › Read more', 'dir/page--read-more.html']);
  assert.deepEqual([lines[1].number, lines[1].url, lines[1].entry.length], [2, null, 2]);
  assert.equal(lines[1].entry[1].instruction, 'inline:load(2)');
});

test('the same columns are written as CSV, one record per page', async (t) => {
  const { site, dir, close } = await fixture([
    { document: doc(['x'], { title: 'One, "two"\nthree' }), go: [{ xpath: '/HTML/BODY[1]', to: 1 }] },
    { document: doc(['y'], { title: '=HYPERLINK("x")' }), entry: { kind: 'action', source: 0, ord: 0 } },
  ]);
  t.after(close);
  const report = await writePages(site, { dir, format: 'csv' });
  assert.equal(report.pages, 2);
  assert.equal(report.path, join(dir, 'pages.csv'));
  const records = (await readFile(report.path, 'utf8')).split('\r\n');
  assert.equal(records.length, 4);
  assert.equal(
    records[0],
    'number,url,entry,type,title,fingerprint,time,status,address,dated,datedBy,relevance,label,file',
  );
  assert.equal(
    records[1],
    `0,${home},"[{""open"":""${home}""}]",,"One, ""two""\nthree",${'0'.repeat(16)},2026-05-01T12:00:00.000Z,200,${home},,,,"One, ""two"" three",index.html`,
  );
  assert.match(records[2] ?? '', /^1,,"\[\{""open"".*,"'=HYPERLINK\(""x""\)",/);
});

test('the main text is written with each page where it is asked for', async (t) => {
  const { site, dir, close } = await fixture([
    { document: doc([h('nav', {}, 'Menu'), h('p', {}, 'The text, that is it.')]) },
  ]);
  t.after(close);
  const lines = await readFile((await writePages(site, { dir, text: true })).path, 'utf8');
  assert.equal((JSON.parse(lines) as { text: string }).text, 'The text, that is it.');
  const csv = await readFile((await writePages(site, { dir, text: true, format: 'csv' })).path, 'utf8');
  assert.match(csv, /relevance,label,file,text\r\n.*,"The text, that is it."\r\n$/s);
});
