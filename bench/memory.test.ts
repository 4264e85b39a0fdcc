import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isFlat, quarters, watchMemory } from './memory.ts';

const course = (mib: readonly number[]) => ({
  peakMiB: Math.max(...mib),
  samples: mib.map((value, index) => ({ seconds: index, mib: value })),
});

it('memory is judged by the means of the quarters of a run', () => {
  assert.deepEqual(quarters(course([10, 20, 100, 100, 100, 110, 100, 104])), [15, 100, 105, 102]);
});

it('memory that settles is flat, memory that grows is not', () => {
  assert.equal(isFlat(course([10, 50, 100, 100, 100, 105, 100, 104])), true);
  assert.equal(isFlat(course([10, 50, 100, 100, 120, 140, 160, 180])), false);
});

it('reads the memory of a running process', { skip: process.platform !== 'linux' }, () => {
  const { peakMiB, samples } = watchMemory(process.pid)();
  assert.equal(samples.length, 1);
  assert.ok(peakMiB > 10 && (samples[0]?.mib ?? 0) > 10);
});
