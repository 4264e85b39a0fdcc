import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from '../html/tree.ts';
import { signedOutSign } from './signed-out.ts';

const origin = 'http://members.test';
const login = `${origin}/login`;
const form = (more = '') =>
  `<h1>Sign in</h1><form method=post action=/login><input name=user><input type=password name=pw>${more}<button>Sign in</button></form>`;

function sign(asked: string, given: { address?: string; status?: number; html?: string }) {
  const { address = asked, status = 200, html = '<p>Members read this' } = given;
  const document = () => parseDocument(html, origin + address, 1000);
  return (
    signedOutSign({ asked: origin + asked, address: origin + address, status, document }, login)?.why ?? null
  );
}

test('a login is lost where a page is refused, redirects to the login page, or shows its form', () => {
  assert.match(sign('/a', { status: 403 }) ?? '', /403/);
  assert.match(sign('/a', { status: 401 }) ?? '', /401/);
  assert.match(sign('/a', { address: '/login?next=/a' }) ?? '', /redirects/);
  assert.match(sign('/a', { html: form() }) ?? '', /form to sign in/);
});

test('other pages, the login page itself, and forms that change or choose a password say nothing', () => {
  assert.equal(sign('/a', {}), null);
  assert.equal(sign('/a', { address: '/b' }), null);
  assert.equal(sign('/login?again', { address: '/login', html: form() }), null);
  assert.equal(sign('/settings', { html: form('<input type=password name=again>') }), null);
});
