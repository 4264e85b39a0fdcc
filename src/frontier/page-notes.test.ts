import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageNotes } from './page-notes.ts';

function notes() {
  const kept = new Map<string, string>();
  const site = {
    note: async (key: string) => kept.get(key) ?? null,
    putNote: async (key: string, value: string) => {
      await new Promise(setImmediate);
      kept.set(key, value);
    },
  };
  return { kept, site };
}

test('what was kept is there for the next run, by number', async () => {
  const { kept, site } = notes();
  const pages = Array.from({ length: 600 }, (_, number) => [number * 2, `t${number}`] as const);
  await new PageNotes(site, 'x').put(pages);
  assert.deepEqual([...kept.keys()], ['x/0', 'x/1', 'x/2', 'x/3', 'x/4']);
  const next = new PageNotes(site, 'x');
  assert.equal(await next.get(998), 't499');
  assert.equal(await next.get(999), null);
  assert.deepEqual([...(await next.below(1200))], pages);
});

test('writes at the same time do not undo one another', async () => {
  const { site } = notes();
  const pages = new PageNotes(site, 'x');
  await Promise.all([1, 2, 3].map((number) => pages.put([[number, 'a']])));
  assert.equal((await new PageNotes(site, 'x').below(4)).size, 3);
});
