import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { contentOf, keptPage, transitionOf } from '../../../test/contract/store.ts';
import { testFolder } from '../../../test/folder.ts';
import { eraseStore, isStoreBusy, openStoreAt } from '../index.ts';
import { currentVersion } from './migrations.ts';

const creation = { seeds: ['http://site.test/'], settings: {} };

describe('the files of a SQLite store', () => {
  const folder = testFolder('files');
  let count = 0;
  /** A path in a folder of its own, which does not exist yet. */
  const newFile = (): string => join(folder, String(count++), 'deep', 'argiope.db');

  async function makeStore(file: string, pages = 1): Promise<void> {
    const store = await openStoreAt(`sqlite:${file}`);
    try {
      const site = await store.site('site.test', creation);
      for (let number = 0; number < pages; number++) {
        await site?.commit({ ...keptPage(number), transitions: [transitionOf(number, 0, number)] });
      }
    } finally {
      await store.close();
    }
  }

  const namesIn = async (file: string): Promise<string[]> => (await readdir(join(file, '..'))).sort();

  it('are one database after a clean close, beside the empty lock file', async () => {
    const file = newFile();
    await makeStore(file, 3);
    assert.deepEqual(await namesIn(file), ['argiope.db', 'argiope.db.lock']);
    assert.equal((await readFile(`${file}.lock`)).length, 0);
  });

  it('do not keep a log that grows with the crawl', async () => {
    const file = newFile();
    const store = await openStoreAt(`sqlite:${file}`);
    const site = await store.site('site.test', creation);
    const limit = 20 * 1024 * 1024;
    let written = 0;
    let largest = 0;
    while (written < 3 * limit) {
      const body = randomBytes(1_600_000);
      const url = `http://site.test/${written}`;
      await site?.putResource({ url, status: 200, contentType: 'image/png', body });
      written += body.length;
      largest = Math.max(largest, (await stat(`${file}-wal`)).size);
    }
    await store.close();
    assert.ok(largest < limit, `${largest} bytes of log`);
  });

  it('are not made by a reader', async () => {
    const file = newFile();
    await assert.rejects(openStoreAt(`sqlite:${file}`, { readOnly: true }), {
      code: 'STORE_UNREACHABLE',
      message: /there is no store at/,
    });
    assert.equal(existsSync(join(file, '..')), false);
  });

  it('cannot lie below a file', async () => {
    const file = newFile();
    await makeStore(file);
    for (const below of [join(file, 'argiope.db'), join(file, 'deeper', 'argiope.db')]) {
      await assert.rejects(openStoreAt(`sqlite:${below}`), {
        code: 'STORE_UNREACHABLE',
        exitCode: 7,
        advice: /folder you may write to/,
      });
    }
  });

  it('cannot be a folder', async () => {
    const file = newFile();
    await mkdir(file, { recursive: true });
    await assert.rejects(openStoreAt(`sqlite:${file}`), { code: 'STORE_UNREACHABLE' });
  });

  it('of something else are refused and left as they are', async () => {
    const file = newFile();
    await mkdir(join(file, '..'), { recursive: true });
    for (const text of ['not a database, but long enough to have a header '.repeat(40), 'x']) {
      await writeFile(file, text);
      await assert.rejects(openStoreAt(`sqlite:${file}`), { code: 'STORE_CORRUPT', advice: /another --out/ });
      await assert.rejects(openStoreAt(`sqlite:${file}`, { readOnly: true }), { code: 'STORE_CORRUPT' });
      await assert.rejects(eraseStore(`sqlite:${file}`), {
        code: 'STORE_CORRUPT',
        advice: /nothing was changed/,
      });
      assert.equal(await readFile(file, 'utf8'), text);
    }
  });

  it('of another program’s database are refused and left as they are', async () => {
    const file = newFile();
    await mkdir(join(file, '..'), { recursive: true });
    const other = new DatabaseSync(file);
    other.exec('CREATE TABLE recipes (name TEXT)');
    other.close();
    const bytes = await readFile(file);
    await assert.rejects(openStoreAt(`sqlite:${file}`), {
      code: 'STORE_CORRUPT',
      message: /another program/,
    });
    await assert.rejects(eraseStore(`sqlite:${file}`), { code: 'STORE_CORRUPT' });
    assert.deepEqual(await readFile(file), bytes);
  });

  it('of a newer version are refused and left as they are', async () => {
    const file = newFile();
    await makeStore(file);
    const newer = new DatabaseSync(file);
    newer.exec(`PRAGMA user_version = ${currentVersion + 1}`);
    newer.close();
    const bytes = await readFile(file);
    for (const readOnly of [false, true]) {
      await assert.rejects(openStoreAt(`sqlite:${file}`, { readOnly }), {
        code: 'STORE_UNREACHABLE',
        message: /newer argiope/,
        advice: /newer version/,
      });
    }
    assert.deepEqual(await readFile(file), bytes);
  });

  it('are for their owner alone', async () => {
    const file = newFile();
    const store = await openStoreAt(`sqlite:${file}`);
    await store.site('site.test', creation);
    for (const name of await namesIn(file))
      assert.equal(((await stat(join(file, '..', name))).mode & 0o777).toString(8), '600', name);
    assert.equal((await namesIn(file)).filter((name) => /db(?:-wal|-shm|\.lock)?$/.test(name)).length, 4);
    assert.equal(await isStoreBusy(`sqlite:${file}`), true);
    await store.close();
    assert.equal(await isStoreBusy(`sqlite:${file}`), false);
  });

  it('that were emptied are damaged, and --fresh removes them; what a start left halfway is not', async () => {
    const file = newFile();
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, '');
    const emptied = { code: 'STORE_CORRUPT', message: /is damaged \(it is empty\)/, advice: /--fresh/ };
    await assert.rejects(openStoreAt(`sqlite:${file}`, { readOnly: true }), emptied);
    await assert.rejects(makeStore(file), emptied);
    await eraseStore(`sqlite:${file}`);
    await writeFile(`${file}.new`, 'half a store');
    await makeStore(file);
    assert.deepEqual(await namesIn(file), ['argiope.db', 'argiope.db.lock']);
    const reader = await openStoreAt(`sqlite:${file}`, { readOnly: true });
    assert.equal((await reader.sites()).length, 1);
    await reader.close();
  });

  it('that were damaged are named so, and --fresh removes them', async () => {
    const file = newFile();
    await makeStore(file, 30);
    const handle = await open(file, 'r+');
    await handle.write(new Uint8Array(400_000).fill(0xa5), 0, undefined, 4096);
    await handle.close();
    await assert.rejects(makeStore(file), {
      code: 'STORE_CORRUPT',
      message: /is damaged/,
      advice: /--fresh/,
    });
    await eraseStore(`sqlite:${file}`);
    await makeStore(file);
  });

  it('with a changed document are noticed when it is read', async () => {
    const file = newFile();
    await makeStore(file, 2);
    const other = new DatabaseSync(file);
    other.exec("UPDATE blobs SET codec = 0, body = CAST('forged' AS BLOB)");
    other.close();
    const store = await openStoreAt(`sqlite:${file}`);
    const site = await store.site('site.test');
    await assert.rejects(async () => site?.blob(contentOf(0).blob), { code: 'STORE_CORRUPT' });
    await store.close();
  });

  it('are erased whole, also when they are not there, but never under a writer', async () => {
    const file = newFile();
    await eraseStore(`sqlite:${file}`);
    const store = await openStoreAt(`sqlite:${file}`);
    await assert.rejects(eraseStore(`sqlite:${file}`), { code: 'STORE_LOCKED' });
    await (await store.site('site.test', creation))?.commit(keptPage(0));
    await store.close();
    await writeFile(`${file}-wal`, 'left over');
    await eraseStore(`sqlite:${file}`);
    assert.deepEqual(await namesIn(file), ['argiope.db.lock']);
    await makeStore(file);
  });

  it('ignore the log of a store whose erasing was cut short', async () => {
    const file = newFile();
    await makeStore(file);
    const writer = await openStoreAt(`sqlite:${file}`);
    await (await writer.site('site.test'))?.commit(keptPage(7));
    const log = await readFile(`${file}-wal`);
    await writer.close();
    await eraseStore(`sqlite:${file}`);
    await writeFile(`${file}-wal`, log);
    const fresh = await openStoreAt(`sqlite:${file}`);
    assert.deepEqual(await fresh.sites(), []);
    await fresh.close();
  });
});
