import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import { cssReferences, cssString, rewriteCss } from './css.ts';

const addresses = (text: string) => cssReferences(text).map(({ kind, address }) => `${kind} ${address}`);

test('addresses are found in all their spellings', () => {
  const cases: Record<string, string[]> = {
    'a{b:url(x.png)}': ['url x.png'],
    'a{b:URL( "x y.png" )}': ['url x y.png'],
    "a{b:url('x.png'),url(y.png)}": ['url x.png', 'url y.png'],
    'a{b:url(x\\)y.png)}': ['url x)y.png'],
    'a{b:u\\72l(x.png)}': ['url x.png'],
    'a{b:\\75 rl(x.png)}': ['url x.png'],
    'a{b:url("\\78 .png")}': ['url x.png'],
    'a{b:url("x\\\ny.png")}': ['url xy.png'],
    '@import "a.css";': ['import a.css'],
    '@IMPORT url(a.css) layer(x) supports(b:url(c)) screen;': ['import a.css'],
    '@im\\port "a.css"; c{d:url(e)}': ['import a.css', 'url e'],
    'a{b:image-set("x.png" 1x type("image/png"), url(y.png) 2x)}': ['url x.png', 'url y.png'],
    'a{b:-webkit-image-set(url(x.png) 1x)}': ['url x.png'],
    'a{b:url(x.png': ['url x.png'],
    '@font-face{src:local("F"),url(f.woff2)format("woff2")}': ['url f.woff2'],
    'a{b:url()}': ['url '],
  };
  for (const [text, expected] of Object.entries(cases)) assert.deepEqual(addresses(text), expected, text);
});

test('what only looks like an address is none', () => {
  const cases = [
    '/* url(x) @import "y" */',
    'a::before{content:"url(x)"}',
    "a::before{content:'\\'url(x)'}",
    'a{b:myurl(x)}',
    'a{b:10url(x)}',
    '@namespace svg url(http://www.w3.org/2000/svg);',
    '@namespace "http://www.w3.org/1999/xhtml";',
    'a{b:url(x y)}',
    'a{b:url(x"y)}',
    '@charset "utf-8";',
    'a{b:"unended\n}',
  ];
  for (const text of cases) assert.deepEqual(addresses(text), [], text);
});

test('an address tells the property it belongs to', () => {
  const found = cssReferences('a:hover{mask-image:url(m);background:red url(b)}');
  assert.deepEqual(
    found.map(({ property }) => property),
    ['mask-image', 'background'],
  );
});

test('only addresses change, and only where a new one is given', () => {
  const text = '@import "a.css" print; /* url(no) */ b{c:url( d.png ) no-repeat;e:url(keep)}';
  const rewritten = rewriteCss(text, ({ address }) => (address === 'keep' ? null : `new/${address}`));
  assert.equal(
    rewritten,
    '@import "new/a.css" print; /* url(no) */ b{c:url("new/d.png") no-repeat;e:url(keep)}',
  );
});

test('any address survives being written and read', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (address) => {
      const clean = address.replaceAll('\0', '');
      const text = rewriteCss('a{b:url(x)}c{d:url("y")}', () => clean);
      assert.deepEqual(
        cssReferences(text).map((reference) => reference.address),
        [clean, clean],
      );
      assert.ok(!cssString(clean).includes('\n'));
    }),
  );
});

test('reading ends, whatever the text', () => {
  const pieces = fc.constantFrom(
    'url(',
    '"',
    "'",
    '\\',
    '/*',
    '*/',
    '@import ',
    '(',
    ')',
    '{',
    '}',
    ';',
    'a',
    ' ',
    '\n',
    '1e',
    '#',
    '@',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      for (const { start, end } of cssReferences(text)) assert.ok(start < end && end <= text.length);
      assert.equal(
        rewriteCss(text, () => null),
        text,
      );
    }),
  );
});

test('an address with a long run of blanks takes no time in the square of it', () => {
  // A million of them took minutes.
  assert.deepEqual(cssReferences(`a{b:url(x${' '.repeat(1_000_000)}y)}`), []);
  assert.equal(cssReferences(`a{b:url(${' '.repeat(1_000_000)}y\\  )}`)[0]?.address, 'y ');
});
