import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { checkMirror } from '../../../test/mirror-check.ts';
import { doc, type FixturePage, fixture, h } from '../fixture.ts';
import { FileLayout } from '../layout.ts';
import { writeMirror } from '../mirror/write.ts';
import { NameTable, nameStyleNote } from './file-names.ts';

const at = (url: string, body: Parameters<typeof doc>[0] = []): FixturePage => ({
  document: doc(body, { url }),
});

/** A state of page 0 that its nth action leads to. */
const state = (ord: number, url = 'http://site.test/shop'): FixturePage => ({
  ...at(url),
  entry: { kind: 'action', source: 0, ord },
});

function start(...labels: readonly string[]): FixturePage {
  const buttons = labels.map((label) => h('b', {}, label));
  const go = labels.map((label, nth) => {
    const call = `inline:open(${nth})`;
    return { xpath: `/HTML/BODY[1]/B[${nth + 1}]`, to: nth + 1, call: `${nth}${call}`, label };
  });
  return { document: doc(buttons, { url: 'http://site.test/shop' }), go };
}

async function namesOf(t: { after(done: () => Promise<void>): void }, pages: readonly FixturePage[]) {
  const { site, dir, close } = await fixture(pages);
  t.after(close);
  const names = async () => {
    const layout = await FileLayout.read(site);
    return pages.map((_, number) => layout.fileOf(number));
  };
  return { site, dir, names };
}

test('pages that ask for one name are told apart by number, whatever the case of letters', async (t) => {
  const { names } = await namesOf(t, [
    at('http://site.test/'),
    at('http://site.test/Item.html'),
    at('http://site.test/item.php'),
    at('http://site.test/index.html'),
    at('http://site.test/overview'),
  ]);
  assert.deepEqual(await names(), [
    'index.html',
    'Item.html',
    'item~2.html',
    'index~3.html',
    'overview~4.html',
  ]);
});

test('states of one label on one page have names of their own', async (t) => {
  const { names } = await namesOf(t, [start('Details', 'Details', 'Reviews'), state(0), state(1), state(2)]);
  assert.deepEqual(await names(), [
    'index.html',
    'shop--details.html',
    'shop--details-2.html',
    'shop--reviews.html',
  ]);
});

test('a route is named by its address, and of several states that show one the first has it', async (t) => {
  const cart = 'http://site.test/shop#/cart';
  const { names } = await namesOf(t, [start('Cart', 'Empty it'), state(0, cart), state(1, cart)]);
  assert.deepEqual(await names(), ['index.html', 'shop/cart.html', 'shop--empty-it.html']);
});

test('names that were kept stay when a label changes, a page goes, or another asks for the same', async (t) => {
  const pages = [
    start('Details', 'Reviews (3)'),
    state(0),
    state(1),
    at('http://site.test/a'),
    at('http://site.test/A'),
  ];
  const { site, names } = await namesOf(t, pages);
  const before = await names();
  assert.deepEqual(before.slice(2), ['shop--reviews-3.html', 'a.html', 'A~4.html']);
  await (await FileLayout.read(site)).keepNames(site);
  const [first] = await site.transitions(0);
  const renamed = { ...first, ord: 1, action: { ...first?.action, label: 'Reviews (4)' } } as never;
  await site.commit({ withdrawn: [{ source: 0, ord: 1 }] });
  await site.commit({ transitions: [renamed] });
  await site.commit({ gone: [3] });
  assert.deepEqual(await names(), before);
});

test('a crawl that was told to use numbers does so until it is told otherwise', async (t) => {
  const { site, names } = await namesOf(t, [at('http://site.test/'), at('http://site.test/a')]);
  await site.putNote(nameStyleNote, 'number');
  assert.deepEqual(await names(), ['index.html', '1.html']);
  const [byPath, byNumber] = [await FileLayout.read(site, 'path'), await FileLayout.read(site)];
  assert.deepEqual([byPath.fileOf(0, 'md'), byPath.fileOf(1, 'md')], ['index.md', 'a.md']);
  assert.deepEqual([byNumber.fileOf(0, 'md'), byNumber.fileOf(1, 'md')], ['0.md', '1.md']);
});

test('files in folders find each other, their frames and what they load', async (t) => {
  const frame = doc([h('a', { href: '/' }, 'Home')], { url: 'http://site.test/frame' });
  const links = [
    h('a', { href: '/' }, 'Home'),
    h('a', { href: '/a/b/two' }, 'Two'),
    h('button', { onclick: 'x()' }, 'More'),
    h('img', { src: '/i.png' }),
    { ...h('iframe', { src: '/frame' }), frame },
  ];
  const go = [
    { xpath: '/HTML/BODY[1]/A[1]', to: 0, url: 'http://site.test/' },
    { xpath: '/HTML/BODY[1]/A[2]', to: 2, url: 'http://site.test/a/b/two' },
    { xpath: '/HTML/BODY[1]/BUTTON[1]', to: 1, call: 'inline:x()' },
    { xpath: '/HTML/BODY[1]/IFRAME[1]/#document/HTML/BODY[1]/A[1]', to: 0, url: 'http://site.test/' },
  ];
  const urls = ['http://site.test/', 'http://site.test/%C3%A4/one', 'http://site.test/a/b/two'];
  const pages = urls.map((url) => ({ ...at(url, links), go }));
  const { site, dir, close } = await fixture(pages, [
    { url: 'http://site.test/i.png', contentType: 'image/png', body: 'x' },
  ]);
  t.after(close);
  const mirror = await writeMirror(site, { dir });
  const files = (await readdir(mirror.dir, { recursive: true })).filter((file) => file.endsWith('.html'));
  assert.ok(files.includes('ä/one.html') && files.includes('a/b/two.html'), files.join());
  const { deadLinks, external, scripts } = await checkMirror(mirror.dir);
  assert.deepEqual([deadLinks, external, scripts], [[], [], []]);
});

test('a table of names gives back what it was given', () => {
  const table = new NameTable(2);
  const texts = Array.from({ length: 3000 }, (_, at) => `${'ü'.repeat(at % 50)}${at}`);
  for (const [number, text] of texts.entries()) table.set(number * 3, text);
  assert.deepEqual(
    texts.map((_, number) => table.get(number * 3)),
    texts,
  );
  assert.deepEqual([table.get(1), table.get(99_999)], [undefined, undefined]);
});
