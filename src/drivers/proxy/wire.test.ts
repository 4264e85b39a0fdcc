import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import type { WireExchange } from '../../model/wire.ts';
import { Room } from './holdings.ts';
import { WireTap } from './wire.ts';

/** What a connection says, exchange by exchange, and what is to be kept of it. */
const said = [
  {
    sent: 'GET /a HTTP/1.1\r\nHost: x\r\n\r\n',
    received: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  },
  {
    sent: 'POST /p?q HTTP/1.1\r\nContent-Length: 3\r\n\r\na\r\n',
    received:
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhel\r\n\r\n2\r\nlo\r\n0\r\nTrailer: x\r\n\r\n',
  },
  { sent: 'HEAD /h HTTP/1.1\r\n\r\n', received: 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n' },
  { sent: 'GET /n HTTP/1.1\r\n\r\n', received: 'HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n' },
  {
    sent: 'GET /e HTTP/1.1\r\n\r\n',
    before: 'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n',
    received: 'HTTP/1.1 204 No Content\r\n\r\n',
  },
  { sent: 'GET /z HTTP/1.1\r\n\r\n', received: 'HTTP/1.0 200 OK\r\n\r\nuntil the end' },
];

function tapped(origin = 'https://x', room = new Room(1_000_000)): { tap: WireTap; kept: WireExchange[] } {
  const kept: WireExchange[] = [];
  return {
    tap: new WireTap({ origin, ip: null, most: 1000, room, sink: (each) => void kept.push(each) }),
    kept,
  };
}

test('exchanges are kept byte for byte, in whatever pieces they come', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
      const { tap, kept } = tapped();
      let turn = 0;
      const inPieces = (text: string, take: (piece: Buffer) => void) => {
        for (let bytes = Buffer.from(text); bytes.length > 0; ) {
          const size = sizes[turn++ % sizes.length] ?? 1;
          take(bytes.subarray(0, size));
          bytes = bytes.subarray(size);
        }
      };
      for (const { sent, before = '', received } of said) {
        inPieces(sent, (piece) => tap.sent(piece));
        inPieces(before + received, (piece) => tap.received(piece));
      }
      tap.ended(true);
      assert.deepEqual(
        kept.map(({ url, request, response, truncated }) => [
          url,
          String(request),
          String(response),
          truncated,
        ]),
        said.map(({ sent, received }) => [`https://x${sent.split(' ')[1]}`, sent, received, undefined]),
      );
      assert.ok(
        kept.every(
          ({ response, responseHead }) =>
            String(response.subarray(responseHead - 4, responseHead)) === '\r\n\r\n',
        ),
      );
    }),
  );
});

test('what is too long or broken off is marked', () => {
  const long = tapped();
  long.tap.sent(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
  long.tap.received(Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n${'x'.repeat(2000)}`));
  assert.equal(long.kept[0]?.truncated, 'length');
  assert.equal((long.kept[0]?.response.length ?? 0) - (long.kept[0]?.responseHead ?? 0), 1000);
  const asked = tapped();
  asked.tap.sent(Buffer.from(`POST / HTTP/1.1\r\nContent-Length: 2000\r\n\r\n${'x'.repeat(2000)}`));
  asked.tap.received(Buffer.from('HTTP/1.1 204 No Content\r\n\r\n'));
  assert.equal(asked.kept[0]?.cutRequest, true);
  assert.ok((asked.kept[0]?.request.length ?? 0) < 1100);
  const broken = tapped();
  broken.tap.sent(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
  broken.tap.received(Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'));
  broken.tap.ended(true);
  assert.equal(broken.kept[0]?.truncated, 'disconnect');
  const silent = tapped();
  silent.tap.sent(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
  silent.tap.ended(true);
  assert.deepEqual(silent.kept, []);
});

test('what follows a change of protocol is not read', () => {
  const { tap, kept } = tapped();
  tap.sent(Buffer.from('GET /socket HTTP/1.1\r\nUpgrade: websocket\r\n\r\n'));
  tap.received(Buffer.from('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  tap.sent(Buffer.from('GET /not-http HTTP/1.1\r\n\r\n'));
  tap.received(Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
  tap.ended(true);
  assert.deepEqual(kept, []);
});

test('a flood of informational answers in one piece is passed over', () => {
  const { tap, kept } = tapped();
  tap.sent(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
  tap.received(Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100_000) + answer));
  assert.deepEqual(
    kept.map(({ response }) => String(response)),
    [answer],
  );
});

test('answers of many connections share a room, and give it back when they are written', async () => {
  const room = new Room(1000);
  const ask = (size: number) => {
    const { tap, kept } = tapped('https://x', room);
    tap.sent(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    tap.received(Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`));
    tap.ended(true);
    return kept[0]?.truncated;
  };
  assert.deepEqual([ask(700), ask(700)], [undefined, 'length']);
  await new Promise(setImmediate);
  assert.equal(ask(700), undefined);
});

test('a line between chunks that does not end takes no memory', () => {
  const { tap, kept } = tapped();
  tap.sent(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
  tap.received(Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;'));
  // More characters than a text may have.
  const piece = Buffer.alloc(1 << 20, 'x');
  for (let at = 0; at < 600; at++) tap.received(piece);
  tap.received(Buffer.from('\r\nhello\r\n0\r\n\r\n'));
  assert.equal(kept[0]?.truncated, 'length');
});
