import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { patience, whileAlive, within } from './patience.ts';

test('an answer that came in time is no late one, though nobody looked until it was late', async (t) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const [[caller], socket] = await Promise.all([
    once(server, 'connection') as Promise<[Socket]>,
    connect(port, '127.0.0.1'),
  ]);
  t.after(() => {
    socket.destroy();
    server.close();
  });
  const answer = within(20, once(socket, 'data'), () => new Error('late'));
  caller.write('in time');
  for (const end = performance.now() + 200; performance.now() < end; );
  assert.equal(String((await answer)[0]), 'in time');
  await assert.rejects(
    within(20, once(socket, 'data'), () => new Error('late')),
    { message: 'late' },
  );
});

describe('a page that gives no answer', () => {
  const limits = { ...patience, call: 20, still: 200, page: 400 };
  const never = new Promise<never>(() => {});

  /** Processor time that grows with each question. */
  function burning(step: number): () => Promise<number> {
    let burnt = 0;
    return async () => {
      burnt += step;
      return burnt;
    };
  }

  test('is hung when it has burnt its time', async () => {
    const life = { ping: () => never, burnt: burning(17) };
    await assert.rejects(whileAlive(never, life, 'http://a/', limits), {
      code: 'PAGE_HUNG',
      url: 'http://a/',
    });
  });

  test('is waited for as long as it gets too little time to burn it', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    let asked = 0;
    const burnt = async () => {
      // A fifth of what goes by: a hung page would have been given up thrice by now.
      if (++asked === 12) resolve('at last');
      return asked;
    };
    assert.equal(await whileAlive(promise, { ping: () => never, burnt }, '', limits), 'at last');
  });

  test('is hung when nothing moves at all', async () => {
    const life = { ping: () => never, burnt: async () => 0 };
    await assert.rejects(whileAlive(never, life, '', limits), { code: 'PAGE_HUNG' });
  });

  test('is given up in the end though it says that it lives', async () => {
    const life = { ping: async () => 1, burnt: burning(1) };
    await assert.rejects(whileAlive(never, life, '', limits), { code: 'PAGE_HUNG', message: /settle/ });
  });

  test('tells why it failed', async () => {
    const life = { ping: () => never, burnt: burning(1) };
    await assert.rejects(whileAlive(Promise.reject(new Error('gone')), life, '', limits), {
      message: 'gone',
    });
  });
});
