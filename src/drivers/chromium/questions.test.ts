import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayAskAgain } from './questions.ts';

const url = 'http://site.test/api/list';
const json = (body: unknown) => ({ contentType: 'application/json', body: JSON.stringify(body) });

test('a GraphQL query may be asked again, a mutation may not', () => {
  assert.ok(mayAskAgain('POST', url, json({ query: '{ items { name } }' }), []));
  assert.ok(!mayAskAgain('POST', url, json({ query: 'mutation { remove(id: 1) }' }), []));
  const both = [{ query: '{ a }' }, { query: 'mutation { b }' }];
  assert.ok(!mayAskAgain('POST', url, json(both), []));
});

test('what is no query may be asked again only where events may use its method, and it is not named like a change', () => {
  const search = json({ page: 2 });
  assert.ok(!mayAskAgain('POST', url, search, ['GET', 'HEAD']));
  assert.ok(mayAskAgain('POST', url, search, ['GET', 'HEAD', 'POST']));
  assert.ok(!mayAskAgain('POST', 'http://site.test/api/delete', search, ['GET', 'POST']));
  assert.ok(!mayAskAgain('POST', url, json({ method: 'deleteItem', id: 1 }), ['GET', 'POST']));
  const form = { contentType: 'application/x-www-form-urlencoded', body: 'id=1&action=delete' };
  assert.ok(!mayAskAgain('POST', url, form, ['GET', 'POST']));
  assert.ok(mayAskAgain('POST', url, { ...form, body: 'id=1&action=list' }, ['GET', 'POST']));
  assert.ok(!mayAskAgain('PUT', url, search, ['GET', 'PUT']));
});

test('what cannot be sent again as it was, or is very long, is not', () => {
  const query = JSON.stringify({ query: `{ items { ${'name '.repeat(5000)} } }` });
  assert.ok(!mayAskAgain('POST', url, { contentType: 'application/json', body: query }, ['POST']));
  const form = { contentType: 'multipart/form-data; boundary=x', body: '--x' };
  assert.ok(!mayAskAgain('POST', url, form, ['POST']));
});
