import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../test/cases.ts';
import { callClass, isExplicit, normalizeCall } from './calls.ts';

/** One spelling, and those that mean the same. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  'load(2)': [
    'load(2)',
    ' load( 2 ) ; ',
    'return load(2)',
    'load(2); return false;',
    'load(2);return true',
    'void load(2)',
    'return void load(2);',
    'load(2); void(0)',
    ';;load(2);;',
  ],
  "blog.load('2',true)": [
    'blog.load("2", true)',
    "blog.load( '2' ,true );",
    'return blog.load("2",true);undefined',
  ],
  "show('a;b');track(1)": ["show('a;b'); track(1)", 'show("a;b");track( 1 );return false'],
  'show("it\'s")': ['show("it\'s")', 'show( "it\'s" );'],
  "say('two  spaces')": ['say("two  spaces")', "say( 'two  spaces' )"],
  "location.href='/a?b=1'": ['location.href = "/a?b=1"', "location.href='/a?b=1';"],
  'run(function(){a(); b()})': ['run(function() {a(); b()})', 'run( function()  {a();\n b()} );'],
  '': ['', ' ; ', 'return false', 'void(0);', 'return void 0', 'return;'],
};

describe('the spelling of a call', () => {
  for (const [normal, all] of Object.entries(spellings)) {
    test(`"${normal}" stands for ${all.length} spellings`, () => {
      for (const spelling of all) assert.equal(normalizeCall(spelling), normal, spelling);
    });
  }

  test('words that only begin like return or void are kept', () => {
    assert.equal(normalizeCall('returned(2)'), 'returned(2)');
    assert.equal(normalizeCall('voided.back(2)'), 'voided.back(2)');
  });

  test('different values are different calls', () => {
    const calls = [
      'load(2)',
      'load(3)',
      "load('2')",
      'load(2,3)',
      'loads(2)',
      'a.load(2)',
      'load(2);load(3)',
    ];
    assert.equal(new Set(calls.map(normalizeCall)).size, calls.length);
  });

  test('normalising twice is normalising once', () => {
    fc.assert(
      fc.property(handler(), (text) => {
        const once = normalizeCall(text);
        assert.equal(normalizeCall(once), once);
      }),
    );
  });

  test('white space, semicolons and what a handler returns play no part', () => {
    const around = fc.record({
      before: fc.constantFrom('', ' ', 'return ', ';', 'void '),
      after: fc.constantFrom('', ';', '; return false;', ' ;void(0)', '\n'),
    });
    fc.assert(
      fc.property(call(), around, (plain, { before, after }) => {
        assert.equal(normalizeCall(before + plain + after), normalizeCall(plain));
      }),
    );
  });
});

describe('whether a call names its values', () => {
  const explicit = [
    'load(2)',
    "blog.load('2',true)",
    "show('a;b');track(1)",
    'app.views.open(null)',
    "pick('next door')",
    'load(2.5)',
    "goto('/a')",
  ];
  const bare = [
    'next()',
    'load(page)',
    'load(this)',
    "load(this.id,'a')",
    'go(-1)',
    'go(3)',
    'load(-1)',
    'load(+1)',
    "page('next')",
    'page("Prev")',
    'pager.move(1)',
    'loadMore(10)',
    'load_more(10)',
    'toggle(3)',
    'nextPage(1)',
    'load(2);next()',
    "location.href='/a'",
    'load(`2`)',
    '',
  ];
  for (const each of explicit) test(`${each} does`, () => assert.equal(isExplicit(each), true));
  for (const each of bare) test(`${each || 'nothing'} does not`, () => assert.equal(isExplicit(each), false));
});

describe('the class of a call', () => {
  const table: readonly (readonly [string, string, string])[] = [
    ['http://h/blog.js', 'load(2)', 'http://h/blog.js:load'],
    ['http://h/blog.js', 'load(3)', 'http://h/blog.js:load'],
    ['inline', "blog.load('2',true)", 'inline:blog.load'],
    ['inline', 'track(1);show(2)', 'inline:show'],
    ['inline', "location.href='/a'", 'inline:location.href'],
    ['inline', '(function() {})()', 'inline:inline'],
  ];
  for (const [script, text, expected] of table) {
    test(`${text} of ${script} is ${expected}`, () => assert.equal(callClass(script, text), expected));
  }
});

function name(): fc.Arbitrary<string> {
  return fc.constantFrom('load', 'blog.load', 'show', 'a.b.c', '$', '_next', 'returned', 'this.go');
}

function value(): fc.Arbitrary<string> {
  const inner = fc.string({ unit: fc.constantFrom('a', ' ', '  ', ';', ',', '(', '\\"', "\\'", '=', '/') });
  return fc.oneof(
    fc.integer().map(String),
    fc.constantFrom('true', 'null', 'this', 'x', '-1'),
    inner.map((text) => `'${text}'`),
    inner.map((text) => `"${text}"`),
    inner.map((text) => `"it's ${text}"`),
  );
}

function call(): fc.Arbitrary<string> {
  const space = fc.constantFrom('', ' ', '\n\t');
  return fc
    .tuple(name(), fc.array(value(), { maxLength: 3 }), space)
    .map(([callee, values, gap]) => `${callee}(${gap}${values.join(`${gap},${gap}`)}${gap})`);
}

function handler(): fc.Arbitrary<string> {
  const prefix = fc.constantFrom('', 'return ', 'void ', 'return void ', 'void return ');
  const statement = fc.oneof(
    fc.tuple(prefix, call()).map((parts) => parts.join('')),
    fc.constantFrom('return false', 'void(0)', 'return', '', ' ', 'x = 1', 'location.href = "/a"', 'true'),
  );
  return fc.array(statement, { maxLength: 4 }).map((statements) => statements.join(';'));
}
