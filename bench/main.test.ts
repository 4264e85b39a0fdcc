import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const bench = (...args: string[]) => spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });

it('lists the benchmarks when none is named', () => {
  const { status, stdout } = bench();
  assert.equal(status, 0);
  assert.match(stdout, /ajax\s+figures 1-2/);
});

it('refuses what it does not know, and says what there is', () => {
  for (const [args, hint] of [
    [['nothing'], /no benchmark "nothing"[\s\S]*ajax/],
    [
      ['ajax', '--part', 'x'],
      /--part must be one of figures, sets, latency, mirror, kill, asc, proxy; got "x"/,
    ],
    [['ajax', '--sets', '1,9'], /--sets takes numbers from 1 to 5; got "9"/],
    [['ajax', '--seed', 'x'], /--seed must be a whole number/],
    [['ajax', '--fast'], /Unknown option '--fast'/],
  ] as const) {
    const { status, stderr } = bench(...args);
    assert.equal(status, 2, args.join(' '));
    assert.match(stderr, hint);
  }
});
