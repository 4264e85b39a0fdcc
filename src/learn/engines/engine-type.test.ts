import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EngineType, nextCheck, type PageTraits } from './engine-type.ts';
import { Acts } from './event-results.ts';
import { KindHistory } from './kind-history.ts';
import type { Missing } from './wholeness.ts';

const parts = new Set(['main', 'h1', 'p', 'div.text']);
const traits: PageTraits = { address: 'http://a.test/#', scripts: 's', structure: 'type1', parts };
const more: Missing = { what: 'text', example: 'Hello' };
const none = new Set<string>();

/** A type with a number of pages that came out whole, or not. */
function typeOf(missing: readonly Missing[], acts = new Acts(false), kinds: ReadonlySet<string> = none) {
  const type = new EngineType(traits);
  for (const each of missing) {
    type.meet();
    type.compare(traits, each, kinds, acts);
  }
  return { type, acts };
}

/** Lets pages come that are only read, until one is to be seen by both engines; says how many there were. */
function readUntilCheck(type: EngineType): string[] {
  const read: string[] = [];
  while (!type.meet()) {
    const url = `http://a.test/${type.pages}`;
    type.read(url);
    read.push(url);
  }
  return read;
}

describe('pages of a type', () => {
  test('are compared three times; one page that lacks something is enough', () => {
    assert.equal(typeOf([null, null]).type.verdict, 'open');
    assert.equal(typeOf([null, null, null]).type.verdict, 'http');
    assert.equal(typeOf([null, more, null]).type.verdict, 'browser');
    assert.match(typeOf([more, null, null]).type.why, /text that the document lacks: Hello/);
  });

  test('are compared again at the 10th, 30th, 100th … and then every thousandth', () => {
    const checks = [];
    for (let page = 0; checks.length < 8; page = nextCheck(page)) checks.push(nextCheck(page));
    assert.deepEqual(checks, [10, 30, 100, 300, 1000, 2000, 3000, 4000]);
    const { type } = typeOf([null, null, null]);
    assert.equal(readUntilCheck(type).length, 6);
    assert.equal(type.pages, 10);
  });

  test('with events that nobody has fired are believed as soon as pages of all structures with these scripts are', () => {
    const acts = new Acts(false);
    const kinds = new Set(['copy.js:1 click']);
    const all = EngineType.ofScripts(traits);
    for (let page = 0; page < 12; page++)
      all.compare({ ...traits, structure: `type${page}` }, null, kinds, acts);
    assert.equal(all.verdict, 'http');
    const after = (fresh: ReadonlySet<string>, shared: EngineType | null) => {
      const type = new EngineType(traits);
      for (let page = 0; page < 3; page++) type.compare(traits, null, fresh, acts, 0, shared);
      return type.verdict;
    };
    assert.equal(after(kinds, null), 'open');
    assert.equal(after(kinds, all), 'http');
    assert.equal(after(new Set([...kinds, 'other.js:1 click']), all), 'open');
  });

  test('that were read while a whole one was looked at are not believed to be whole because of it', () => {
    const { type, acts } = typeOf([null, null, null]);
    const before = readUntilCheck(type);
    const { readSoFar } = type;
    assert.equal(readSoFar, before.length);
    type.read('/meanwhile');
    assert.deepEqual(type.compare(traits, null, none, acts, readSoFar), []);
    const read = readUntilCheck(type);
    assert.deepEqual(type.compare(traits, more, none, acts, type.readSoFar), ['/meanwhile', ...read]);
  });

  test('that turn out to need the browser are opened again as far as they were read since the last check', () => {
    const { type, acts } = typeOf([null, null, null]);
    readUntilCheck(type);
    assert.deepEqual(type.compare(traits, null, none, acts), []);
    const read = readUntilCheck(type);
    assert.equal(read.length, 19);
    assert.deepEqual(type.compare(traits, more, none, acts), read);
    assert.equal(type.verdict, 'browser');
    assert.equal(type.pages, 30 - 19);
  });

  test('that needed the browser are read once three in a row were whole, but turn only once', () => {
    const { type, acts } = typeOf([more, null, null]);
    for (const missing of [null, null, more, null, null]) type.compare(traits, missing, none, acts);
    assert.equal(type.verdict, 'browser');
    type.compare(traits, null, none, acts);
    assert.equal(type.verdict, 'http');
    type.compare(traits, more, none, acts);
    for (let time = 0; time < 5; time++) type.compare(traits, null, none, acts);
    assert.equal(type.verdict, 'browser');
  });

  test('with scripted events stay open until it is known what comes of them', () => {
    const kinds = new Set(['a.js:10 click', 'a.js:20 scroll']);
    const { type, acts } = typeOf([null, null, null, null], new Acts(false), kinds);
    assert.equal(type.verdict, 'open');
    acts.note('a.js:10 click', 'idle');
    type.settle(acts);
    assert.equal(type.verdict, 'open');
    acts.note('a.js:20 scroll', 'idle');
    type.settle(acts);
    assert.equal(type.verdict, 'http');
    acts.note('a.js:20 scroll', 'leads');
    const read = readUntilCheck(type);
    assert.deepEqual(type.settle(acts), read);
    assert.equal(type.verdict, 'browser');
  });

  test('with events that nobody fires are read in the end, and all opened again if one leads on', () => {
    const kinds = new Set(['a.js:10 click']);
    const { type, acts } = typeOf(Array(12).fill(null), new Acts(false), kinds);
    assert.equal(type.verdict, 'http');
    const read = readUntilCheck(type);
    assert.deepEqual(type.compare(traits, null, kinds, acts), []);
    read.push(...readUntilCheck(type));
    acts.note('a.js:10 click', 'leads');
    assert.deepEqual(type.settle(acts), read);
  });

  test('on which scripts answer a new kind of event are compared anew', () => {
    const { type, acts } = typeOf([null, null, null]);
    const read = readUntilCheck(type);
    assert.deepEqual(type.compare(traits, null, new Set(['b.js:1 click']), acts), []);
    assert.equal(type.verdict, 'open');
    acts.note('b.js:1 click', 'leads');
    assert.deepEqual(type.settle(acts), read);
  });

  test('of which less is filled than of the samples are of another type once reading is enough', () => {
    const { type } = typeOf([null, null, null]);
    assert.ok(type.fits({ ...traits, parts: new Set([...parts, 'aside']) }) > 0);
    assert.equal(type.fits({ ...traits, parts: new Set(['main', 'h1', 'p']) }), 0);
    assert.equal(type.fits({ ...traits, scripts: 'other' }), 0);
    assert.equal(type.fits({ ...traits, structure: 'type2' }), 0);
    const shell = typeOf([more, more, more]).type;
    assert.equal(shell.fits({ ...traits, parts: new Set([...parts, 'a', 'b', 'c']) }), 0);
  });

  test('with the same scripts are read whatever their structure after twelve of six structures were whole', () => {
    const acts = new Acts(false);
    const met = (structures: number, missing: Missing = null) => {
      const type = EngineType.ofScripts(traits);
      for (let page = 0; page < 12; page++)
        type.compare(
          { parts, structure: `type${page % structures}` },
          page === 7 ? missing : null,
          none,
          acts,
        );
      return type;
    };
    const whole = met(6);
    assert.equal(whole.verdict, 'http');
    assert.ok(whole.fits({ ...traits, structure: 'type77' }) > 0);
    assert.equal(whole.fits({ ...traits, structure: 'type77', parts: new Set(['main']) }), 0);
    assert.equal(whole.fits({ ...traits, structure: 'type77', scripts: 'other' }), 0);
    assert.equal(met(5).verdict, 'open');
    assert.equal(met(6, more).verdict, 'browser');
    const again = EngineType.restored(JSON.parse(JSON.stringify(met(5).save())));
    again.compare({ parts, structure: 'type9' }, null, none, acts);
    assert.equal(again.verdict, 'http');
    const read = readUntilCheck(whole);
    assert.deepEqual(whole.compare(traits, more, none, acts), read);
    assert.equal(whole.verdict, 'browser');
  });

  test('are known in the next run as they were', () => {
    const { type, acts } = typeOf([null, null, null]);
    readUntilCheck(type);
    const again = EngineType.restored(JSON.parse(JSON.stringify(type.save())));
    assert.deepEqual(again.save(), type.save());
    assert.deepEqual(again.compare(traits, more, none, acts), type.compare(traits, more, none, acts));
  });
});

test('addresses of a kind go straight to the browser after three pages that needed it, with a look now and then', () => {
  const kinds = new KindHistory();
  for (let page = 0; page < 3; page++) {
    assert.equal(kinds.goesStraight('k'), false);
    kinds.note('k', true);
  }
  const looks = Array.from({ length: 30 }, () => kinds.goesStraight('k')).flatMap((straight, at) =>
    straight ? [] : at + 1,
  );
  assert.deepEqual(looks, [10, 30]);
  kinds.note('k', false);
  assert.equal(kinds.goesStraight('k'), false);
  for (let page = 0; page < 9; page++) kinds.note('k', true);
  assert.equal(kinds.goesStraight('k'), false, 'where some did not need it, more have to');
  kinds.note('k', true);
  assert.equal(new KindHistory(kinds.save()).goesStraight('k'), true);
});
