import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effectAskedBefore, effectNamedAsking } from './effect-question.ts';

test('what is posted asks where its address or what is to be done says so, and nothing says that it writes', () => {
  const asks: readonly (readonly [string, string | null])[] = [
    ['http://a/api/search', '{"q":"x"}'],
    ['http://a/books/_search?pretty', '{"query":{}}'],
    ['http://a/api/v1/query', 'query=up'],
    ['http://a/shop.Catalogue/GetItems', null],
    ['http://a/wp-admin/admin-ajax.php', 'action=load_more_posts&page=2'],
    ['http://a/rpc', '{"method":"books.list","id":1}'],
  ];
  for (const [url, body] of asks) assert.ok(effectNamedAsking(url, body), `${url} ${body}`);
  const others: readonly (readonly [string, string | null])[] = [
    ['http://a/api/items', '{"title":"x"}'],
    ['http://a/api/queries', '{"query":"select 1"}'],
    ['http://a/lists/list', 'title=x'],
    ['http://a/search/saved', 'q=x'],
    ['http://a/api/cart/get', 'id=1'],
    ['http://search.a/', 'q=x'],
    ['http://a/do?x=search', 'q=x'],
    ['http://a/wp-admin/admin-ajax.php', 'action=save_search'],
    ['http://a/messages/mark_read', 'id=1'],
    ['http://a/get-a-quote', 'name=x'],
    ['http://a/get-started', 'name=x'],
    ['http://a/load-funds', 'amount=1'],
    ['http://a/wp-admin/admin-ajax.php', 'action=heartbeat'],
    ['http://a/rpc', '{"method":"books.list","id":1},{"method":"books.remove","id":2}'],
  ];
  for (const [url, body] of others) assert.ok(!effectNamedAsking(url, body), `${url} ${body}`);
});

test('what a page posted as it opened may be asked again, for other values and not for other deeds', () => {
  const asks = (url: string, body: string | null, before: readonly string[] = []) =>
    effectAskedBefore(url, body, before);
  assert.ok(asks('http://a/_dash-update-component', '{"output":"c","inputs":[{"value":2}]}'));
  assert.ok(asks('http://a/rpc', '{"method":"items","page":2}', ['items']));
  assert.ok(asks('http://a/rpc', '{"method":"getItem","id":2}', ['items']));
  assert.ok(!asks('http://a/rpc', '{"method":"dropItem","id":2}', ['items']));
  assert.ok(asks('http://a/graphql', '{"operationName":"Books","extensions":{}}', ['Books']));
  assert.ok(!asks('http://a/graphql', '{"operationName":"Like","extensions":{}}', ['Books']));
  assert.ok(!asks('http://a/graphql', '{"query":"mutation { like(id: 1) { count } }"}'));
  assert.ok(!asks('http://a/collect', 'what=click'));
  assert.ok(!asks('http://a/cart', 'id=1'));
  assert.ok(!asks('http://a/_dash-update-component', null));
});
