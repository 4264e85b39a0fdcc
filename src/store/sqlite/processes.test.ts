import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { contentOf, documentOf, transitionOf } from '../../../test/contract/store.ts';
import { testFolder } from '../../../test/folder.ts';
import type { SiteStore } from '../../model/store.ts';
import { eraseStore, openStoreAt } from '../index.ts';

const perPage = 20;

/** Opens the store, says so, and commits page after page, naming each once it is durable. */
const writerProgram = `
  import { writeSync } from 'node:fs';
  import { openStoreAt } from ${JSON.stringify(import.meta.resolve('../index.ts'))};
  import { keptPage, transitionOf } from ${JSON.stringify(import.meta.resolve('../../../test/contract/store.ts'))};
  const store = await openStoreAt(process.argv[1]);
  const site = await store.site('site.test', { seeds: [], settings: {} });
  for (let number = (await site.info()).nextNumber; ; number++) {
    const transitions = Array.from({ length: ${perPage} }, (_, ord) => transitionOf(number, ord, ord));
    await site.commit({ ...keptPage(number), transitions, nextNumber: number + 1 });
    writeSync(1, number + '\\n');
  }
`;

type Writer = ChildProcessByStdio<null, Readable, null>;

const writers: Writer[] = [];

function startWriter(url: string): Writer {
  const writer = spawn(process.execPath, ['--input-type=module', '-e', writerProgram, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  writers.push(writer);
  return writer;
}

/** Kills the writer after it has named `count` pages, and gives all numbers it named. */
async function killAfter(writer: Writer, count: number): Promise<number[]> {
  const numbers: number[] = [];
  for await (const line of createInterface({ input: writer.stdout })) {
    numbers.push(Number(line));
    if (numbers.length === count) writer.kill('SIGKILL');
  }
  return numbers;
}

describe('a store between processes', () => {
  const folder = testFolder('processes');
  after(async () => {
    for (const writer of writers) writer.kill('SIGKILL');
  });

  it('belongs to one writer, which readers do not disturb, and is free the moment it is killed', async () => {
    const url = `sqlite:${join(folder, 'lock.db')}`;
    const writer = startWriter(url);
    await once(writer.stdout, 'data');
    await assert.rejects(openStoreAt(url), {
      code: 'STORE_LOCKED',
      exitCode: 7,
      message: /another argiope process is using .*lock\.db/,
      advice: /another --out/,
    });
    await assert.rejects(eraseStore(url), { code: 'STORE_LOCKED' });
    const reader = await openStoreAt(url, { readOnly: true });
    const site = await reader.site('site.test');
    assert.ok(site);
    await assertWhole(site, [0]);
    writer.kill('SIGKILL');
    await once(writer, 'exit');

    const next = await openStoreAt(url);
    assert.ok(((await (await next.site('site.test'))?.counts())?.kept ?? 0) > 0);
    await next.close();
    await reader.close();
  });

  it('has every acknowledged change whole, and nothing half, after its writer was killed again and again', async () => {
    const url = `sqlite:${join(folder, 'killed.db')}`;
    const acknowledged: number[] = [];
    for (const count of [1, 40, 7, 120]) {
      acknowledged.push(...(await killAfter(startWriter(url), count)));
      const reader = await openStoreAt(url, { readOnly: true });
      const site = await reader.site('site.test');
      assert.ok(site);
      await assertWhole(site, acknowledged);
      await reader.close();
    }
    const store = await openStoreAt(url);
    const site = await store.site('site.test');
    assert.ok(site);
    await assertWhole(site, acknowledged);
    await store.close();
  });
});

/** Acknowledged pages are there; whatever is there is complete; numbers have no gap. */
async function assertWhole(site: SiteStore, acknowledged: readonly number[]): Promise<void> {
  const pages = await site.pages({});
  const there = new Set(pages.map((page) => page.number));
  for (const number of acknowledged) assert.ok(there.has(number), `page ${number} was acknowledged`);
  assert.deepEqual(
    [...there],
    [...there.keys()].map((_, at) => at),
  );
  for (const { number, status, content } of pages) {
    assert.equal(status, 'kept');
    assert.deepEqual(content, contentOf(number));
    assert.deepEqual(await site.blob(content?.blob ?? ''), documentOf(number));
    assert.equal(await site.numberOfContent(contentOf(number).fingerprint), number);
    const expected = Array.from({ length: perPage }, (_, ord) => transitionOf(number, ord, ord));
    assert.deepEqual(await site.transitions(number), expected);
  }
}
