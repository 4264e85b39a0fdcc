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

it('memory that a large page took for a moment is given back, and only by a process of our own', () => {
  const most = takeMuch();
  giveBackMemory();
  // What V8 has emptied by itself it keeps.
  assert.ok(process.memoryUsage.rss() / megabyte > most - 150);
  manageMemory(50);
  expectLarge(10 * megabyte);
  giveBackMemory(10 * megabyte);
  assert.ok(process.memoryUsage.rss() / megabyte < most - 250, `${most} MiB before`);
});
