import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { testFolder } from '../../test/folder.ts';
import { runPeer } from './run.ts';

describe('running a peer', { skip: process.platform !== 'linux' }, () => {
  const folder = testFolder('run');
  const sh = (script: string, seconds: number) =>
    runPeer('sh', ['-c', script], { cwd: folder, log: join(folder, 'log.txt'), seconds });

  it('tells one that ends from one that fails', async () => {
    assert.equal((await sh('exit 0', 30)).ended, 'done');
    assert.equal((await sh('exit 3', 30)).ended, 'failed');
  });

  it('says when there is no such program', async () => {
    const options = { cwd: folder, log: join(folder, 'log.txt'), seconds: 30 };
    await assert.rejects(runPeer(join(folder, 'nothing'), [], options), /ENOENT/);
  });

  it('ends one whose time is over, with what it started in sessions of their own', async () => {
    const { ended } = await sh('setsid sleep 60 & echo $! > browser; wait', 1);
    assert.equal(ended, 'limit');
    const browser = Number(await readFile(join(folder, 'browser'), 'utf8'));
    assert.ok(browser > 0);
    const state = await readFile(`/proc/${browser}/stat`, 'utf8').catch(() => 'gone');
    // Ended, though perhaps nobody has asked how.
    assert.match(state, /^gone$|\) Z /);
  });
});
