import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { startServer, stopServer } from '../../../test/servers.ts';
import { listenEverywhere } from '../../../test/sites/reach/listener.ts';
import { privateSpellings } from '../../../test/sites/reach/spellings.ts';
import { defaultSettings } from '../../config/index.ts';
import { type PinningProxy, pinningProxy } from './index.ts';

describe('a proxy of the run', () => {
  const asked: IncomingMessage[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      bodies.push(Buffer.concat(parts).toString());
      response.end(`you asked for ${request.url}`);
    });
  });
  let proxy: PinningProxy;
  let place = '';
  const sockets: Socket[] = [];

  before(async () => {
    place = new URL(await startServer(server)).host;
    proxy = await pinningProxy(defaultSettings([`http://${place}/`]));
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await proxy.close();
    await stopServer(server);
  });

  function call(to: PinningProxy = proxy): Socket {
    const socket = connect(Number(new URL(to.server).port), '127.0.0.1');
    socket.on('error', () => {});
    sockets.push(socket);
    return socket;
  }
  const token = (of: PinningProxy = proxy) =>
    `Proxy-Authorization: Basic ${Buffer.from(of.credential).toString('base64')}\r\n`;
  /** What comes until a text has come, or the end. */
  async function heard(socket: Socket, until?: string): Promise<string> {
    let text = '';
    for await (const piece of socket.iterator({ destroyOnReturn: false })) {
      text += piece;
      if (until !== undefined && text.includes(until)) break;
    }
    return text;
  }

  test('nobody without the credential of the run can use it', async () => {
    const before = asked.length;
    for (const head of ['', 'Proxy-Authorization: Basic YTpi\r\n', 'Proxy-Authorization: Basic\r\n']) {
      for (const line of [`GET http://${place}/ HTTP/1.1`, `CONNECT ${place} HTTP/1.1`]) {
        const socket = call();
        socket.write(`${line}\r\nHost: ${place}\r\n${head}\r\n`);
        assert.match(await heard(socket, '\r\n\r\n'), /^HTTP\/1\.1 407 /);
        socket.destroy();
      }
    }
    assert.equal(asked.length, before);
  });

  test('one connection serves several requests, bodies included, and the server sees no trace of the proxy', async () => {
    const socket = call();
    const ask = (line: string, rest = '\r\n') =>
      socket.write(
        `${line} HTTP/1.1\r\nHost: ${place}\r\n${token()}Proxy-Connection: keep-alive\r\nX: y\r\n${rest}`,
      );
    ask(`GET http://${place}/a?b=c`);
    assert.match(await heard(socket, '?b=c'), /you asked for \/a\?b=c$/);
    ask(`POST http://${place}/p`, 'Content-Length: 5\r\n\r\nhe');
    socket.write('llo');
    await heard(socket, '/p');
    ask(`GET http://${place}`);
    assert.match(await heard(socket, 'for /'), /for \/$/);
    assert.equal(bodies.at(-2), 'hello');
    const [first, , last] = asked.slice(-3);
    assert.deepEqual(first?.headers, { host: place, connection: 'keep-alive', x: 'y' });
    assert.equal(first?.socket, last?.socket, 'and on one connection to the server');
  });

  test('a tunnel passes on what its ends say', async () => {
    const socket = call();
    socket.write(`CONNECT ${place} HTTP/1.1\r\n${token()}\r\n`);
    assert.match(await heard(socket, '\r\n\r\n'), /^HTTP\/1\.1 200 /);
    socket.write(`GET /inside HTTP/1.0\r\n\r\n`);
    assert.match(await heard(socket), /you asked for \/inside$/);
  });

  test('a server that plays proxy does not get its 407 to the browser, also behind a 103', async () => {
    for (const before of ['', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n']) {
      const hostile = createTcpServer((socket) =>
        socket.once('data', () =>
          socket.end(`${before}HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n`),
        ),
      );
      const there = new URL(await startServer(hostile)).host;
      const own = await pinningProxy(defaultSettings([`http://${there}/`]));
      const socket = call(own);
      socket.write(`GET http://${there}/ HTTP/1.1\r\n${token(own)}\r\n`);
      assert.doesNotMatch(await heard(socket), /407/);
      await own.close();
      await stopServer(hostile);
    }
  });

  test('what cannot be reached gets no answer, and the reason is known', async () => {
    const socket = call();
    socket.write(`GET http://nowhere.invalid/ HTTP/1.1\r\n${token()}\r\n`);
    assert.equal(await heard(socket), '');
    assert.match(proxy.why('http://nowhere.invalid/x')?.message ?? '', /invalid\/x has a host name/);
    const tunnel = call();
    tunnel.write(`CONNECT 10.0.0.1:443 HTTP/1.1\r\n${token()}\r\n`);
    assert.match(await heard(tunnel), /^HTTP\/1\.1 502 /);
    assert.equal(proxy.why('https://10.0.0.1/')?.code, 'FORBIDDEN_ADDRESS');
    assert.equal(proxy.why(`http://${place}/`), null);
    assert.match(JSON.stringify(proxy.takeNotes()), /not public \(once\).*: 10\.0\.0\.1:443/);
  });

  test('no spelling of an address that is not public gets through', async () => {
    const listener = await listenEverywhere();
    assert.ok(privateSpellings.length >= 64);
    for (const host of privateSpellings) {
      for (const line of [
        `GET http://${host}:${listener.port}/ HTTP/1.1`,
        `CONNECT ${host}:${listener.port} HTTP/1.1`,
      ]) {
        const socket = call();
        socket.write(`${line}\r\n${token()}\r\n`);
        const answer = await heard(socket);
        assert.ok(answer === '' || answer.startsWith('HTTP/1.1 502 '), `${line}: ${answer}`);
      }
    }
    assert.deepEqual([...listener.reached], []);
    listener.close();
  });
});
