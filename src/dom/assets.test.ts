import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentTree, ElementNode } from '../model/document.ts';
import { assetsOf, assetsOfCss } from './assets.ts';

const e = (
  tag: string,
  attrs: Record<string, string> = {},
  ...kids: (ElementNode | string)[]
): ElementNode => ({ tag, attrs, kids });
const page = (body: readonly ElementNode[], more: Partial<DocumentTree> = {}): DocumentTree => ({
  url: 'http://s.test/d/p',
  base: 'http://s.test/d/p',
  doctype: 'html',
  title: '',
  lang: '',
  root: e('html', {}, e('head'), e('body', {}, ...body)),
  ...more,
});
const short = (addresses: readonly string[]) =>
  addresses.map((address) => address.replace('http://s.test/d/', ''));

test('every way to use a file is seen', () => {
  const found = assetsOf(
    page([
      e('img', { src: 'img', srcset: 'set1 1x, set2 2x' }),
      e('picture', {}, e('source', { srcset: 'source' })),
      e('video', { src: 'video', poster: 'poster' }, e('track', { src: 'track' })),
      e('audio', { src: 'audio' }),
      e('link', { rel: 'Stylesheet', href: 'sheet' }),
      e('link', { rel: 'shortcut icon', href: 'icon' }),
      e('link', { rel: 'apple-touch-icon-precomposed', href: 'touch' }),
      e('link', { rel: 'preload', as: 'font', href: 'preload' }),
      e('input', { type: 'IMAGE', src: 'input' }),
      e('object', { data: 'object' }),
      e('embed', { src: 'embed' }),
      e('table', { background: 'table' }),
      e('p', { style: 'background:url(inline)' }),
      e('style', {}, 'a{b:url(style)}'),
      {
        tag: 'svg',
        ns: 'svg',
        kids: [
          { tag: 'image', ns: 'svg', attrs: { 'xlink:href': 'svgimage' } },
          { tag: 'use', ns: 'svg', attrs: { href: 'sprite.svg#a' } },
          { tag: 'rect', ns: 'svg', attrs: { fill: 'url(paint.svg#a)' } },
        ],
      },
    ]),
  );
  assert.deepEqual(
    short(found),
    'img set1 set2 source video poster track audio sheet icon touch preload input object embed table inline style svgimage sprite.svg paint.svg'.split(
      ' ',
    ),
  );
});

test('live rules, adopted sheets, shadow roots and frames are looked into, each with its own base', () => {
  const frame = page([e('img', { src: 'framed' })], { base: 'http://s.test/f/' });
  const found = assetsOf(
    page(
      [
        { ...e('link', { rel: 'stylesheet', href: '/css/a.css' }), css: 'a{b:url(live)}' },
        { ...e('style', {}, 'a{b:url(old)}'), css: 'a{b:url(new)}' },
        {
          ...e('div'),
          shadow: { mode: 'closed', kids: [e('img', { src: 'dark' })], sheets: ['a{b:url(darksheet)}'] },
        },
        { ...e('iframe', { src: 'page' }), frame },
      ],
      { sheets: ['a{b:url(adopted)}'] },
    ),
  );
  assert.deepEqual(short(found), [
    'adopted',
    'http://s.test/css/live',
    'new',
    'dark',
    'darksheet',
    'http://s.test/f/framed',
  ]);
});

test('what is not loaded is not named', () => {
  const found = assetsOf(
    page([
      e('a', { href: 'link' }),
      e('script', { src: 'script' }),
      e('noscript', {}, e('img', { src: 'noscript' })),
      e('link', { rel: 'canonical', href: 'canonical' }),
      e('link', { rel: 'preload', as: 'script', href: 'x.js' }),
      e('input', { src: 'text' }),
      e('img', { src: 'data:image/png,x' }),
      e('img', { src: 'javascript:x' }),
      { tag: 'use', ns: 'svg', attrs: { href: '#own' } },
    ]),
  );
  assert.deepEqual(found, []);
});

test('lazy images are named by what they will show', () => {
  const found = assetsOf(
    page([
      e('img', { 'data-src': '1' }),
      e('img', { src: 'data:,', 'data-original': '2' }),
      e('img', { src: 'ph', 'data-placeholder': 'ph', 'data-lazy': '3' }),
      e('img', { src: 'real', 'data-src': 'other' }),
      e('source', { 'data-srcset': '4 1x' }),
    ]),
  );
  assert.deepEqual(short(found), ['1', '2', '3', 'real', '4']);
});

test('a sheet names its files relative to itself, each once', () => {
  assert.deepEqual(
    assetsOfCss('@import "b.css"; a{b:url(../i.png)} c{d:url(../i.png#x)}', 'http://s.test/css/a.css'),
    ['http://s.test/css/b.css', 'http://s.test/i.png'],
  );
});
