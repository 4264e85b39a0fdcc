import assert from 'node:assert/strict';
import { it } from 'node:test';
import { graphPaths, listedPaths, textsOf } from './outputs.ts';

it('texts are those that a reader could see, in their order', () => {
  const html = `<title>No</title><p>One  <b>Two</b></p><script>no()</script><template><p>no</p></template><p>
  three</p>`;
  assert.deepEqual(textsOf(html), ['one', 'two', 'three']);
});

it('the graph names paths of pages and of what they use', () => {
  const graph = {
    nodes: [{ url: 'http://127.0.0.1:1/a' }, { url: null }],
    edges: [],
    files: [{ url: 'http://127.0.0.1:1/b.png' }],
  };
  assert.deepEqual(graphPaths(JSON.stringify(graph)), ['/a', '/b.png']);
  assert.deepEqual(graphPaths(''), []);
});

it('the listing names paths by address, by where it ended and by other names', () => {
  const lines = [
    { url: 'http://127.0.0.1:1/a?x=1', address: 'http://127.0.0.1:1/b%20c' },
    { url: null, address: null },
    { url: null, addresses: ['http://127.0.0.1:1/d'] },
  ];
  const paths = listedPaths(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  assert.deepEqual([...paths], ['/a', '/b c', '/d']);
});
