import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HostSlots } from './slots.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the slots of a host', () => {
  it('let no more requests begin than it allows, first come, first served', async () => {
    const slots = new HostSlots((host) => (host === 'two' ? 2 : 1));
    const begun: string[] = [];
    const take = (name: string, host: string) => slots.take(host).then(() => begun.push(name));
    for (const name of ['a', 'b', 'c']) void take(name, 'one');
    for (const name of ['x', 'y', 'z']) void take(name, 'two');
    await turn();
    assert.deepEqual(begun, ['a', 'x', 'y']);
    slots.free('one');
    slots.free('two');
    await turn();
    assert.deepEqual(begun, ['a', 'x', 'y', 'b', 'z']);
    slots.free('one');
    await turn();
    assert.equal(begun.at(-1), 'c');
  });

  it('are left by whoever gives up, and go to the next', async () => {
    const slots = new HostSlots(() => 1);
    await slots.take('one');
    const stop = new AbortController();
    const first = slots.take('one', stop.signal);
    let second = false;
    const waiting = slots.take('one').then(() => {
      second = true;
    });
    stop.abort(new Error('no more'));
    await assert.rejects(first, /no more/);
    assert.equal(second, false);
    slots.free('one');
    await waiting;
    await assert.rejects(slots.take('one', stop.signal), /no more/);
  });
});
