import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../test/cases.ts';
import type { Candidate } from '../model/index.ts';
import { callClass, normalizeCall } from './calls.ts';
import {
  type CandidatePlace,
  callInstruction,
  classOf,
  elementInstruction,
  returnPrint,
  ungated,
  urlInstruction,
  wholePrints,
} from './instruction.ts';

const free = () => false;
const first: CandidatePlace = { documentUrl: 'http://h/article/1', page: '00000000000000aa' };
const second: CandidatePlace = { ...first, page: '00000000000000bb' };
const elsewhere: CandidatePlace = { ...first, documentUrl: 'http://h/article/2' };

function candidate(call: string, more: Partial<Candidate> = {}): Candidate {
  return {
    xpath: '/HTML/BODY[1]/SPAN[1]',
    id: null,
    tag: 'span',
    event: 'click',
    call,
    script: 'http://h/blog.js',
    text: '',
    traits: 'span',
    hints: '',
    ...more,
  };
}

function print(call: string, place: CandidatePlace, more: Partial<Candidate> = {}): string {
  return callInstruction(candidate(call, more), place, free).fingerprint;
}

describe('the instruction of a link', () => {
  test('is its address, the same everywhere', () => {
    const link = urlInstruction('http://h/a?b=1');
    assert.deepEqual(
      { kind: link.kind, scope: link.scope, text: link.text },
      { kind: 'url', scope: 'site', text: 'http://h/a?b=1' },
    );
    assert.match(link.fingerprint, /^[0-9a-f]{16}$/);
    assert.equal(urlInstruction('http://h/a?b=1').fingerprint, link.fingerprint);
    assert.notEqual(urlInstruction('http://h/a?b=2').fingerprint, link.fingerprint);
  });
});

describe('the instruction of a choice', () => {
  const choice = (value: string, traits = 'select name=page options=ab') => ({
    tag: 'select',
    event: 'change',
    value,
    traits,
  });

  test('has its value in the place of what the call asks the element for', () => {
    for (const call of [
      'go(this.value)',
      'go(this.options[this.selectedIndex].value)',
      'go(event.target.value)',
    ]) {
      const { text, scope } = callInstruction(candidate(call, choice("it's")), first, free);
      assert.deepEqual([text, scope], ["http://h/blog.js:go('it\\'s')", 'document']);
    }
  });

  test('is one within its document for each value of a list', () => {
    for (const call of ['go(this.value)', 'location = this.value', 'this.form.submit()', 'pick(this)']) {
      assert.equal(print(call, first, choice('b')), print(call, second, choice('b')), call);
      assert.notEqual(print(call, first, choice('b')), print(call, first, choice('c')), call);
    }
  });

  test('is another one in a list that was filled anew', () => {
    const other = choice('b', 'select name=page options=cd');
    assert.notEqual(print('go(this.value)', first, choice('b')), print('go(this.value)', first, other));
  });
});

describe('the instruction of a call', () => {
  test('with its values written out is one within its document, whatever the page', () => {
    const load = callInstruction(candidate('load( 2 ); return false'), first, free);
    assert.deepEqual(
      { kind: load.kind, scope: load.scope, text: load.text },
      { kind: 'call', scope: 'document', text: 'http://h/blog.js:load(2)' },
    );
    assert.equal(print('load(2)', second), load.fingerprint);
  });

  test('is another in another document', () => {
    assert.notEqual(print('load(2)', elsewhere), print('load(2)', first));
    assert.notEqual(print('next()', elsewhere), print('next()', first));
  });

  test('without values is one on its page only', () => {
    assert.equal(callInstruction(candidate('next()'), first, free).scope, 'page');
    assert.equal(print('next()', first), print('next()', first));
    assert.notEqual(print('next()', second), print('next()', first));
  });

  test('is another for another event, function or script', () => {
    const prints = [
      print('load(2)', first),
      print('load(2)', first, { event: 'mouseover' }),
      print('show(2)', first),
      print('load(2)', first, { script: 'inline' }),
      print('load(2)', first, { script: 'http://h/other.js' }),
    ];
    assert.equal(new Set(prints).size, prints.length);
  });

  test('that uses its element is told apart by traits and place', () => {
    const here = { traits: 'span data-id=1', xpath: '/HTML/BODY[1]/SPAN[1]' };
    assert.notEqual(
      print('show(this)', first, here),
      print('show(this)', first, { ...here, traits: 'span data-id=2' }),
    );
    assert.notEqual(
      print('show(this)', first, here),
      print('show(this)', first, { ...here, xpath: '/HTML/BODY[1]/SPAN[2]' }),
    );
    assert.equal(
      print('next()', first, here),
      print('next()', first, { ...here, traits: 'b', xpath: '/HTML' }),
    );
  });

  test('is bound to its page once its class is known to be', () => {
    const asked: string[] = [];
    const bound = callInstruction(candidate('load(2)'), first, (name) => asked.push(name) > 0);
    assert.equal(bound.scope, 'page');
    assert.deepEqual(asked, ['http://h/blog.js:load']);
    assert.notEqual(callInstruction(candidate('load(2)'), second, () => true).fingerprint, bound.fingerprint);
  });
});

describe('the instruction of an element', () => {
  test('is the same in every state of its document, and no other element', () => {
    const { call: _call, ...bare } = candidate('');
    const one = elementInstruction(bare, first);
    assert.equal(one.kind, 'element');
    assert.equal(elementInstruction(bare, second).fingerprint, one.fingerprint);
    assert.notEqual(elementInstruction(bare, elsewhere).fingerprint, one.fingerprint);
    assert.notEqual(
      elementInstruction({ ...bare, xpath: '/HTML/BODY[1]' }, first).fingerprint,
      one.fingerprint,
    );
    assert.equal(classOf(one), null);
  });
});

describe('an ungated instruction', () => {
  test('is one transition of one page', () => {
    const plain = callInstruction(candidate('load(2)'), first, free);
    const prints = [
      ungated(plain, first, 7, 0),
      ungated(plain, first, 7, 1),
      ungated(plain, first, 8, 0),
      ungated(plain, second, 7, 0),
    ].map((each) => each.fingerprint);
    assert.equal(new Set([plain.fingerprint, ...prints]).size, 5);
    assert.equal(ungated(plain, first, 7, 0).fingerprint, prints[0]);
    assert.deepEqual(
      [ungated(plain, first, 7, 0).text, ungated(plain, first, 7, 0).scope],
      [plain.text, 'page'],
    );
  });
});

describe('the class of an instruction', () => {
  const scripts = [
    'inline',
    'http://h/blog.js',
    'http://127.0.0.1:8080/blog.js',
    'https://h/a/b/c.js?v=1.2/3',
    'http://[::1]:80/x.js',
  ];
  const calls = ['load(2)', "open('http://x:1/y:z')", 'app.show(\'a/b:c\', "d:e")', 'a?b:c', 'next()'];
  for (const script of scripts) {
    test(`is found again in the text of calls of ${script}`, () => {
      for (const call of calls) {
        const made = callInstruction(candidate(call, { script }), first, free);
        assert.equal(classOf(made), callClass(script, normalizeCall(call)), call);
      }
    });
  }

  test('is the one that was asked about, also for scripts with a colon in their address', () => {
    for (const script of ['http://h/a:b.js', 'http://h:1/x.js?a:b:c', ...scripts]) {
      const asked: string[] = [];
      const made = callInstruction(
        candidate("load('x:y')", { script }),
        first,
        (name) => asked.push(name) < 0,
      );
      assert.deepEqual([classOf(made)], asked, script);
    }
  });

  test('is none for a link', () => assert.equal(classOf(urlInstruction('http://h/a:b(1)')), null));
});

describe('fingerprints of instructions', () => {
  test('are equal exactly where kind, place and text are', () => {
    const word = fc.constantFrom('a', 'b', 'c');
    const place = fc.record({ documentUrl: word.map((name) => `http://h/${name}`), page: word });
    const made = fc.record({
      call: fc.constantFrom('load(1)', 'load(2)', 'next()', 'show(this)', null),
      href: word.map((name) => `http://h/${name}`),
      link: fc.boolean(),
      event: fc.constantFrom('click', 'mouseover'),
      traits: word,
      place,
    });
    type Made = typeof made extends fc.Arbitrary<infer T> ? T : never;
    const instructionOf = ({ call, href, link, event, traits, place }: Made) => {
      if (link) return { key: ['url', href].join(), made: urlInstruction(href) };
      const own = candidate(call ?? '', { event, traits });
      const { documentUrl, page } = place;
      if (call === null)
        return { key: ['element', documentUrl, event, traits].join(), made: elementInstruction(own, place) };
      const scope = /^load/.test(call) ? [] : call === 'show(this)' ? [page, traits] : [page];
      const key = ['call', documentUrl, event, call, ...scope].join();
      return { key, made: callInstruction(own, place, free) };
    };
    fc.assert(
      fc.property(made, made, (one, other) => {
        const [a, b] = [instructionOf(one), instructionOf(other)];
        assert.equal(a.made.fingerprint === b.made.fingerprint, a.key === b.key, `${a.key} and ${b.key}`);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the prints of a page as a whole', () => {
  const url = (path: string) => urlInstruction(`http://h${path}`);
  const areOne = (one: readonly string[], other: readonly string[]) =>
    one[0] === other[0] || one[1] === other[1];

  test('are others where the same content leads elsewhere', () => {
    const one = wholePrints('c', url('/a/'), [url('/a/x')]);
    assert.ok(!areOne(one, wholePrints('c', url('/b/'), [url('/b/x')])));
    assert.ok(!areOne(one, wholePrints('d', url('/a/'), [url('/a/x')])));
    assert.ok(areOne(one, wholePrints('c', url('/b/'), [url('/a/x'), url('/a/x')])));
  });

  test('are others where the same button runs another script', () => {
    const runs = (script: string) => callInstruction(candidate('load(2)', { script }), first, free);
    assert.ok(
      !areOne(wholePrints('c', url('/a'), [runs('inline')]), wholePrints('c', url('/b'), [runs('x')])),
    );
  });

  test('are others where a script of the document itself is another behind the same call', () => {
    const runs = (source: string) =>
      callInstruction(candidate('load(2)', { script: 'inline', source }), first, free);
    const one = wholePrints('c', url('/a'), [runs('11')]);
    assert.ok(!areOne(one, wholePrints('c', url('/b'), [runs('22')])));
    assert.ok(areOne(one, wholePrints('c', url('/b'), [runs('11')])));
    assert.equal(runs('11').fingerprint, runs('22').fingerprint, 'within a document it is one instruction');
  });

  test('do not tell copies apart that link to each other, or to places in themselves', () => {
    const both = [url('/1'), url('/copy')];
    assert.ok(areOne(wholePrints('c', url('/1'), both), wholePrints('c', url('/copy'), both)));
    assert.ok(areOne(wholePrints('c', url('/1'), [url('/1')]), wholePrints('c', url('/2'), [url('/2')])));
  });
});

describe('pages that say where one came from', () => {
  const url = (path: string) => urlInstruction(`http://h${path}`);
  const print = (own: string, from: string, leads: readonly string[], shown = 'text') =>
    returnPrint({ own: url(own), from: `http://h${from}`, leading: leads.map(url), shown: () => shown });
  const back = (page: string) => encodeURIComponent(page);

  test('are one whatever that was, and wherever they lead back or hand it on', () => {
    const at = (from: string) => `/edit?id=5&url=${back(from)}`;
    const one = print(at('/list?page=1'), '/list', ['/list?page=1', `/new?url=${back('/list?page=1')}`]);
    assert.notEqual(one, null);
    const other = print(at('/list?page=2'), '/list?page=2', [
      '/list?page=2',
      `/new?url=${back('/list?page=2')}`,
    ]);
    assert.equal(one, other);
    assert.notEqual(one, print(at('/list'), '/list', ['/list', '/other']), 'another link is another page');
    assert.notEqual(one, print(at('/list'), '/list', [`/new?url=${back('/list')}`], 'another text'));
    assert.notEqual(one, print(`/edit?id=6&url=${back('/list')}`, '/list', [`/new?url=${back('/list')}`]));
  });

  test('are told from pages that show what they are told', () => {
    assert.equal(print(`/viewer?file=${back('/a.pdf')}`, '/papers', ['/a.pdf']), null);
    assert.equal(print('/list?page=2', '/list', ['/list?page=3']), null);
  });
});
