import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { capturePage } from '../../html/capture.ts';
import type { Capture } from '../../model/capture.ts';
import { EngineChoice } from './choice.ts';

const html = (at: number, more = '') =>
  `<title>News ${at}</title><h1>News ${at}</h1><p>Text of piece ${at}.</p><div>${more}</div><script src=/news.js></script>`;
const address = (at: number) => `http://a.test/news/${at}`;

function captureOf(at: number, more = ''): Capture {
  const wire = { status: 200, contentType: 'text/html', lastModified: '' };
  return capturePage({
    ...{ ...wire, url: address(at), body: Buffer.from(html(at, more)), requests: [], nesting: 1000 },
  });
}

const worker = (saved: string | null = null) =>
  new EngineChoice({ unsafe: false, tell: () => {}, together: true }, saved);
const nowhere = () => false;

function met(choice: EngineChoice, at: number) {
  const page = choice.typeOf(address(at), captureOf(at).document, html(at));
  return { page, ...choice.meet(page) };
}

/** Lets a page be seen by both engines. */
function compare(choice: EngineChoice, at: number, more = ''): readonly string[] {
  const { page, readSoFar } = met(choice, at);
  const again = choice.compare(page, captureOf(at), captureOf(at, more), readSoFar);
  choice.count(address(at), 'browser', page);
  return again;
}

function read(choice: EngineChoice, at: number): void {
  const { page, both } = met(choice, at);
  assert.equal(both, false, `${at} is only read`);
  choice.count(address(at), 'http', page);
}

describe('workers that choose engines together', () => {
  test('decide by pages that each of them has compared a part of', () => {
    const [one, other] = [worker(), worker()];
    compare(one, 1);
    compare(one, 2);
    compare(other, 3);
    const { known } = one.exchange(null, nowhere);
    assert.equal(other.summary().types[0]?.engine, 'undecided');
    const all = other.exchange(known, nowhere).known;
    assert.equal(other.summary().types[0]?.engine, 'http');
    one.exchange(all, nowhere);
    assert.deepEqual(one.summary(), other.summary());
    const { compared, browser } = one.summary();
    assert.deepEqual([compared, browser], [3, 3], 'counts add');
    assert.equal(worker(all).summary().compared, 3, 'and for who joins later');
  });

  test('open again what one of them had only read when another found that the type needs the browser', () => {
    const first = worker();
    for (const at of [1, 2, 3]) compare(first, at);
    const { known } = first.exchange(null, nowhere);
    const [reader, other] = [worker(known), worker(known)];
    read(reader, 4);
    const told = reader.exchange(known, nowhere);
    assert.deepEqual([told.again, told.sure], [[], [address(4)]]);
    read(reader, 5);
    assert.deepEqual(
      reader.takeReads().map(([url]) => url),
      [address(4), address(5)],
    );
    // The tenth page of a type is looked at again.
    for (let at = 6; at < 9; at++) read(other, at);
    const { known: before } = other.exchange(told.known, nowhere);
    read(other, 9);
    assert.deepEqual(compare(other, 10, 'Made by a script'), [6, 7, 8, 4, 9].map(address).toSorted(byOrder));
    const turned = other.exchange(before, nowhere);
    assert.deepEqual([turned.again, turned.turned.length], [[], 1], 'they were opened again already');
    const late = reader.exchange(turned.known, nowhere);
    assert.deepEqual(
      [late.again, late.turned],
      [[address(5)], []],
      'the last one was known to its reader alone',
    );
  });

  test('do not forget a page that is read and not stored yet', () => {
    const reader = worker();
    for (const at of [1, 2, 3]) compare(reader, at);
    const { known } = reader.exchange(null, nowhere);
    read(reader, 4);
    const inHand = reader.exchange(known, (url) => url === address(4));
    assert.deepEqual([inHand.sure, inHand.again], [[], []]);
    const other = worker(inHand.known);
    for (let at = 5; at < 10; at++) read(other, at);
    compare(other, 10, 'Made by a script');
    const { known: turned } = other.exchange(inHand.known, nowhere);
    assert.deepEqual(reader.exchange(turned, nowhere).again, [address(4)]);
  });
});

function byOrder(one: string, other: string): number {
  return Number(one.split('/').at(-1)) - Number(other.split('/').at(-1));
}
