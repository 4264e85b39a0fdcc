import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import { escaped, Telnet } from './telnet.ts';

const hear = (...bytes: number[]) => new Telnet(80, 24).hear(Uint8Array.from(bytes));

test('options that a terminal knows are agreed to, others are declined', () => {
  assert.deepEqual([...hear(255, 251, 1).reply], [255, 253, 1]);
  assert.deepEqual([...hear(255, 251, 86).reply], [255, 254, 86]);
  assert.deepEqual([...hear(255, 253, 24).reply], [255, 251, 24]);
  assert.deepEqual([...hear(255, 253, 39).reply], [255, 252, 39]);
});

test('the size of the window is told as soon as it is asked for', () => {
  assert.deepEqual([...hear(255, 253, 31).reply], [255, 251, 31, 255, 250, 31, 0, 80, 0, 24, 255, 240]);
});

test('the type of the terminal is told when it is asked for', () => {
  const { reply } = hear(255, 250, 24, 1, 255, 240);
  assert.deepEqual([...reply], [255, 250, 24, 0, ...Buffer.from('VT100'), 255, 240]);
});

test('what was agreed on is not agreed on again', () => {
  const telnet = new Telnet(80, 24);
  const will = Uint8Array.of(255, 251, 1);
  assert.equal(telnet.hear(will).reply.length, 3);
  assert.equal(telnet.hear(will).reply.length, 0);
});

test('timing marks are counted, whether agreed to or not', () => {
  assert.equal(hear(255, 251, 6, 65, 255, 252, 6).marks, 2);
});

test('wherever a stream is cut, the same comes out', () => {
  const piece = fc.oneof(
    fc.constantFrom([255, 255], [255, 251, 1], [255, 253, 31], [255, 250, 24, 1, 255, 240], [255, 252, 6]),
    fc.array(fc.integer({ min: 0, max: 254 }), { maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat(60)), (pieces, cuts) => {
      const stream = Uint8Array.from(pieces.flat());
      const whole = new Telnet(80, 24).hear(stream);
      const telnet = new Telnet(80, 24);
      const places = [
        0,
        ...cuts.map((cut) => Math.min(cut, stream.length)).sort((a, b) => a - b),
        stream.length,
      ];
      const parts = places.slice(1).map((end, at) => telnet.hear(stream.subarray(places[at], end)));
      assert.deepEqual([...Buffer.concat(parts.map(({ data }) => data))], [...whole.data]);
      assert.deepEqual([...Buffer.concat(parts.map(({ reply }) => reply))], [...whole.reply]);
      assert.equal(
        parts.reduce((sum, { marks }) => sum + marks, 0),
        whole.marks,
      );
    }),
  );
});

test('what is sent comes out as it was', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      assert.deepEqual([...new Telnet(80, 24).hear(escaped(bytes)).data], [...bytes]);
    }),
  );
});
