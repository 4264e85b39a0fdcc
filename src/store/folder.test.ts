import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { testFolder } from '../../test/folder.ts';
import { makeFolder } from './folder.ts';

describe('a folder for a crawl', () => {
  const root = testFolder('folder');
  it('is made with all that are missing above it, and may be there already', () => {
    const folder = join(root, 'a', 'b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    assert.ok(statSync(folder).isDirectory());
  });

  it('below a file is refused', async () => {
    const file = join(root, 'file');
    await writeFile(file, '');
    assert.throws(() => makeFolder(join(file, 'below')), { code: 'STORE_UNREACHABLE' });
  });

  it('is refused, and not tried for ever, where the file system has no place for folders', {
    skip: !existsSync('/proc/self') && 'there is no /proc here',
  }, () => {
    assert.throws(() => makeFolder('/proc/x/y'), { code: 'STORE_UNREACHABLE', message: /\/proc\/x/ });
  });
});
