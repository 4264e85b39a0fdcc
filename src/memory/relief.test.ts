import assert from 'node:assert/strict';
import { it } from 'node:test';
import { expectLarge, giveBackMemory, manageMemory } from './relief.ts';

const megabyte = 1 << 20;

/** Takes half a gigabyte for a moment; gives what the process has then. */
function takeMuch(): number {
  const much = Array.from({ length: 3_000_000 }, (_, number) => ({ tag: 'p', kids: [`text ${number}`] }));
  assert.equal(much.length, 3_000_000);
  return process.memoryUsage.rss() / megabyte;
}

it('memory that a large page took for a moment is given back', () => {
  manageMemory(50);
  const most = takeMuch();
  expectLarge(10 * megabyte);
  giveBackMemory(10 * megabyte);
  const left = process.memoryUsage.rss() / megabyte;
  assert.ok(left < most - 250, `${left} of ${most} MiB`);
});
