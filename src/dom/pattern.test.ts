import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../test/cases.ts';
import type { DocumentTree, ElementNode } from '../model/document.ts';
import { ArgiopeError } from '../model/errors.ts';
import { formatPattern, matchPattern, matchPatterns, type Pattern, parsePattern } from './pattern.ts';
import { elementsOf } from './xpath.ts';

function documentOf(...body: readonly ElementNode[]): DocumentTree {
  const root: ElementNode = { tag: 'html', kids: [{ tag: 'head' }, { tag: 'body', kids: body }] };
  return { url: 'u', base: 'u', doctype: null, title: '', lang: '', root };
}

const link = (attrs: Readonly<Record<string, string>>, text = 'x'): ElementNode => ({
  tag: 'a',
  attrs,
  kids: [text],
});

const site = documentOf(
  {
    tag: 'nav',
    attrs: { role: 'navigation' },
    kids: [{ tag: 'ul', kids: [{ tag: 'li', kids: [link({})] }] }],
  },
  {
    tag: 'div',
    attrs: { id: 'comments' },
    kids: [
      { tag: 'p', kids: [link({ class: 'page current' }, '1'), ' ', link({ class: 'a\npage' }, '2')] },
      {
        tag: 'p',
        kids: [link({ class: 'pages', rel: 'next' }), { tag: 'a', kids: [{ tag: 'b', kids: [' Next\n '] }] }],
      },
    ],
  },
  { tag: 'x-pager', shadow: { mode: 'closed', kids: [{ tag: 'b' }, link({ class: 'page' })] } },
  { tag: 'iframe', frame: documentOf(link({ class: 'page' })) },
  { tag: 'svg', ns: 'svg', kids: [{ tag: 'linearGradient', ns: 'svg' }] },
);

const body = '/HTML/BODY[1]';
const comments = `${body}/DIV[1]`;

function found(text: string): readonly string[] {
  return [...matchPattern(parsePattern(text), site)];
}

describe('a pattern matches', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    '/html/body/div[1]/p[2]/a[1]': [`${comments}/P[2]/A[1]`],
    '/HTML/BODY[1]/DIV[1]/P[*]/A[1]': [`${comments}/P[1]/A[1]`, `${comments}/P[2]/A[1]`],
    '/html/body/div/p/a[2]': [`${comments}/P[1]/A[2]`, `${comments}/P[2]/A[2]`],
    '/html[1]/body': [body],
    '/body': [],
    '//div#comments//a.page': [`${comments}/P[1]/A[1]`, `${comments}/P[1]/A[2]`],
    '//#comments/p/.page.current': [`${comments}/P[1]/A[1]`],
    '//nav/ul/li/a': [`${body}/NAV[1]/UL[1]/LI[1]/A[1]`],
    '//*[@role="navigation"]//a': [`${body}/NAV[1]/UL[1]/LI[1]/A[1]`],
    "//a[@rel='next']": [`${comments}/P[2]/A[1]`],
    '//a[@rel]': [`${comments}/P[2]/A[1]`],
    "//a[text()='Next']": [`${comments}/P[2]/A[2]`],
    '//div//p//b': [`${comments}/P[2]/A[2]/B[1]`],
    '//x-pager//a': [`${body}/X-PAGER[1]/#shadow/A[1]`],
    '//x-pager/a': [],
    '//x-pager/#shadow/a': [`${body}/X-PAGER[1]/#shadow/A[1]`],
    '//#shadow/*': [`${body}/X-PAGER[1]/#shadow/B[1]`, `${body}/X-PAGER[1]/#shadow/A[1]`],
    '/html/body/x-pager[1]/#shadow/a[1]': [`${body}/X-PAGER[1]/#shadow/A[1]`],
    '//iframe/#document/html/body/a': [`${body}/IFRAME[1]/#document/HTML/BODY[1]/A[1]`],
    '//iframe//a.page': [`${body}/IFRAME[1]/#document/HTML/BODY[1]/A[1]`],
    '//lineargradient': [`${body}/SVG[1]/LINEARGRADIENT[1]`],
    '//*#shadow': [],
  };
  for (const [text, paths] of Object.entries(cases)) {
    test(`${text}: ${paths.length}`, () => assert.deepEqual(found(text), paths));
  }

  test('each element by its own path', () => {
    const paths = [...elementsOf(site)].map(({ xpath }) => xpath);
    const sets = matchPatterns(paths.map(parsePattern), site);
    assert.deepEqual(
      sets.map((set) => [...set]),
      paths.map((path) => [path]),
    );
  });

  test('in a list as it does alone', () => {
    const texts = Object.keys(cases);
    const together = matchPatterns(texts.map(parsePattern), site).map((set) => [...set]);
    assert.deepEqual(together, texts.map(found));
  });

  test('every element below a nested one once', () => {
    const nested = documentOf({
      tag: 'div',
      kids: [{ tag: 'div', kids: [link({}), { tag: 'div', kids: [link({})] }] }],
    });
    const texts = ['//div//div//a', '//div/a', '//div//a'];
    const sets = matchPatterns(texts.map(parsePattern), nested);
    assert.deepEqual(
      sets.map(({ size }) => size),
      [2, 2, 2],
    );
  });
});

describe('what is no pattern is refused with its place', () => {
  const wrong: Readonly<Record<string, RegExp>> = {
    '': /expected "\/" or "\/\/" at character 1, but the pattern ends there/,
    'div/a': /at character 1, but "div\/a" came/,
    '//div[': /a number from 1, \*, @name or text\(\)='…' at character 7, but the pattern ends/,
    '//div[0]': /at character 7/,
    '//a[@rel=next]': /a value in quotes at character 10, but "next\]" came/,
    "//a[@rel='next]": /closing ' for the value that begins at character 10/,
    '//a#': /an id at character 5/,
    '//a#one#two': /one id per step at character 8/,
    '//a b': /at character 4, but " b" came/,
    '///a': /the name of an element, or \* at character 3/,
    '/html/body/': /the name of an element, or \* at character 12/,
    '//#shadow.open': /"\/" after #shadow \(an element with that id is \*#shadow\)/,
  };
  for (const [text, message] of Object.entries(wrong)) {
    test(JSON.stringify(text), () => {
      assert.throws(
        () => parsePattern(text),
        (error) => {
          assert.ok(error instanceof ArgiopeError);
          assert.equal(error.code, 'CONFIG');
          assert.match(error.message, message);
          assert.match(error.advice ?? '', /like \/\/div#comments\/\/a\.page/);
          return true;
        },
      );
    });
  }
});

test('a path from the top is written as in the paper', () => {
  const written = (text: string) => formatPattern(parsePattern(text));
  assert.equal(written('/HTML/BODY/DIV[4]/LI/A[1]'), '/html/body/div[4]/li[*]/a[1]');
  assert.equal(written('//LI[*]/a[2]'), '//li/a[2]');
});

const name = fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme-ascii' });
const step = fc.record({
  descendant: fc.boolean(),
  tag: fc.oneof(
    fc.constantFrom('*', 'a', 'x-pager'),
    name.map((text) => text.toLowerCase().replace(/^[#*]/, 'x')),
  ),
  id: fc.option(name),
  classes: fc.array(name, { maxLength: 2 }),
  attributes: fc.array(fc.record({ name, value: fc.option(fc.string()) }), { maxLength: 2 }),
  text: fc.option(fc.string().map((text) => text.replace(/\s+/g, ' ').trim())),
  index: fc.option(fc.integer({ min: 1, max: 999 })),
});
const anyPattern: fc.Arbitrary<Pattern> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
});

test('what is written is read as it was, whatever the names', () => {
  fc.assert(
    fc.property(anyPattern, (pattern) =>
      assert.deepEqual(parsePattern(formatPattern(pattern)), structuredClone(pattern)),
    ),
  );
});
