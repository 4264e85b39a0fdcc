import assert from 'node:assert/strict';
import type { LookupAddress, lookup as systemLookup } from 'node:dns';
import { test } from 'node:test';
import { listenEverywhere } from '../../../test/sites/reach/listener.ts';
import { SeedHosts } from '../../frontier/addresses.ts';
import { Names } from '../http/names.ts';
import { Dialler } from './dial.ts';

/** A resolver that gives one answer after the other, as one of a hostile owner does. */
function changing(...answers: readonly (readonly string[])[]): { names: Names; asked: () => number } {
  let asked = 0;
  const resolve = ((_: string, __: unknown, done: (error: null, found: LookupAddress[]) => void) => {
    const found = answers[Math.min(asked++, answers.length - 1)] ?? [];
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof systemLookup;
  return { names: new Names(resolve), asked: () => asked };
}

const settings = { seeds: ['http://seed.example/'], proxy: null, workers: 1 };

test('a name is resolved once: what was judged is what is called, and never an inner address beside it', async () => {
  const listener = await listenEverywhere();
  const dial = (names: Names, host = 'rebind.example') =>
    new Dialler(settings, new SeedHosts(settings.seeds), 100, names).dial(host, listener.port, 'http');
  // Nothing answers at the public address from here: that it is tried is enough.
  const rebinding = changing(['192.0.78.1'], ['127.0.0.1']);
  await assert.rejects(dial(rebinding.names), { code: /^E(?:TIMEDOUT|NETUNREACH|HOSTUNREACH|CONNREFUSED)$/ });
  assert.equal(rebinding.asked(), 1);
  const both = changing(['127.0.0.1', '192.0.78.1', '::1']);
  await assert.rejects(dial(both.names), { code: /^E(?:TIMEDOUT|NETUNREACH|HOSTUNREACH|CONNREFUSED)$/ });
  for (const inner of [['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['10.0.0.1', 'fd00::1']])
    await assert.rejects(dial(changing(inner).names), { code: 'FORBIDDEN_ADDRESS' });
  assert.deepEqual([...listener.reached], []);
  listener.close();
});

test('hosts that a seed names, or that are allowed, may lie anywhere', async () => {
  const listener = await listenEverywhere();
  const seeds = [`http://seed.example:${listener.port}/`];
  const hosts = new SeedHosts(seeds, ['inner.example', `other.example:${listener.port}`]);
  for (const host of ['seed.example', 'inner.example', 'other.example']) {
    const dialler = new Dialler({ ...settings, seeds }, hosts, 5_000, changing(['127.0.0.1']).names);
    const { socket } = await dialler.dial(host, listener.port, 'tunnel');
    socket.destroy();
    await assert.rejects(dialler.dial(host === 'inner.example' ? 'x.example' : host, 9, 'tunnel'), {
      code: 'FORBIDDEN_ADDRESS',
    });
  }
  listener.close();
});
