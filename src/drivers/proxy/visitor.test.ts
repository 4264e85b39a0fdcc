import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Visitor } from './visitor.ts';

/** A browser's connection to the proxy, both ends, and one to a server whose events a test makes. */
async function visit(): Promise<{ browser: Socket; client: Socket; server: Socket; close: () => void }> {
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const accepted = once(listening, 'connection') as Promise<[Socket]>;
  const browser = connect((listening.address() as AddressInfo).port, '127.0.0.1');
  const [client] = await accepted;
  const server = new Duplex({ read() {}, write: (_bytes, _encoding, done) => done() }) as Socket;
  new Visitor(client, {
    admits: () => true,
    reach: async () => ({ socket: server, proxy: null, ip: null }),
    refuse: () => {},
    tunnel: () => {},
    tap: () => null,
  });
  browser.write('GET http://site.test/ HTTP/1.1\r\nHost: site.test\r\n\r\n');
  while (server.listenerCount('data') === 0) await turn();
  return { browser, client, server, close: () => void listening.close() };
}

describe('a visitor of the proxy', () => {
  test('sees that the connection to the server broke, not an answer that is over', async () => {
    const { browser, client, server, close } = await visit();
    const gone = once(client, 'close');
    const told = once(browser, 'error') as Promise<[NodeJS.ErrnoException]>;
    server.emit('data', Buffer.from('HTTP/1.1 200 OK\r\n\r\nhalf of'));
    await once(browser, 'data');
    server.emit('error', new Error('reset'));
    assert.equal((await told)[0].code, 'ECONNRESET');
    await gone;
    close();
  });

  test('is let go where a server sends informational answers without end', async () => {
    const { browser, client, server, close } = await visit();
    browser.on('error', () => {}).resume();
    const gone = once(client, 'close');
    server.emit('data', Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(900)));
    assert.equal(client.destroyed, false);
    server.emit('data', Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(900)));
    await gone;
    assert.equal(server.destroyed, true);
    browser.destroy();
    close();
  });

  test('is let go where a server breaks a connection that it has just ended', async () => {
    const { browser, client, server, close } = await visit();
    browser.on('error', () => {});
    const gone = once(client, 'close');
    server.emit('data', Buffer.from('HTTP/1.1 200 OK\r\n\r\nall'));
    await once(browser, 'data');
    server.emit('end');
    // The end is under way to the browser: before it has left, the connection breaks and is given up.
    await new Promise<void>((done) => process.nextTick(() => process.nextTick(done)));
    server.emit('error', new Error('reset'));
    client.destroy();
    await gone;
    assert.equal(client.destroyed, true);
    browser.destroy();
    close();
  });
});
