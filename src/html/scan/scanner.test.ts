import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../../test/cases.ts';
import { Dice } from '../../../test/dice.ts';
import { assetsOf } from '../../dom/assets.ts';
import { exactDocumentPrint } from '../../dom/exact.ts';
import { readTree } from '../../dom/reading/tree.ts';
import { visibleText } from '../../dom/text.ts';
import { elementAt } from '../../dom/xpath.ts';
import { parseDocument, parseIntricate, readHtml } from '../tree.ts';
import { orderly, pages, remarked, soup } from './fixture.ts';
import { scanText, scanTree } from './scan.ts';

const url = 'http://site.example/dir/page?x=1';

/** Compares the ways of reading; whether the text alone was enough. */
function compare(text: string): boolean {
  const document = parseIntricate(text, url, 4000);
  assert.deepEqual(parseDocument(text, url, 4000), document);
  assert.deepEqual(readHtml(text, url, 4000), { document, reading: readTree(document) });
  const scanned = scanText(text, url);
  if (scanned === null) return false;
  assert.deepEqual(scanned, readTree(document));
  assert.equal(scanned.print, exactDocumentPrint(document));
  assert.equal(scanned.text, visibleText(document));
  assert.deepEqual(
    [scanned.title, scanned.base, scanned.lang],
    [document.title, document.base, document.lang],
  );
  for (const { xpath, tag, use } of scanned.links)
    if (use === 'page') assert.equal(elementAt(document, xpath)?.tag, tag, xpath);
  return true;
}

/** Small changes at places that a seed chooses: characters lost, doubled, swapped, pieces moved. */
function mutated(text: string, seed: number): string {
  const dice = new Dice(seed);
  const random = (below: number): number => dice.below(below);
  let made = text;
  for (let times = 1 + random(6); times > 0; times--) {
    const [at, length] = [random(made.length), 1 + random(12)];
    const piece = made.slice(at, at + length);
    const elsewhere = random(made.length);
    const changes = [
      made.slice(0, at) + made.slice(at + length),
      made.slice(0, elsewhere) + piece + made.slice(elsewhere),
      made.slice(0, at) + (['<', '>', '"', '&', '/', '\0', '</'][random(7)] ?? '') + made.slice(at),
      made.slice(0, elsewhere),
    ];
    made = changes[random(random(10) === 0 ? 4 : 3)] ?? made;
  }
  return made;
}

describe('a page read from its text', () => {
  for (const [name, text] of Object.entries(pages))
    it(`is the page that its tree shows: ${name}`, () => void compare(text));

  it('mostly needs no tree, and its tree no parser', () => {
    for (const scan of [(text: string) => scanText(text, url), scanTree]) {
      const alone = Object.values(pages).filter((text) => scan(text) !== null).length;
      assert.ok(alone >= 0.7 * Object.keys(pages).length, `${alone} of ${Object.keys(pages).length}`);
    }
  });

  it('is the page that its tree shows, however its tags follow one another', () => {
    let alone = 0;
    fc.assert(
      fc.property(soup, (text) => {
        if (compare(text)) alone++;
      }),
      { numRuns: 1500 },
    );
    assert.ok(alone > 200, `${alone} of 1500`);
  });

  it('is the page that its tree shows where elements are nested as they should be', () => {
    fc.assert(
      fc.property(orderly, (text) => void compare(`<!doctype html><title>t</title>${text}`)),
      { numRuns: 600 },
    );
  });

  it('is the page that its tree shows where comments and strange ends part its texts', () => {
    fc.assert(
      fc.property(remarked, (text) => void compare(text)),
      { numRuns: 1000 },
    );
  });

  it('is the page that its tree shows after a thousand accidents', () => {
    const texts = Object.values(pages);
    let alone = 0;
    for (let seed = 1; seed <= 1000; seed++)
      if (compare(mutated(texts[seed % texts.length] ?? '', seed))) alone++;
    assert.ok(alone > 400, `${alone} of 1000`);
  });

  it('names the files that the tree does', () => {
    for (const text of Object.values(pages)) {
      const scanned = scanText(text, url);
      if (scanned === null) continue;
      const files = new Set(scanned.links.filter(({ use }) => use === 'file').map((link) => link.url));
      assert.deepEqual([...files].sort(), assetsOf(parseDocument(text, url, 4000)).sort());
    }
  });

  // Where any of these took time with the square of its length, the test would not come to its end.
  it('takes time in proportion to its length, whatever it is made of', { timeout: 120_000 }, () => {
    const pieces =
      '<a href=1>|<div>|<!--|<b><p>|&amp|<a |</|<table>|<x a=1 |<!-- -->|<p a="&b=|<title>|<select>|<svg>|<li>|<script><!--|<br>x |&';
    for (const piece of pieces.split('|')) {
      const scanned = scanText(piece.repeat(100_000), url);
      assert.ok(scanned === null || scanned.print.length === 16, piece);
    }
  });
});
