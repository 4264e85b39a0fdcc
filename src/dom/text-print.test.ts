import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fingerprint } from '../fingerprint/rabin.ts';
import { parseDocument } from '../html/tree.ts';
import { documentPrints } from './canonical.ts';
import { textFingerprint } from './text-print.ts';

const page = (html: string) => parseDocument(html, 'http://site.example/', 100);

test('another markup around the same words changes the content fingerprint and not that of the text', () => {
  const plain = page('<title>a</title><h1>News</h1><p class=x>Good  morning<script>1</script>');
  const dressed = page('<title>b</title><div id=top><b>News</b></div><section>Good <i>morning</i></section>');
  assert.equal(textFingerprint(plain), fingerprint('News\nGood morning'));
  assert.equal(textFingerprint(dressed), textFingerprint(plain));
  assert.notEqual(documentPrints(dressed).exact, documentPrints(plain).exact);
});

test('another word changes it', () => {
  assert.notEqual(textFingerprint(page('<p>Good evening')), textFingerprint(page('<p>Good morning')));
});
