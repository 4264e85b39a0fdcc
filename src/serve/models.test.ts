import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { contentOf, queuedPage, transitionOf } from '../../test/contract/store.ts';
import { parseDocument } from '../html/tree.ts';
import { modelNote } from '../learn/index.ts';
import { openStoreAt } from '../store/index.ts';
import type { ModelEffect, ModelView, PatternsOnPage } from './api/models.ts';
import { type ServedFixture, serveShop } from './fixture.ts';

let shop: ServedFixture;
before(async () => {
  shop = await serveShop();
  await fill(join(shop.root, 'argiope-out', 'modelled'));
});
after(() => shop.close());

/** Page 0 leads to page 1 by a link and to page 2 by a button; page 2 leads to page 3 by a link. */
async function fill(out: string): Promise<void> {
  mkdirSync(out);
  const store = await openStoreAt(`sqlite:${join(out, 'argiope.db')}`);
  const site = await store.site('site.test', { seeds: ['http://site.test/'], settings: {} });
  const bodies = ['<a>one</a><button>two</button>', '<p>1</p>', '<a>three</a>', '<p>3</p>'];
  const links = [
    [transitionTo(0, 0, 1, '/HTML/BODY[1]/A[1]'), transitionTo(0, 1, 2, '/HTML/BODY[1]/BUTTON[1]')],
    [],
    [transitionTo(2, 0, 3, '/HTML/BODY[1]/A[1]')],
    [],
  ];
  for (const [number, body] of bodies.entries()) {
    const document = parseDocument(`<title>x</title><body>${body}`, `http://site.test/${number}`, 500);
    const { charset: _, ...content } = { charset: undefined, ...contentOf(number), type: 'thread' };
    await site?.commit({
      queued: [queuedPage(number, { depth: number === 0 ? 0 : 1 })],
      nextNumber: number + 1,
    });
    await site?.commit({
      kept: { number, content, document: new TextEncoder().encode(JSON.stringify(document)) },
      transitions: links[number] ?? [],
    });
  }
  const pattern = { event: 'click', leadsTo: 'thread', support: 3, precision: 1, example: '' };
  const type = { name: 'thread', threshold: 0.2, change: 0, samples: [] };
  const patterns = [
    { ...pattern, paths: ['//a'] },
    { ...pattern, paths: ['//button'] },
  ];
  const model = { format: 'argiope-model', version: 1, site: 'site.test', trainedAt: '2026-01-02' };
  await site?.putNote(
    modelNote,
    JSON.stringify({
      ...model,
      events: ['click'],
      want: ['thread'],
      types: [{ ...type, patterns }],
      classes: [],
    }),
  );
  await store.close();
}

function transitionTo(source: number, ord: number, target: number, xpath: string) {
  const { action, ...rest } = transitionOf(source, ord, target);
  return { ...rest, action: { ...action, event: 'click', xpath } };
}

describe('the model of a crawl', () => {
  const ask = <T>(path: string, body?: unknown) => shop.json<T>(`/api/crawls/modelled/model${path}`, body);

  test('is told with the pages of its types, and what patterns find on one', async () => {
    const { model } = await ask<{ readonly model: ModelView }>('');
    assert.deepEqual(
      model.types.map(({ name, isWanted, pages, patterns }) => [name, isWanted, pages, patterns.length]),
      [['thread', true, [0, 1, 2, 3], 2]],
    );
    const { elements, type } = await ask<PatternsOnPage>('/page?page=0');
    assert.equal(type, 'thread');
    assert.deepEqual(
      elements.map(({ at, target }) => [at, target]),
      [
        [0, 1],
        [1, 2],
      ],
    );
    assert.equal((await shop.json<{ model: null }>('/api/crawls/shop/model')).model, null);
  });

  test('says what a crawl without a pattern would miss, and saves nothing else', async () => {
    const drop = [{ type: 'thread', at: 1 }];
    const { elements, reached, missed } = await ask<ModelEffect>('/try', { drop });
    assert.deepEqual(
      [elements, reached],
      [
        { before: 3, after: 2 },
        { before: 4, after: 2 },
      ],
    );
    assert.deepEqual(
      missed.map(({ number }) => number),
      [2, 3],
      'what only the missed page leads to is missed too',
    );
    await assert.rejects(ask('/try', { drop: [{ type: 'thread', at: 7 }] }), /400 .*has no pattern 7/);
    const { file, patterns } = await ask<{ file: string; patterns: number }>('/save', { drop });
    assert.equal(patterns, 1);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')).types[0].patterns[0].paths, ['//a']);
    assert.equal((await ask<{ model: ModelView }>('')).model.types[0]?.patterns.length, 1);
  });
});

test('a store that cannot be read is told, and hides no other', async () => {
  const out = join(shop.root, 'argiope-out', 'broken');
  mkdirSync(out);
  writeFileSync(join(out, 'argiope.db'), 'no database at all '.repeat(400));
  const { crawls } = await shop.json<{
    readonly crawls: readonly { id: string; state: string; failure: { code: string } | null }[];
  }>('/api/crawls');
  assert.deepEqual(
    crawls.map(({ id, failure }) => [id, failure?.code ?? null]),
    [
      ['broken', 'STORE_CORRUPT'],
      ['modelled', null],
      ['shop', null],
    ],
  );
  const { status, text } = await shop.ask('/metrics', {
    host: new URL(shop.serving.origin).host,
    authorization: `Bearer ${shop.serving.token}`,
  });
  assert.equal(status, 200);
  assert.match(text, /argiope_pages\{crawl="shop"\} 4/);
});
