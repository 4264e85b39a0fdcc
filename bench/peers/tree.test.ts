import assert from 'node:assert/strict';
import { it } from 'node:test';
import { below } from './tree.ts';

const row = (pid: number, parent: number) => ({ pid, state: 'S', parent, started: String(pid) });

it('a process tree holds children of children, in whatever order they are listed', () => {
  const rows = [row(9, 7), row(7, 5), row(6, 1), row(5, 1), row(8, 6)];
  assert.deepEqual(
    below(rows, [5])
      .map(({ pid }) => pid)
      .sort(),
    [7, 9],
  );
});

it('a process whose parent has gone is found below what is known of the tree', () => {
  assert.deepEqual(below([row(9, 7), row(7, 1)], [5, 7]), [row(9, 7)]);
});
