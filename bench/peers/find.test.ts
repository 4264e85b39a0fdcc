import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { testFolder } from '../../test/folder.ts';
import { crawlee } from './crawlee.ts';
import { crawljax } from './crawljax.ts';
import { katana } from './katana.ts';

it('a peer that is not installed is absent, and says what it lacks', async () => {
  const folder = testFolder('none');
  for (const [peer, lack] of [
    [crawlee, join(folder, 'crawlee', 'node_modules', '@crawlee/playwright', 'package.json')],
    [katana, join(folder, 'katana', 'katana')],
    [crawljax, join(folder, 'crawljax', 'lib', 'crawljax-core-*.jar')],
  ] as const)
    assert.deepEqual(await peer.find(folder), { kind: 'absent', reason: `${lack} does not exist` });
});
