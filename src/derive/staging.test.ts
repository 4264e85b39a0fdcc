import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../test/folder.ts';
import { ArgiopeError } from '../model/errors.ts';
import type { SiteStore } from '../model/store.ts';
import { doc, fixture, h } from './fixture.ts';
import { writeMirror } from './mirror/write.ts';
import { Staging } from './staging.ts';

test('a mirror can be made again, and the old one stays until the new one is whole', async (t) => {
  const { site, dir, close } = await fixture(
    [{ document: doc([h('img', { src: '/a.png' })]) }, {}],
    [{ url: 'http://site.test/a.png', contentType: 'image/png', body: 'x' }],
  );
  t.after(close);
  const first = await writeMirror(site, { dir });
  const before = await readFile(first.index, 'utf8');
  await writeFile(join(dir, 'mirror', '99.html'), 'left over');

  const broken = new Proxy(site, {
    get: (of, name: Exclude<keyof SiteStore, 'search'>) =>
      name === 'blob' ? async () => null : of[name]?.bind(of),
  });
  await assert.rejects(
    writeMirror(broken, { dir }),
    (error: unknown) => error instanceof ArgiopeError && error.code === 'STORE_CORRUPT',
  );
  assert.equal(await readFile(first.index, 'utf8'), before);
  assert.ok((await readdir(dir)).every((name) => !name.startsWith('mirror.')));

  const second = await writeMirror(site, { dir });
  assert.deepEqual(second, first);
  assert.deepEqual((await readdir(join(dir, 'mirror'))).sort(), [
    ...['1.html', 'assets', 'frames', 'index.html', 'overview.html'],
  ]);
  assert.equal(await readFile(first.index, 'utf8'), before);
});

test('a crash between the two renames is made good by the next run', async () => {
  const dir = testFolder('staging');
  const place = join(dir, 'mirror');
  await mkdir(`${place}.old`);
  await writeFile(join(`${place}.old`, 'a'), 'old');
  await mkdir(`${place}.new`);
  const staging = await Staging.begin(place, ['assets']);
  assert.equal(await readFile(join(place, 'a'), 'utf8'), 'old');
  assert.deepEqual(await readdir(staging.dir), ['assets']);
  await staging.finish();
  assert.deepEqual(await readdir(dir), ['mirror']);
  assert.deepEqual(await readdir(place), ['assets']);
});

test('a place where nothing can be written is told with its path', async (t) => {
  const { site, dir, close } = await fixture([{}]);
  t.after(close);
  await writeFile(join(dir, 'file'), '');
  await assert.rejects(
    writeMirror(site, { dir: join(dir, 'file') }),
    (error: unknown) =>
      error instanceof ArgiopeError &&
      error.code === 'STORE_UNREACHABLE' &&
      error.message.includes(join('file', 'mirror')),
  );
});

test('progress is told up to the last page', async (t) => {
  const { site, dir, close } = await fixture(Array.from({ length: 120 }, () => ({})));
  t.after(close);
  const told: number[] = [];
  const report = await writeMirror(site, { dir, onProgress: ({ pages, of }) => told.push(pages, of) });
  assert.deepEqual(told.slice(0, 4), [20, 120, 40, 120]);
  assert.deepEqual(told.slice(-2), [120, 120]);
  assert.equal(report.pages, 120);
});
