import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { contentOf, documentOf, keptPage, transitionOf } from '../../../../test/contract/store.ts';
import { testFolder } from '../../../../test/folder.ts';
import type { SiteStore } from '../../../model/store.ts';
import { openSqlite, type SqliteStore } from '../store.ts';

describe('a thread that writes', () => {
  const folder = testFolder('beside');
  const opened = async (name: string): Promise<readonly [SqliteStore, SiteStore]> => {
    const store = openSqlite(join(folder, name));
    const site = (await store.site('site.test', { seeds: [], settings: {} })) as SiteStore;
    return [store, site];
  };

  it('writes what the connection would, and whoever reads in the next line sees it', async () => {
    const [store, site] = await opened('seen.db');
    const end = await site.beside?.();
    const steps = [0, 1, 2].map((number) => ({
      ...keptPage(number),
      transitions: [transitionOf(number, 0, number), transitionOf(number, 1, null)],
      instructions: [{ fingerprint: `print-${number}`, number }],
    }));
    const durable = site.commitAll(steps);
    assert.equal((await site.page(2))?.status, 'kept');
    assert.deepEqual(await site.transitions(1), [transitionOf(1, 0, 1), transitionOf(1, 1, null)]);
    assert.equal((await site.numbersOf(['print-2'])).get('print-2'), 2);
    assert.deepEqual(await site.blob(contentOf(2).blob), documentOf(2));
    // What is written here meanwhile comes after it, and neither is in the other's way.
    const others = Array.from({ length: 20 }, (_, at) => site.commit(keptPage(at + 3)));
    await site.putNote('key', 'value');
    assert.equal(await site.count('kept'), 23);
    await Promise.all([durable, ...others]);
    await end?.();
    await site.commit(keptPage(23));
    assert.equal((await site.info()).nextNumber, 24);
    await store.close();
  });

  it('stops at a step that cannot be written: none behind it is, and all are told why', async () => {
    const [store, site] = await opened('failed.db');
    await site.beside?.();
    const first = site.commit(keptPage(0));
    const impossible = site.commit({ kept: { number: 9, content: contentOf(9), document: documentOf(9) } });
    const behind = site.commit(keptPage(1));
    const why = { code: 'INTERNAL', message: /number 9 names no page/ };
    await Promise.all([first, assert.rejects(impossible, why), assert.rejects(behind, why)]);
    assert.equal(await site.page(1), null);
    await store.close();
    const again = openSqlite(join(folder, 'failed.db'), { readOnly: true });
    assert.equal(await (await again.site('site.test'))?.count('kept'), 1);
    await again.close();
  });

  it('is ended with its store, with everything written', async () => {
    const [store, site] = await opened('closed.db');
    await site.beside?.();
    const durable = site.commit(keptPage(0));
    await store.close();
    await durable.catch(() => {});
    const again = openSqlite(join(folder, 'closed.db'), { readOnly: true });
    assert.equal(await (await again.site('site.test'))?.count('kept'), 1);
    await again.close();
  });
});
