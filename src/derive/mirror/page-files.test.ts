import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { testFolder } from '../../../test/folder.ts';
import { ArgiopeError } from '../../model/errors.ts';
import { PageFiles } from './page-files.ts';

const textOf = (number: number) => `<p>Seite ${number}: ä 中 ${'x'.repeat(number * 7)}</p>`;

describe('the files of a mirror', () => {
  for (const [size, expected] of [
    ['few', 1],
    ['many', 1000],
  ] as const)
    it(`are all there with their bytes when they are finished, where ${size} are expected`, async () => {
      const dir = testFolder('files');
      const files = new PageFiles(expected);
      for (let number = 0; number < 300; number++) {
        files.add(join(dir, `${number}.html`), textOf(number));
        await files.room();
      }
      await files.finish();
      assert.equal((await readdir(dir)).length, 300);
      let bytes = 0;
      for (let number = 0; number < 300; number++) {
        const text = await readFile(join(dir, `${number}.html`), 'utf8');
        assert.equal(text, textOf(number));
        bytes += Buffer.byteLength(text);
      }
      assert.equal(files.bytes, bytes);
    });

  it('that cannot be written are told with their path, by a thread too', async () => {
    const dir = testFolder('files');
    const path = join(dir, 'not-there', '1.html');
    const isTold = (error: unknown) =>
      error instanceof ArgiopeError && error.code === 'STORE_UNREACHABLE' && error.message.includes(path);
    assert.throws(() => new PageFiles(1).add(path, 'x'), isTold);
    const files = new PageFiles(1000);
    files.add(path, 'x');
    await assert.rejects(files.finish(), isTold);
    await files.end();
    assert.deepEqual(await readdir(dir), []);
  });

  it('that nobody waits for are given up', async () => {
    const dir = testFolder('files');
    const files = new PageFiles(1000);
    files.add(join(dir, '1.html'), 'x');
    await files.end();
    assert.deepEqual(await readdir(dir), []);
  });
});
