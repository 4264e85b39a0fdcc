import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { linkedDocuments, linksOf } from './linked.ts';

it('links to pages of the same host count, without query and fragment', () => {
  const html =
    '<a class=x href="b.html?x#y"><a href="/c/"><a href="http://else.example/d.html"><a href="e.pdf">';
  assert.deepEqual(linksOf(html, '/a/index.html'), ['/a/b.html', '/c/']);
});

it('documents that no link leads to, or that are not there, are no truth', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'argiope-linked-'));
  t.after(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'sub'));
  await writeFile(join(root, 'index.html'), '<a href="sub/a.html"><a href="gone.html">');
  await writeFile(join(root, 'sub/a.html'), '<a href="./">');
  await writeFile(join(root, 'sub/index.html'), '<a href="../index.html">');
  await writeFile(join(root, 'orphan.html'), '');
  assert.deepEqual(await linkedDocuments(root, '/index.html'), ['/index.html', '/sub/', '/sub/a.html']);
  assert.deepEqual(await linkedDocuments(root, '/sub/a.html', '/sub/'), ['/sub/', '/sub/a.html']);
});
