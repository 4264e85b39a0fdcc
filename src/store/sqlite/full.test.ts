import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { contentOf, documentOf, keptPage, transitionOf } from '../../../test/contract/store.ts';
import { testFolder } from '../../../test/folder.ts';
import { SqliteConnection } from './connection.ts';
import { storeError } from './errors.ts';
import { migrate } from './migrations.ts';
import { SqliteStore } from './store.ts';

const canMount =
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt']).status === 0;

test('a disk that fails to write is told with the exit code of a full one', () => {
  const failed = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  const { code, exitCode, message } = storeError(failed, 'a.db');
  assert.deepEqual([code, exitCode], ['DISK_FULL', 8]);
  assert.match(message, /the disk failed to write a\.db \(EIO/);
});

describe('a full disk', () => {
  const folder = testFolder('full');
  it('undoes the commit in hand, leaves the rest intact, and writing goes on once there is space', async () => {
    const connection = new SqliteConnection(join(folder, 'limited.db'));
    migrate(connection);
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA max_page_count = 60');
    const store = new SqliteStore(connection, null);
    const site = await store.site('site.test', { seeds: [], settings: {} });
    assert.ok(site);
    let kept = 0;
    const fill = async (): Promise<void> => {
      for (;;) {
        const change = { ...keptPage(kept), transitions: [transitionOf(kept, 0, kept)] };
        await site.commit({ ...change, kept: { ...change.kept, document: randomBytes(9000) } });
        kept++;
      }
    };
    await assert.rejects(fill, { code: 'DISK_FULL', exitCode: 8, advice: /free some space/ });
    assert.ok(kept > 3);
    assert.equal((await site.counts()).kept, kept);
    assert.equal(await site.page(kept), null);
    assert.deepEqual(await site.transitions(kept), []);
    assert.equal((await site.info()).nextNumber, kept);

    connection.exec('PRAGMA max_page_count = 6000');
    await site.commit(keptPage(kept));
    assert.deepEqual(await site.blob(contentOf(kept).blob), documentOf(kept));
    assert.deepEqual(
      connection.get('PRAGMA integrity_check'),
      Object.assign(Object.create(null), { integrity_check: 'ok' }),
    );
    await store.close();
  });

  it('that is really full is named so, whether the store is new or not', {
    skip: !canMount && 'cannot mount here',
  }, () => {
    const program = `
      import { randomBytes } from 'node:crypto';
      import { rmSync, statfsSync, writeFileSync } from 'node:fs';
      import { openStoreAt } from ${JSON.stringify(import.meta.resolve('../index.ts'))};
      import { keptPage } from ${JSON.stringify(import.meta.resolve('../../../test/contract/store.ts'))};
      const codes = [];
      const failing = (work) => work().then(() => codes.push('none'), (error) => codes.push(error.code));
      const fillUp = () => {
        const { bavail, bsize } = statfsSync('.');
        writeFileSync('ballast', Buffer.alloc(bavail * bsize));
      };
      fillUp();
      await failing(() => openStoreAt('sqlite:argiope.db'));
      rmSync('ballast');
      let store = await openStoreAt('sqlite:argiope.db');
      let site = await store.site('site.test', { seeds: [], settings: {} });
      let kept = 0;
      const keep = async () => {
        const change = keptPage(kept);
        await site.commit({ ...change, kept: { ...change.kept, document: randomBytes(30000) } });
        kept++;
      };
      await failing(async () => { for (;;) await keep(); });
      fillUp();
      await failing(keep);
      await store.close();
      rmSync('ballast');
      store = await openStoreAt('sqlite:argiope.db');
      site = await store.site('site.test');
      const counts = await site.counts();
      await store.close();
      console.log(JSON.stringify({ codes, intact: counts.kept === kept && kept > 3 }));
    `;
    const script = 'mount -t tmpfs -o size=2m tmpfs "$1" && cd "$1" && exec "$2" --input-type=module -e "$3"';
    const run = spawnSync('unshare', ['-rm', 'sh', '-c', script, 'sh', folder, process.execPath, program], {
      encoding: 'utf8',
    });
    assert.equal(run.stderr, '');
    assert.deepEqual(JSON.parse(run.stdout), {
      codes: ['DISK_FULL', 'DISK_FULL', 'DISK_FULL'],
      intact: true,
    });
  });

  it('and a folder that may not be written to are told apart', {
    skip: !canMount && 'cannot mount here',
  }, () => {
    const program = `
      import { openStoreAt } from ${JSON.stringify(import.meta.resolve('../index.ts'))};
      await (await openStoreAt('sqlite:a.db')).close();
      const { spawnSync } = await import('node:child_process');
      spawnSync('mount', ['-o', 'remount,bind,ro', '.']);
      const code = (url, options) => openStoreAt(url, options).then((store) => store.close(), (error) => error.code);
      const writing = [await code('sqlite:a.db'), await code('sqlite:new/b.db')];
      console.log(JSON.stringify([...writing, (await code('sqlite:a.db', { readOnly: true })) ?? 'reads']));
    `;
    const script = 'mount -t tmpfs -o size=2m tmpfs "$1" && cd "$1" && exec "$2" --input-type=module -e "$3"';
    const run = spawnSync('unshare', ['-rm', 'sh', '-c', script, 'sh', folder, process.execPath, program], {
      encoding: 'utf8',
    });
    assert.equal(run.stderr, '');
    assert.deepEqual(JSON.parse(run.stdout), ['STORE_UNREACHABLE', 'STORE_UNREACHABLE', 'reads']);
  });
});

describe('errors from below', () => {
  const of = (error: object): string =>
    storeError(Object.assign(new Error('x'), error), '/nowhere/a.db').code;

  it('of the file system are classified by what the user can do', () => {
    for (const code of ['ENOSPC', 'EDQUOT']) assert.equal(of({ code }), 'DISK_FULL');
    for (const code of ['EACCES', 'EROFS', 'ENOTDIR', 'EPERM'])
      assert.equal(of({ code }), 'STORE_UNREACHABLE');
    assert.equal(of({ code: 'ERR_INVALID_STATE' }), 'INTERNAL');
  });

  it('of SQLite are classified by primary and extended code', () => {
    const codes = {
      13: 'DISK_FULL',
      778: 'DISK_FULL',
      266: 'STORE_UNREACHABLE',
      8: 'STORE_UNREACHABLE',
      1288: 'STORE_UNREACHABLE',
      14: 'STORE_UNREACHABLE',
      11: 'STORE_CORRUPT',
      267: 'STORE_CORRUPT',
      26: 'STORE_CORRUPT',
      5: 'STORE_LOCKED',
      261: 'STORE_LOCKED',
      19: 'INTERNAL',
      1: 'INTERNAL',
    };
    for (const [errcode, code] of Object.entries(codes)) {
      assert.equal(of({ code: 'ERR_SQLITE_ERROR', errcode: Number(errcode) }), code, errcode);
    }
  });
});
