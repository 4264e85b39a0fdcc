import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EffectRequest, effectClass, effectKey, effectOnlyQueries } from './effect-key.ts';

const plain: EffectRequest = { method: 'GET', url: 'http://a/x?n=1', headers: [], body: null, from: '' };

test('a request is named by what its answer may depend on, not by what browsers add', () => {
  const same: Partial<EffectRequest>[] = [
    { headers: [['User-Agent', 'x']] },
    { headers: [['Accept', '*/*']] },
    { headers: new Headers({ referer: 'http://a/' }) },
  ];
  for (const change of same) assert.equal(effectKey({ ...plain, ...change }), effectKey(plain));
  const other: Partial<EffectRequest>[] = [
    { method: 'HEAD' },
    { url: 'http://a/x?n=2' },
    { headers: [['Accept', 'application/json']] },
    { headers: [['X-Page', '2']] },
    { body: 'n=2' },
    { from: 'http://b' },
    { from: 'http://b+' },
  ];
  const keys = other.map((change) => effectKey({ ...plain, ...change }));
  assert.equal(new Set([...keys, effectKey(plain)]).size, other.length + 1);
});

test('the order and the case of headers do not matter', () => {
  const one = effectKey({
    ...plain,
    headers: [
      ['X-A', '1'],
      ['accept', 'text/html'],
    ],
  });
  assert.equal(
    effectKey({
      ...plain,
      headers: [
        ['Accept', 'text/html'],
        ['x-a', '1'],
      ],
    }),
    one,
  );
});

test('requests are of one class whatever values they ask for', () => {
  assert.equal(effectClass({ ...plain, url: 'http://a/x?n=2' }), effectClass(plain));
  assert.notEqual(effectClass({ ...plain, url: 'http://a/x?m=1' }), effectClass(plain));
  const graph = (query: string, id: number) =>
    effectClass({ ...plain, method: 'POST', body: JSON.stringify({ query, variables: { id } }) });
  assert.equal(graph('{ a }', 1), graph('{ a }', 2));
  assert.notEqual(graph('{ a }', 1), graph('{ b }', 1));
});

test('questions to GraphQL are told from changes and from everything else', () => {
  const asks = [
    '{ a }',
    'query { a(text: "mutation { x }") { b } }',
    'query mutation($id: [Int!] = [1]) @live(if: true) { a }',
    '# mutation\n fragment F on A { b } query Q { a { ...F } }',
    'query A { a } query B { b }',
  ];
  const others = [
    'mutation { a }',
    'subscription S { a }',
    'query Q { a } mutation M { b }',
    'fragment F on A { b }',
  ];
  for (const query of asks) assert.equal(effectOnlyQueries(JSON.stringify({ query })), true, query);
  for (const query of [...others, 'shoes', '{ a', '']) {
    assert.equal(effectOnlyQueries(JSON.stringify({ query })), false, query);
  }
  assert.equal(effectOnlyQueries(JSON.stringify(asks.map((query) => ({ query })))), true, 'several at once');
  assert.equal(effectOnlyQueries(JSON.stringify([{ query: '{ a }' }, { query: 'mutation { a }' }])), false);
  for (const body of [null, '', '[]', 'query={a}', '{"query":1}', '{"q":"{ a }"}', '{"query": {'])
    assert.equal(effectOnlyQueries(body), false, String(body));
});
