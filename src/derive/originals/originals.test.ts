import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { doc, type FixturePage, fixture } from '../fixture.ts';
import { originalPart, writeOriginals } from './write.ts';

const at = (url: string, lastModified: string | null = null): FixturePage => ({
  document: doc([], { url }),
  content: { lastModified },
});

test('files of an FTP server are written with their names and dates, in the encoding of their folder', async (t) => {
  const pictures = 'ftp://ftp.test/pub/%CD%BC%C6%AC'; // 图片 in GBK, which is valid UTF-8 too
  const text = '%C8%ED%BC%FE%CF%C2%D4%D8 1.txt'; // 软件下载
  const files = [`${pictures}/${encodeURI('a (1).zip')}`, `ftp://ftp.test/pub/${text.replace(' ', '%20')}`];
  const { site, dir, close } = await fixture(
    [
      at('ftp://ftp.test/pub/'),
      at(`${pictures}/`),
      at(files[0] ?? '', '2021-02-03T04:05:06.000Z'),
      at(files[1] ?? ''),
      {
        sent: {
          body: Buffer.from('<p>\xe9', 'latin1'),
          charset: 'windows-1252',
          url: 'ftp://ftp.test/pub/x.html',
        },
      },
      at('http://ftp.test/page'),
    ],
    files.map((url) => ({ url, contentType: 'application/octet-stream', body: 'bytes' })),
  );
  t.after(close);
  const report = await writeOriginals(site, { dir });
  assert.deepEqual(report, { dir: join(dir, 'originals'), files: 3, bytes: 14 });
  const found = await readdir(join(dir, 'originals'), { recursive: true, withFileTypes: true });
  const names = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  const zip = join(dir, 'originals/ftp.test/pub/图片/a (1).zip');
  assert.deepEqual(
    names.sort(),
    [zip, ...['x.html', '软件下载 1.txt'].map((name) => join(dir, 'originals/ftp.test/pub', name))].sort(),
  );
  assert.equal((await stat(zip)).mtime.toISOString(), '2021-02-03T04:05:06.000Z');
  assert.deepEqual(
    await readFile(join(dir, 'originals/ftp.test/pub/x.html')),
    Buffer.from('<p>\xe9', 'latin1'),
  );
});

test('a crawl without such files has no folder of originals', async (t) => {
  const { site, dir, close } = await fixture([at('http://site.test/')]);
  t.after(close);
  assert.equal(await writeOriginals(site, { dir }), null);
  assert.ok(!(await readdir(dir)).includes('originals'));
});

test('names that some system does not take are changed as little as possible', () => {
  const names = {
    'a (1) [x].zip': 'a (1) [x].zip',
    'a:b?.txt': 'a_b_.txt',
    'aux.c': 'aux_.c',
    'end. ': 'end__',
    '..': '__',
  };
  for (const [name, safe] of Object.entries(names)) assert.equal(originalPart(name), safe);
  const long = originalPart(`${'图'.repeat(300)}.tar`);
  assert.ok(Buffer.byteLength(long) <= 240 && long.endsWith('图.tar'));
});
