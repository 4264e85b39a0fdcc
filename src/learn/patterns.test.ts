import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matchPattern, parsePattern } from '../dom/pattern.ts';
import type { DocumentTree, ElementNode } from '../model/document.ts';
import { leading, matched, observed, page, train } from './patterns/fixture.ts';
import { inducePatterns } from './patterns.ts';

const count = <Item>(length: number, item: (at: number) => Item) =>
  Array.from({ length }, (_, at) => item(at));

const nav = '<nav><ul><li><a go="!home">Home</a></li><li><a go="!login">Log in</a></li></ul></nav>';
const share = '<aside><div class="share"><a go="">Copy link</a><a go="!mail">Mail</a></div></aside>';
const footer = '<footer><a go="!imprint">Imprint</a></footer>';

function pager(current: number, pages: number, holder = 'class="pager"'): string {
  const numbers = count(pages, (at) =>
    at + 1 === current ? `<a class="current" go="">${at + 1}</a>` : `<a go="list">${at + 1}</a>`,
  );
  return `<div ${holder}>${numbers.join('')}<a class="next" go="list">Next</a></div>`;
}

function thread(at: number): string {
  return `<li class="thread ${at % 2 ? 'odd' : 'even'}" id="t${88120 + at}"><a class="title" go="thread">Topic ${at}</a>
    <a class="author" go="!profile">Ann</a><a class="css-1x2y3z" go="">+1</a></li>`;
}

const threads = (from: number) => `<ul class="threads">${count(8, (at) => thread(from + at)).join('')}</ul>`;

function forum(current: number, content = (list: string, pages: string) => list + pages): DocumentTree {
  const main = content(threads(current * 10), pager(current, 7));
  return page(`${nav}<main>${main}</main>${share}${footer}`);
}

function assertExact(
  document: DocumentTree,
  { patterns }: ReturnType<typeof train>,
  types: readonly string[],
) {
  for (const type of types)
    assert.deepEqual(matched(document, type, patterns), withIdle(document, type), type);
}

/** The elements of a type; the current page's own number may stand among them. */
function withIdle(document: DocumentTree, type: string): readonly string[] {
  if (type !== 'list') return leading(document, type);
  const idle = [...matchPattern(parsePattern('//a.current'), document)];
  const order = [...matchPattern(parsePattern('//a'), document)];
  const both = new Set([...leading(document, type), ...idle]);
  return order.filter((xpath) => both.has(xpath));
}

describe('on a forum', () => {
  const learned = train(forum(1), forum(3));

  test('one pattern leads to the lists and one to the threads', () => {
    assert.deepEqual(
      learned.patterns.map(({ event, leadsTo, support }) => ({ event, leadsTo, support })),
      [
        { event: 'click', leadsTo: 'list', support: 14 },
        { event: 'click', leadsTo: 'thread', support: 16 },
      ],
    );
    assert.deepEqual(learned.warnings, []);
  });

  test('what changed nothing lowers the precision, and nothing unwanted is covered', () => {
    const [lists, topics] = learned.patterns;
    assert.equal(lists?.precision, 14 / 16);
    assert.equal(topics?.precision, 1);
    assert.equal(topics?.example, '"Topic 10" at /HTML/BODY[1]/MAIN[1]/UL[1]/LI[1]/A[1]');
  });

  test('each path alone covers the same elements, and the last is the reduced path of the paper', () => {
    for (const { paths, leadsTo } of learned.patterns) {
      assert.ok(paths.length >= 3, paths.join(' '));
      for (const path of paths) {
        const found = matchPattern(parsePattern(path), forum(3));
        assert.deepEqual([...found], withIdle(forum(3), leadsTo), path);
      }
    }
    assert.deepEqual(
      learned.patterns.map(({ paths }) => paths.at(-1)),
      ['/html/body/main[1]/div[1]/a[*]', '/html/body/main[1]/ul[1]/li[*]/a[1]'],
    );
  });

  test('no path rests on generated names, numbered ids or states', () => {
    const all = learned.patterns.flatMap(({ paths }) => paths).join(' ');
    assert.doesNotMatch(all, /css-|t88|odd|even|current/);
  });

  test('longer lists and later pages are matched', () => {
    const later = page(`${nav}<main>${threads(300)}${threads(400)}${pager(9, 23)}</main>${share}${footer}`);
    assertExact(later, learned, ['list', 'thread']);
  });

  const banner = '<div class="promo"><a go="!ad">Buy</a></div>';
  const redesigns: Readonly<Record<string, DocumentTree>> = {
    'a banner before everything': page(`${banner}${nav}<main>${threads(1)}${pager(2, 7)}</main>${footer}`),
    'a banner before the content': forum(2, (list, pages) => banner + list + pages),
    'a wrapper around the content': forum(2, (list, pages) => `<div class="wrap">${list}${pages}</div>`),
    'wrappers around each block': forum(
      2,
      (list, pages) => `<div><section>${list}</section></div><div>${pages}</div>`,
    ),
    'blocks in another order': page(
      `${footer}<main>${pager(2, 7)}${threads(1)}</main>${share}${banner}${nav}`,
    ),
    'all of that': page(
      `${banner}<div><div>${footer}<main>${banner}<div>${pager(2, 7)}</div>${threads(1)}</main></div>${nav}</div>`,
    ),
  };
  for (const [name, document] of Object.entries(redesigns)) {
    test(`the patterns survive ${name}`, () => assertExact(document, learned, ['list', 'thread']));
  }

  test('when a name is gone, a path that does not need it takes over', () => {
    const renamed = page(
      `${nav}<main>${threads(1).replaceAll('title', 'css-9q8w7e')}${pager(2, 7, 'class="turn"')}</main>${share}`,
    );
    assertExact(renamed, learned, ['list', 'thread']);
  });

  test('the order of the observations does not matter', () => {
    const pages = [forum(1), forum(3)];
    assert.deepEqual(inducePatterns(pages, observed(pages).toReversed()), learned);
  });
});

describe('on news with comments', () => {
  const comment = (at: number) =>
    `<div class="comment"><p>${at}</p><a class="up" go="">Up</a><a class="reply" go="!reply">Reply</a></div>`;
  const news = (current: number, more = '') =>
    page(
      `<div id="top">${count(110, (at) => `<a go="!channel">Channel ${at}</a>`).join('')}</div>${more}` +
        `<div id="comments">${count(9, comment).join('')}${pager(current, 7, 'class="pages"')}</div>` +
        `<div id="hot">${count(9, comment).join('')}<div class="pages"><a go="!ranking">All</a></div></div>`,
    );
  const learned = train(news(1), news(4));

  test('the pager of the comments is told from the same markup elsewhere', () => {
    assert.equal(learned.patterns.length, 1);
    assert.equal(learned.patterns[0]?.paths[0], '//div#comments//div.pages/a');
    assertExact(news(6), learned, ['list']);
    assertExact(news(2, '<div class="ad"><a go="!ad">Ad</a></div>'), learned, ['list']);
  });
});

describe('on a site without any names', () => {
  const old = (current: number) =>
    page(
      `<div><a go="!home">Home</a><a go="!login">Log in</a></div>` +
        `<div><ul>${count(5, (at) => `<li><a go="thread">T${at}</a> by <a go="!user">x</a></li>`).join('')}</ul></div>` +
        `<div>${count(5, (at) => `<a go="${at === current ? '' : 'list'}">${at}</a>`).join('')}</div>` +
        `<div><ul><li><a go="!imprint">Imprint</a></li></ul></div>`,
    );

  test('the paper’s reduction is what remains', () => {
    const { patterns, warnings } = train(old(0), old(2));
    assert.deepEqual(
      patterns.map(({ paths }) => paths.at(-1)),
      ['/html/body/div[3]/a[*]', '/html/body/div[2]/ul[1]/li[*]/a[1]'],
    );
    assert.deepEqual(warnings, []);
  });

  test('items between those that were seen are covered, unless they were seen to be unwanted', () => {
    const list = (...goes: readonly string[]) =>
      page(`<p><a go="!x">x</a></p><ul>${goes.map((go) => `<li><a ${go}>i</a></li>`).join('')}</ul>`);
    const seen = 'go="item"';
    const all = train(list(seen, '', seen)).patterns;
    assert.equal(matched(list(seen, seen, seen, seen), 'item', all).length, 4);
    const some = train(list(seen, 'go="!y"', seen)).patterns;
    assert.deepEqual(matched(list(seen, seen, seen), 'item', some), [
      '/HTML/BODY[1]/UL[1]/LI[1]/A[1]',
      '/HTML/BODY[1]/UL[1]/LI[3]/A[1]',
    ]);
  });
});

test('an element that only its text tells from its siblings is known by it', () => {
  const bar = (...labels: readonly string[]) =>
    page(`<p>${labels.map((text) => `<a go="${text === 'Next' ? 'list' : '!x'}">${text}</a>`).join('')}</p>`);
  const { patterns, warnings } = train(bar('Next', 'Print'), bar('Back', 'Next', 'Print'));
  assert.deepEqual(warnings, []);
  assert.equal(patterns.length, 1);
  assert.equal(patterns[0]?.paths[0], "//a[text()='Next']");
  assert.equal(matched(bar('Help', 'Back', 'Next', 'Print'), 'list', patterns).length, 1);
});

test('attributes tell controls apart that look alike', () => {
  const control = (action: string, go: string) =>
    `<button type="button" data-action="${action}" go="${go}">x</button>`;
  const comment = `<div class="c">${control('reply', '!reply')}${control('older', 'list')}${control('vote', '')}</div>`;
  const { patterns } = train(page(comment.repeat(3)));
  assert.equal(patterns.length, 1);
  assert.equal(patterns[0]?.paths[0], "//button[@data-action='older']");
  assert.equal(patterns[0]?.precision, 1);
});

test('an element that leads to two types belongs to the patterns of both', () => {
  const seen = (value: string, type: string) => ({
    sample: 0,
    xpath: '/HTML/BODY[1]/SELECT[1]',
    event: 'change',
    value,
    label: '',
    result: { kind: 'changed', type, wanted: true } as const,
  });
  const { patterns, warnings } = inducePatterns(
    [page('<select name="view"></select>')],
    [seen('1', 'list'), seen('2', 'list'), seen('3', 'thread')],
  );
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    patterns.map(({ leadsTo, support, precision, paths }) => [leadsTo, support, precision, paths[0]]),
    [
      ['list', 1, 1, "//select[@name='view']"],
      ['thread', 1, 1, "//select[@name='view']"],
    ],
  );
});

test('elements inside shadow roots are reached from outside', () => {
  const link = (go: string): ElementNode => ({ tag: 'a', attrs: { go }, kids: ['x'] });
  const host = (tag: string, go: string): ElementNode => ({
    tag,
    shadow: { mode: 'open', kids: [{ tag: 'div', kids: [link(go), link(go)] }] },
  });
  const kids = [host('x-pager', 'list'), host('x-share', '!mail')];
  const built = (body: readonly ElementNode[]): DocumentTree => ({
    ...page(''),
    root: { tag: 'html', kids: [{ tag: 'body', kids: body }] },
  });
  const { patterns, warnings } = train(built(kids));
  assert.deepEqual(warnings, []);
  assert.equal(patterns.length, 1);
  assert.equal(patterns[0]?.paths.at(-1), '/html/body/x-pager[1]/#shadow/div[1]/a[*]');
  const wrapped = built([{ tag: 'div', kids: kids.toReversed() }]);
  assert.deepEqual(matched(wrapped, 'list', patterns), leading(wrapped, 'list'));
});

test('where nothing tells wanted from unwanted, the pattern is kept and a warning names both', () => {
  const bar = (go: string) => page(`<p><a go="${go}">Go</a></p>`);
  const { patterns, warnings } = train(bar('list'), bar('!ad'));
  assert.equal(patterns.length, 1);
  assert.equal(patterns[0]?.precision, 0.5);
  assert.equal(patterns[0]?.support, 1);
  assert.equal(warnings.length, 1);
  assert.match(
    warnings[0] ?? '',
    /covers 1 wanted, such as "Go" at \/HTML\/BODY\[1\]\/P\[1\]\/A\[1\] in sample 1/,
  );
  assert.match(warnings[0] ?? '', /and 1 unwanted, such as "Go" at \S+ in sample 2/);
  assert.ok(warnings[0]?.startsWith(patterns[0]?.paths[0] ?? '?'));
});

test('an unwanted element spoils patterns of its own event only', () => {
  const document = page('<p id="tabs"><b>1</b><b>2</b></p>');
  const at = (place: number, event: string, wanted: boolean) => ({
    sample: 0,
    xpath: `/HTML/BODY[1]/P[1]/B[${place}]`,
    event,
    label: '',
    result: { kind: 'changed', type: wanted ? 'tab' : null, wanted } as const,
  });
  const seen = [at(1, 'click', true), at(2, 'click', true), at(1, 'mouseover', false)];
  const { patterns } = inducePatterns([document], seen);
  assert.deepEqual(
    patterns.map(({ event, support }) => [event, support]),
    [['click', 2]],
  );
});

test('observations of elements that are not in their sample are reported', () => {
  const { patterns, warnings } = inducePatterns(
    [page('')],
    [
      {
        sample: 0,
        xpath: '/HTML/BODY[1]/B[1]',
        event: 'click',
        label: '',
        result: { kind: 'changed', type: 'x', wanted: true },
      },
    ],
  );
  assert.deepEqual(patterns, []);
  assert.match(warnings[0] ?? '', /left out: 1, .*\/HTML\/BODY\[1\]\/B\[1\] in sample 1/);
});
