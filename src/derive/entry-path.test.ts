import assert from 'node:assert/strict';
import { test } from 'node:test';
import { urlInstruction } from '../identity/index.ts';
import type { Page, PageStatus } from '../model/page.ts';
import type { SiteStore } from '../model/store.ts';
import { EntryPaths } from './entry-path.ts';

const route = 'http://h/docs/two/';

/** A page behind a link of the start page that a script answers, and another number that its address has. */
function addressBeside(status: PageStatus, mergedInto: number | null = null): Promise<string | null> {
  const page = (number: number, shown: string, more: object) =>
    ({
      number,
      entry: { kind: 'action', source: 0, ord: number },
      content: { address: shown },
      ...more,
    }) as unknown as Page;
  const pages = [
    page(0, 'http://h/', { entry: { kind: 'url', url: 'http://h/' } }),
    page(1, route, { status: 'kept' }),
    page(2, '', { status, mergedInto, content: null }),
  ];
  const site = {
    page: async (number: number) => pages[number] ?? null,
    numbersOf: async () => new Map([[urlInstruction(route).fingerprint, 2]]),
  } as unknown as SiteStore;
  return new EntryPaths(site).addressOf(pages[1] as Page);
}

test('a page has the address of its route, whatever became of its links to itself: "Skip to content" took it', async () => {
  assert.equal(await addressBeside('unchanged'), route);
  assert.equal(await addressBeside('queued'), route);
  assert.equal(await addressBeside('merged', 1), route);
});

test('an address that another page has, or that cannot be opened, is not told twice', async () => {
  for (const status of ['kept', 'failed', 'gone'] as const) assert.equal(await addressBeside(status), null);
  assert.equal(await addressBeside('merged', 0), null);
});
