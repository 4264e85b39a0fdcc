import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { validateXML } from 'xmllint-wasm';
import { AskedData } from '../asked-data.ts';
import { doc, type FixturePage, fixture, h } from '../fixture.ts';
import { writeGraph } from './write.ts';

const hostile = 'A "quoted" \\ <b>&\n\u0001title';

const pages: readonly FixturePage[] = [
  {
    document: doc([h('b', {}, 'x')], { title: hostile }),
    go: [
      {
        xpath: '/HTML/BODY[1]/B[1]',
        to: 1,
        call: 'http://site.test/a.js:load("2")',
        id: 'next',
        label: 'Next »',
      },
      { xpath: '/HTML/BODY[1]/A[1]', to: null, url: 'http://other.test/', reason: 'offsite' },
      { xpath: '/HTML/BODY[1]/A[2]', to: 2, url: 'http://site.test/old' },
    ],
  },
  { document: doc(['two'], { title: 'Two' }), entry: { kind: 'action', source: 0, ord: 0 }, depth: 1 },
  { mergedInto: 0 },
  { document: doc(['three']), entry: { kind: 'action', source: 1, ord: 0 }, depth: 2 },
];
const withSecond = pages.map((page, number) =>
  number === 1
    ? { ...page, go: [{ xpath: '/HTML/BODY[1]/I[1]', to: 3, call: 'inline:show(3)', event: 'mouseover' }] }
    : page,
);

test('the JSON graph names pages, ways to them, and what each edge fires', async (t) => {
  const { site, dir, close } = await fixture(withSecond);
  t.after(close);
  const report = await writeGraph(site, { dir, format: 'json' });
  assert.deepEqual([report.nodes, report.edges], [3, 4]);
  const graph = JSON.parse(await readFile(report.path, 'utf8'));
  assert.equal(graph.site, 'site.test');
  assert.deepEqual(
    graph.nodes.map((node: { number: number }) => node.number),
    [0, 1, 3],
  );
  assert.equal(graph.nodes[0].title, hostile);
  assert.equal(graph.nodes[1].url, null);
  const open = { open: 'http://site.test/dir/page' };
  const first = {
    fire: 'click',
    id: 'next',
    xpath: '/HTML/BODY[1]/B[1]',
    instruction: 'http://site.test/a.js:load("2")',
    label: 'Next »',
  };
  const second = {
    fire: 'mouseover',
    id: null,
    xpath: '/HTML/BODY[1]/I[1]',
    instruction: 'inline:show(3)',
    label: '',
  };
  assert.deepEqual(
    graph.nodes.map((node: { entry: unknown }) => node.entry),
    [[open], [open, first], [open, first, second]],
  );
  assert.deepEqual(graph.edges[0], {
    source: 0,
    target: 1,
    reason: 'fired',
    id: 'next',
    xpath: '/HTML/BODY[1]/B[1]',
    event: 'click',
    instruction: 'http://site.test/a.js:load("2")',
    label: 'Next »',
    count: 1,
  });
  assert.deepEqual(
    graph.edges.map((edge: { target: number | null }) => edge.target),
    [1, null, 0, 3],
  );
});

test('actions of a page that lead to one place are one edge with a count, or each one in full', async (t) => {
  const place = (nth: number) => `/HTML/BODY[1]/A[${nth}]`;
  const { site, dir, close } = await fixture([
    {
      go: [
        { xpath: place(1), to: 1, url: 'http://site.test/a', reason: 'known' },
        { xpath: place(2), to: 1, url: 'http://site.test/a', reason: 'fired', label: 'A' },
        { xpath: place(2), to: 1, event: 'mouseover' },
        { xpath: place(3), to: 2, url: 'http://site.test/b' },
        { xpath: place(4), to: null, url: 'http://x.test/', reason: 'offsite' },
        { xpath: place(5), to: null, url: 'http://x.test/', reason: 'offsite' },
        { xpath: place(6), to: null, url: 'http://y.test/', reason: 'offsite' },
      ],
    },
    { go: [{ xpath: place(1), to: 1, url: 'http://site.test/a', reason: 'known' }] },
    { mergedInto: 1 },
  ]);
  t.after(close);
  const read = async (full: boolean) => {
    const { path, edges } = await writeGraph(site, { dir, format: 'json', full });
    const graph = JSON.parse(await readFile(path, 'utf8')) as { edges: Record<string, unknown>[] };
    assert.equal(graph.edges.length, edges);
    return graph.edges.map(({ source, target, xpath, reason, count }) => [
      source,
      target,
      xpath,
      reason,
      count,
    ]);
  };
  assert.deepEqual(await read(false), [
    [0, 1, place(2), 'fired', 3],
    [0, 1, place(2), 'fired', 1],
    [0, null, place(4), 'offsite', 2],
    [0, null, place(6), 'offsite', 1],
    [1, 1, place(1), 'known', 1],
  ]);
  const all = await read(true);
  assert.equal(all.length, 8);
  assert.ok(all.every(([, , , , count]) => count === undefined));
});

test('GraphML is well-formed whatever the titles hold, and leaves open edges out', async (t) => {
  const { site, dir, close } = await fixture(withSecond);
  t.after(close);
  const report = await writeGraph(site, { dir, format: 'graphml' });
  assert.deepEqual([report.nodes, report.edges], [3, 3]);
  const xml = await readFile(report.path, 'utf8');
  const result = await validateXML({ xml: { fileName: 'g.xml', contents: xml }, normalization: 'format' });
  assert.deepEqual(result.errors, []);
  assert.match(xml, /<data key="node-title">A &quot;quoted&quot; \\ &lt;b&gt;&amp;\n\ufffdtitle<\/data>/);
  assert.match(
    xml,
    /<edge source="n0" target="n1"><data key="edge-reason">fired<\/data><data key="edge-id">next<\/data><data key="edge-xpath">\/HTML\/BODY\[1\]\/B\[1\]<\/data>/,
  );
  const declared = new Set([...xml.matchAll(/<key id="([^"]+)"/g)].map(([, id]) => id));
  for (const [, key] of xml.matchAll(/<data key="([^"]+)"/g)) assert.ok(declared.has(key), key);
});

test('DOT strings are quoted so that nothing ends them early', async (t) => {
  const { site, dir, close } = await fixture(withSecond);
  t.after(close);
  const report = await writeGraph(site, { dir, format: 'dot' });
  const text = await readFile(report.path, 'utf8');
  assert.ok(text.startsWith('digraph "site.test" {\n'));
  assert.ok(text.includes('n0 [label="0 A \\"quoted\\" \\\\ <b>& title"'));
  assert.ok(text.includes('n0 -> n1 [element="next", reason="fired"'));
  const outside = text.replace(/"(?:[^"\\]|\\[\s\S])*"/g, '""');
  assert.match(outside, /^digraph "" \{\n(?: {2}n\d+(?: -> n\d+)? \[\w+=""(?:, \w+="")*\];\n)+\}\n$/);
});

test('the JSON graph names what was asked for beside the pages: other addresses, and what pages use', async (t) => {
  const { site, dir, close } = await fixture(withSecond);
  t.after(close);
  const url = 'http://site.test/a.png';
  await site.putResource({ url, status: 200, contentType: 'image/png', body: new Uint8Array(1) });
  const data = await AskedData.of(site);
  data.hear('http://site.test/data');
  await data.keep();
  const graph = JSON.parse(await readFile((await writeGraph(site, { dir, format: 'json' })).path, 'utf8'));
  assert.deepEqual(graph.files, [
    { url: 'http://site.test/2', kind: 'alias', page: 0, status: null, contentType: null },
    { url, kind: 'asset', page: null, status: 200, contentType: 'image/png' },
    { url: 'http://site.test/data', kind: 'data', page: null, status: null, contentType: null },
  ]);
});
