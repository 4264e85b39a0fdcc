import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { testFolder } from '../../test/folder.ts';
import { readLeft } from './snapshots.ts';

it('documents are read in the order of their numbers, each once, with the events', async () => {
  const folder = testFolder('left');
  for (const [name, text] of [
    ['10.html', 'last'],
    ['2.html', 'second'],
    ['0.html', 'first'],
    ['3.html', 'first'],
    ['events', '...'],
  ] as const)
    await writeFile(join(folder, name), text);
  assert.deepEqual(await readLeft(folder), { documents: ['first', 'second', 'last'], events: 3 });
});

it('a script that left nothing has seen nothing', async () => {
  assert.deepEqual(await readLeft(join(tmpdir(), 'argiope-no-such-folder')), { documents: [], events: 0 });
});
