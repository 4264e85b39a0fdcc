import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loginFor } from './login.ts';

const seeds = ['http://a.example/', 'ftp://a.example/pub/', 'telnet://b.example:23/'];

test('a login in the address of a seed is for its server and protocol alone', () => {
  const logins = { 'ftp://a.example': 'ann:pw' };
  const of = (url: string) => loginFor(url, { seeds, auth: null, logins });
  assert.equal(of('ftp://a.example/pub/x'), 'ann:pw');
  assert.equal(of('ftp://a.example:2121/'), null);
  assert.equal(of('ftps://a.example/'), null);
  assert.equal(of('telnet://b.example/'), null);
});

test('--auth goes to servers that seeds name in that protocol, and not to those of links', () => {
  const of = (url: string) => loginFor(url, { seeds, auth: 'me:secret' });
  assert.equal(of('ftp://a.example/etc/'), 'me:secret');
  assert.equal(of('telnet://b.example/'), 'me:secret');
  assert.equal(of('ftp://a.example:80/'), null, 'the port of a web site of the seeds');
  assert.equal(of('ftp://c.example/'), null);
});
