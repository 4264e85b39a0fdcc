import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { within } from './patience.ts';

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
