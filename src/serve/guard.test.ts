import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cookieHeader, type GuardedHead, refusalOf } from './guard.ts';

const rules = { host: '127.0.0.1:4680', token: 'a-token-of-some-length' };
const own = 'http://127.0.0.1:4680';
const cookie = `other=1; argiope-4680=${rules.token}`;
const head = (more: Partial<GuardedHead> = {}): GuardedHead => ({
  method: 'GET',
  host: rules.host,
  origin: undefined,
  fetchSite: undefined,
  authorization: undefined,
  cookie: undefined,
  ...more,
});
const bearer = `Bearer ${rules.token}`;

describe('the guard', () => {
  test('lets programs with the token in, and the own page with its cookie', () => {
    assert.equal(refusalOf(head({ authorization: bearer }), rules), null);
    assert.equal(refusalOf(head({ method: 'POST', authorization: bearer }), rules), null);
    assert.equal(refusalOf(head({ cookie, fetchSite: 'same-origin' }), rules), null);
    assert.equal(refusalOf(head({ cookie, fetchSite: 'none' }), rules), null);
    assert.equal(
      refusalOf(head({ method: 'POST', cookie, origin: own, fetchSite: 'same-origin' }), rules),
      null,
    );
  });

  test('refuses every other name, so that nobody can let a name of theirs point here', () => {
    for (const host of [
      undefined,
      '',
      'localhost:4680',
      '127.0.0.1',
      '127.0.0.1:4681',
      'evil.example:4680',
      '127.0.0.1:4680.evil.example',
    ])
      assert.equal(refusalOf(head({ host, authorization: bearer }), rules), 'host');
  });

  test('refuses pages of other origins, whatever they know', () => {
    for (const origin of [
      'null',
      'http://localhost:4680',
      'https://127.0.0.1:4680',
      'http://127.0.0.1:9',
      'http://evil.example',
    ])
      assert.equal(refusalOf(head({ origin, cookie, authorization: bearer }), rules), 'origin');
    for (const fetchSite of ['cross-site', 'same-site'])
      assert.equal(refusalOf(head({ fetchSite, cookie }), rules), 'origin');
  });

  test('refuses what has no token, or another', () => {
    assert.equal(refusalOf(head(), rules), 'token');
    const guesses = ['', 'x', rules.token.slice(1), `${rules.token}x`, rules.token.toUpperCase()];
    for (const guess of guesses) {
      assert.equal(refusalOf(head({ authorization: `Bearer ${guess}` }), rules), 'token');
      assert.equal(refusalOf(head({ cookie: `argiope-4680=${guess}` }), rules), 'token');
    }
    assert.equal(refusalOf(head({ authorization: `Basic ${rules.token}` }), rules), 'token');
    assert.equal(refusalOf(head({ cookie: `argiope-9=${rules.token}` }), rules), 'token');
  });

  test('takes a cookie for changes only from its own page: a browser sends cookies by itself', () => {
    assert.equal(refusalOf(head({ method: 'POST', cookie }), rules), 'origin');
    assert.equal(refusalOf(head({ method: 'DELETE', cookie, fetchSite: 'none' }), rules), 'origin');
  });

  test('has the browser keep the token where no script and no other site can use it', () => {
    assert.equal(cookieHeader(rules), `argiope-4680=${rules.token}; Path=/; HttpOnly; SameSite=Strict`);
  });
});
