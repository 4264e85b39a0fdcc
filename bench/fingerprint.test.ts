import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addressOf } from './fingerprint/addresses.ts';
import { Collisions } from './fingerprint/collisions.ts';
import { Race } from './fingerprint/race.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const bench = (...args: string[]) =>
  spawnSync(process.execPath, [main, 'fingerprint', ...args], { encoding: 'utf8' });

it('no two of its addresses are alike, they are valid, and the same each time', () => {
  const seen = new Set<string>();
  for (let n = 0; n < 200_000; n++) seen.add(addressOf(n));
  assert.equal(seen.size, 200_000);
  for (const address of [...seen].slice(-1000)) assert.equal(new URL(address).href, address);
  assert.equal(addressOf(12_348), 'https://www.archive2167.edu.example/2002/01/01/people-sport/c_12348.htm');
});

it('equal values are counted wherever they came, values that share one half are not', () => {
  const values = ['0000000100000002', '0000000100000003', '0000000200000003', 'ffffffffffffffff'];
  const collisions = new Collisions(10);
  for (const value of [...values, 'ffffffffffffffff', '0000000100000002', '0000000100000002']) {
    collisions.add(value);
  }
  assert.equal(collisions.count(), 3);
  const distinct = new Collisions(4);
  for (const value of values) distinct.add(value);
  assert.equal(distinct.count(), 0);
});

it('every way runs once in each round, each round beginning with another', () => {
  const order: string[] = [];
  const runner = (name: string) => ({ name, run: (texts: readonly string[]) => order.push(name + texts[0]) });
  const race = new Race([runner('a'), runner('b')]);
  race.round(['1']);
  race.round(['2']);
  assert.deepEqual(order, ['a1', 'b1', 'b2', 'a2']);
  assert.deepEqual(
    race.results().map(({ name }) => name),
    ['a', 'b'],
  );
});

it('a short run says how many are equal, and a count that is none is refused', () => {
  assert.match(bench('--count', '30000').stdout, /ok {6}no two addresses .*: 0 of 30000 are equal/);
  const { status, stderr } = bench('--count', '0');
  assert.equal(status, 2);
  assert.match(stderr, /--count must be a whole number from 1 on; got "0"/);
});
