import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import type { Page, Transition } from '../../src/model/index.ts';
import { openStoreAt } from '../../src/store/index.ts';
import { testFolder } from '../../test/folder.ts';
import { differences, fingerprintOf } from './crawl-equality.ts';

const folder = testFolder('equality');
/** Three pages: the start page links to the two others, whose numbers are given. */
async function crawled(
  name: string,
  numbers: { a: number; b: number },
  change: { link?: string; text?: string } = {},
) {
  const out = join(folder, name);
  await mkdir(join(out, 'mirror'), { recursive: true });
  const store = await openStoreAt(`sqlite:${join(out, 'argiope.db')}`);
  const site = await store.site('host', { seeds: ['http://host/'], settings: {} });
  assert.ok(site);
  const named = [
    [0, 'start'],
    [numbers.a, 'a'],
    [numbers.b, 'b'],
  ] as const;
  await site.commit({ queued: named.map(([number, path]) => queued(number, path)), nextNumber: 4 });
  for (const [number, path] of named) await site.commit({ kept: kept(number, path) });
  await site.commit({
    transitions: [link(0, numbers.a, '/A[1]'), link(1, numbers.b, change.link ?? '/A[2]')],
  });
  await site.putNote('names', 'number');
  await store.close();
  const index = `<p>start<a href="${numbers.a}.html">a</a><a href="${numbers.b}.html">b</a>`;
  await writeFile(join(out, 'mirror', 'index.html'), index);
  await writeFile(
    join(out, 'mirror', `${numbers.a}.html`),
    `<!-- page ${numbers.a} --><p>${change.text ?? 'a'}`,
  );
  await writeFile(join(out, 'mirror', `${numbers.b}.html`), '<p>b');
  return fingerprintOf(out);
}

function queued(number: number, path: string): Page {
  return {
    number,
    status: 'queued',
    entry: { kind: 'url', url: `http://host/${path}` },
    document: number,
    depth: 0,
    content: null,
    mergedInto: null,
    error: null,
    attempts: 0,
  };
}

function kept(number: number, path: string) {
  const content = {
    fingerprint: Buffer.from(path.padEnd(8)).toString('hex'),
    address: `http://host/${path}`,
    title: path,
    lang: '',
    status: 200,
    contentType: 'text/html',
    lastModified: null,
    etag: null,
    freshUntil: null,
    bodyPrint: null,
    type: null,
    capturedAt: '2020-01-01T00:00:00.000Z',
    blob: '',
  };
  return { number, content, document: Buffer.from(JSON.stringify({ path })) };
}

function link(ord: number, target: number, xpath: string): Transition {
  const instruction = {
    kind: 'url',
    scope: 'site',
    text: `to ${ord}`,
    fingerprint: `000000000000000${ord}`,
  } as const;
  return {
    source: 0,
    ord,
    target,
    reason: 'fired',
    action: { id: null, xpath, event: 'click', label: '', instruction },
  };
}

it('crawls that differ in numbers alone are equal', async () => {
  const one = await crawled('one', { a: 1, b: 2 });
  const other = await crawled('other', { a: 3, b: 1 });
  assert.equal(one.page.length, 3);
  assert.equal(one.edge.length, 2);
  assert.equal(one.mirror.length, 3);
  assert.deepEqual(differences(one, other), []);
});

it('another edge and another file are told', async () => {
  const one = await crawled('whole', { a: 1, b: 2 });
  const edge = differences(one, await crawled('edge', { a: 1, b: 2 }, { link: '/A[3]' }));
  assert.deepEqual(
    edge.map(({ kind }) => kind),
    ['edge', 'edge'],
  );
  const file = differences(one, await crawled('file', { a: 1, b: 2 }, { text: 'changed' }));
  assert.deepEqual(
    file.map(({ kind }) => kind),
    ['mirror', 'mirror'],
  );
});
