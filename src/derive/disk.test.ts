import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../test/folder.ts';
import { diskError, writeText } from './disk.ts';

test('errors of the disk say which file, and lead to the right exit code', () => {
  const full = diskError(Object.assign(new Error('x'), { code: 'ENOSPC' }), '/out/1.html');
  assert.deepEqual([full.code, full.exitCode], ['DISK_FULL', 8]);
  assert.match(full.message, /\/out\/1\.html/);
  const denied = diskError(Object.assign(new Error('x'), { code: 'EROFS' }), '/out/1.html');
  assert.deepEqual([denied.code, denied.exitCode], ['STORE_UNREACHABLE', 7]);
  assert.ok(full.advice && denied.advice);
  assert.equal(diskError(full, '/other'), full);
});

test('a file takes its name only when it is whole', async () => {
  const dir = testFolder('disk');
  const path = join(dir, 'a.txt');
  await writeFile(path, 'old');
  const failing = writeText(path, async (file) => {
    await file.add('x'.repeat(100_000));
    throw new Error('half way');
  });
  await assert.rejects(failing, /half way/);
  assert.deepEqual(await readdir(dir), ['a.txt']);
  assert.equal(await readFile(path, 'utf8'), 'old');
  await writeText(path, async (file) => {
    await file.add('é'.repeat(50_000));
    await file.add('end');
    assert.equal(file.bytes, 100_003);
  });
  assert.equal((await readFile(path, 'utf8')).length, 50_003);
});

test('a text is written whole or not at all, into folders that need not be there', async () => {
  const folder = testFolder('text');
  const write = (...path: readonly string[]) => writeText(join(folder, ...path), (file) => file.add('all'));
  await write('deep', 'report.html');
  assert.equal(await readFile(join(folder, 'deep', 'report.html'), 'utf8'), 'all');
  assert.deepEqual(await readdir(join(folder, 'deep')), ['report.html']);
  await assert.rejects(write('deep'));
  assert.deepEqual(await readdir(folder), ['deep']);
});
