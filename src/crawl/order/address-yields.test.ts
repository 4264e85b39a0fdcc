import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AddressYields } from './address-yields.ts';

const page = (at: number) => `http://a.example/docs/page-${at}.html`;
const question = (at: number) => `http://a.example/list?order=${at}`;

describe('what addresses are expected to give', () => {
  test('a path that is asked in many ways and shows nothing new comes after the others', () => {
    const addresses = new AddressYields();
    for (let at = 0; at < 20; at++) {
      addresses.count(page(at), 30);
      addresses.count(question(at), at === 0 ? 30 : 0);
    }
    assert.ok(addresses.isPoor(question(99)));
    assert.equal(addresses.isPoor(page(99)), false);
    assert.equal(addresses.isPoor('http://a.example/other/?order=1'), false, 'another path is not known');
    assert.ok(addresses.units(question(99)) < addresses.units());
  });

  test('where every kind gives little, none is poor', () => {
    const addresses = new AddressYields();
    for (let at = 0; at < 60; at++) addresses.count(at % 2 === 0 ? page(at) : question(at), 1);
    assert.equal(addresses.isPoor(question(99)), false);
    assert.equal(addresses.isPoor(page(99)), false);
  });

  test('a kind that gives again is no longer poor', () => {
    const addresses = new AddressYields();
    for (let at = 0; at < 20; at++) {
      addresses.count(page(at), 30);
      addresses.count(question(at), 0);
    }
    for (let at = 0; at < 4; at++) addresses.count(question(at), 30);
    assert.equal(addresses.isPoor(question(99)), false);
  });

  test('the first of each kind are looked at, and a share of the rest', () => {
    const addresses = new AddressYields();
    const looked = Array.from({ length: 200 }, (_, at) => addresses.looksAt(page(at))).filter(Boolean).length;
    assert.ok(looked > 30 && looked < 60, `${looked} of 200`);
    assert.ok(addresses.looksAt(question(1)), 'of another kind nothing is known yet');
  });
});
