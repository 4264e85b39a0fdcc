import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { startServer, stopServer } from '../../../test/servers.ts';
import { bbsLimits } from './limits.ts';
import { Line } from './line.ts';

test('what came while this process was busy is heard before a silence is believed', async (t) => {
  const callers: Socket[] = [];
  const server = createServer((socket) => void callers.push(socket.setNoDelay(true)));
  const url = `telnet://${new URL(await startServer(server)).host}/`;
  let heard = '';
  const line = await Line.open(url, [url], bbsLimits, (bytes) => {
    heard += Buffer.from(bytes).toString();
    if (heard !== 'one ') return;
    // The line waits for silence by now. The second half is there before it may end, and nobody looks.
    setImmediate(() => {
      callers[0]?.write('two');
      for (const end = performance.now() + 500; performance.now() < end; );
    });
  });
  t.after(async () => {
    line.close();
    await stopServer(server);
  });
  const settled = line.settle(() => 'complete');
  callers[0]?.write('one ');
  assert.equal(await settled, 'quiet');
  assert.equal(heard, 'one two');
});
