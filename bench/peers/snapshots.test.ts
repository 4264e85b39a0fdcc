import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { readLeft } from './snapshots.ts';

it('documents are read in the order of their numbers, each once, with the events', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'argiope-left-'));
  try {
    for (const [name, text] of [
      ['10.html', 'last'],
      ['2.html', 'second'],
      ['0.html', 'first'],
      ['3.html', 'first'],
      ['events', '...'],
    ] as const)
      await writeFile(join(folder, name), text);
    assert.deepEqual(await readLeft(folder), { documents: ['first', 'second', 'last'], events: 3 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('a script that left nothing has seen nothing', async () => {
  assert.deepEqual(await readLeft(join(tmpdir(), 'argiope-no-such-folder')), { documents: [], events: 0 });
});
