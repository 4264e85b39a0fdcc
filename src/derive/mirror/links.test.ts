import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFragment, serialize } from 'parse5';
import { doc, h, svg } from '../fixture.ts';
import { bodyOf, mirrorOf } from './mirror-fixture.ts';

const quiet = 'all:unset!important;display:contents!important;cursor:pointer!important';
const go = (href: string, text: string) =>
  `<a class="argiope-go" href="${href}" style="${quiet}">${text}</a>`;

test('a link with a kept target leads to its file, with the place inside it', async (t) => {
  const body = await bodyOf(
    t,
    [h('a', { href: '/next', download: '' }, 'one'), h('a', { href: '/next#part' }, 'two')],
    [
      { xpath: '/HTML/BODY[1]/A[1]', to: 1, url: 'http://site.test/next' },
      { xpath: '/HTML/BODY[1]/A[2]', to: 1, url: 'http://site.test/next' },
    ],
  );
  assert.equal(body, '<a href="1.html">one</a><a href="1.html#part">two</a>');
});

test('scripted links lead to the page their call led to', async (t) => {
  const body = await bodyOf(
    t,
    [h('a', { href: 'javascript:load(2)' }, '2'), h('a', { href: '#', onclick: 'load(3)' }, '3')],
    [
      { xpath: '/HTML/BODY[1]/A[1]', to: 1 },
      { xpath: '/HTML/BODY[1]/A[2]', to: 2 },
    ],
  );
  assert.equal(body, '<a href="1.html">2</a><a href="2.html">3</a>');
});

test('links without a page in the mirror keep what they can keep', async (t) => {
  const body = await bodyOf(t, [
    h('a', { href: 'https://other.test/x' }, 'off-site'),
    h('a', { href: '../gone' }, 'not kept'),
    h('a', { href: '#place' }, 'in the page'),
    h('a', { href: 'page#place' }, 'the same'),
    h('a', { href: ' java\nscript:alert(1)' }, 'script'),
    h('a', { href: '#' }, 'nothing'),
    h('a', { href: 'mailto:a@b.test' }, 'mail'),
    h('a', { href: 'data:text/html,<script>1</script>' }, 'data'),
  ]);
  const hrefs = [...body.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  assert.deepEqual(hrefs, [
    'https://other.test/x',
    'http://site.test/gone',
    '#place',
    '#place',
    '#',
    '#',
    'mailto:a@b.test',
    '#',
  ]);
});

test('a link that no transition names leads where the same address leads', async (t) => {
  const body = await bodyOf(
    t,
    [h('a', { href: '/next' }, 'one'), h('a', { href: '/next' }, 'two')],
    [{ xpath: '/HTML/BODY[1]/A[1]', to: 1, url: 'http://site.test/next' }],
  );
  assert.equal(body.match(/href="1\.html"/g)?.length, 2);
});

test('block, inline and table elements become links inside themselves and keep their own tags', async (t) => {
  const body = await bodyOf(
    t,
    [
      h('div', { class: 'x', onclick: 'a()' }, h('b', {}, 'Title'), h('span', {}, 'text')),
      h('span', { onclick: 'b()' }, 'inline'),
      h('table', {}, h('tbody', {}, h('tr', { onclick: 'c()' }, h('td', {}, 'cell'), h('td', {}, ' ')))),
    ],
    [
      { xpath: '/HTML/BODY[1]/DIV[1]', to: 1 },
      { xpath: '/HTML/BODY[1]/SPAN[1]', to: 2 },
      { xpath: '/HTML/BODY[1]/TABLE[1]/TBODY[1]/TR[1]', to: 3 },
    ],
  );
  assert.equal(
    body,
    `<div class="x"><b>${go('1.html', 'Title')}</b><span>${go('1.html', 'text')}</span></div>` +
      `<span>${go('2.html', 'inline')}</span>` +
      `<table><tbody><tr><td>${go('3.html', 'cell')}</td><td> </td></tr></tbody></table>`,
  );
});

test('a click is preferred where an element has several events', async (t) => {
  const body = await bodyOf(
    t,
    [h('p', {}, 'x')],
    [
      { xpath: '/HTML/BODY[1]/P[1]', to: 1, event: 'mouseover' },
      { xpath: '/HTML/BODY[1]/P[1]', to: 2 },
    ],
  );
  assert.equal(body, `<p>${go('2.html', 'x')}</p>`);
});

test('a link inside an event element and an event element inside a link each keep their own target', async (t) => {
  const body = await bodyOf(
    t,
    [
      h('div', { onclick: 'a()' }, 'outer ', h('a', { href: '/2' }, 'inner')),
      h('a', { href: '/3' }, 'link ', h('span', { onclick: 'b()' }, 'event')),
    ],
    [
      { xpath: '/HTML/BODY[1]/DIV[1]', to: 1 },
      { xpath: '/HTML/BODY[1]/DIV[1]/A[1]', to: 2, url: 'http://site.test/2' },
      { xpath: '/HTML/BODY[1]/A[1]', to: 3, url: 'http://site.test/3' },
      { xpath: '/HTML/BODY[1]/A[1]/SPAN[1]', to: 4 },
    ],
  );
  const [first, second] = body.split('</div>');
  assert.equal(first, `<div>${go('1.html', 'outer ')}<a href="2.html">inner</a>`);
  assert.match(
    second ?? '',
    /^<a href="3\.html"><applet [^>]*>link <span><a [^>]*href="4\.html"[^>]*>event<\/a><\/span><\/applet><\/a>$/,
  );
  assert.equal(serialize(parseFragment(body)), body, 'the parser keeps the nesting');
});

test('links that a script put inside each other survive the parser', async (t) => {
  const body = await bodyOf(
    t,
    [h('a', { href: '/1' }, h('div', {}, 'outer ', h('a', { href: '/2' }, 'inner'), ' after'))],
    [
      { xpath: '/HTML/BODY[1]/A[1]', to: 1, url: 'http://site.test/1' },
      { xpath: '/HTML/BODY[1]/A[1]/DIV[1]/A[1]', to: 2, url: 'http://site.test/2' },
    ],
  );
  assert.equal(serialize(parseFragment(body)), body);
  assert.match(
    body,
    /^<a href="1\.html"><applet [^>]*><div>outer <a href="2\.html">inner<\/a> after<\/div><\/applet><\/a>$/,
  );
});

test('a dead link inside an event element leads where the element leads', async (t) => {
  const body = await bodyOf(
    t,
    [h('li', { onclick: 'a()' }, h('a', { href: '#' }, 'x'))],
    [{ xpath: '/HTML/BODY[1]/LI[1]', to: 1 }],
  );
  assert.equal(body, '<li><a href="1.html">x</a></li>');
});

test('an a without an address does not begin to look like a link', async (t) => {
  const body = await bodyOf(
    t,
    [h('a', { onclick: 'a()', class: 'n' }, 'x')],
    [{ xpath: '/HTML/BODY[1]/A[1]', to: 1 }],
  );
  assert.match(
    body,
    /^<a class="n"><applet [^>]*><a class="argiope-go" href="1\.html"[^>]*>x<\/a><\/applet><\/a>$/,
  );
});

test('buttons lead on through a form elsewhere and keep their place and look', async (t) => {
  const body = await bodyOf(
    t,
    [
      h('button', { type: 'button', onclick: 'a()', id: 'b' }, 'Go'),
      h('input', { type: 'button', value: 'More', onclick: 'b()' }),
      h('input', { type: 'reset', onclick: 'c()' }),
      h('button', { formaction: 'javascript:x()' }, 'Still'),
    ],
    [
      { xpath: '/HTML/BODY[1]/BUTTON[1]', to: 1 },
      { xpath: '/HTML/BODY[1]/INPUT[1]', to: 2 },
      { xpath: '/HTML/BODY[1]/INPUT[2]', to: 3 },
    ],
  );
  const leads = (file: string) => `form="argiope-form" formaction="${file}" formmethod="get"`;
  assert.equal(
    body,
    `<button type="submit" id="b" ${leads('1.html')} data-argiope-type="button">${go('1.html', 'Go')}</button>` +
      `<input type="submit" value="More" ${leads('2.html')} data-argiope-type="button">` +
      `<input type="submit" value="Reset" ${leads('3.html')} data-argiope-type="reset">` +
      '<button>Still</button><form id="argiope-form" style="display:none!important"></form>',
  );
});

test('an image leads on by an image map and is not wrapped', async (t) => {
  const body = await bodyOf(
    t,
    [h('div', { onclick: 'a()' }, h('img', { src: 'data:,', alt: '' }))],
    [{ xpath: '/HTML/BODY[1]/DIV[1]', to: 1, label: 'big' }],
  );
  assert.equal(
    body,
    '<div><img src="data:," alt="" usemap="#argiope-map-1"></div>' +
      '<map name="argiope-map-1" style="display:none!important"><area shape="default" href="1.html" alt="big"></map>',
  );
});

test('drawings get links of their own kind', async (t) => {
  const body = await bodyOf(
    t,
    [
      svg(
        'svg',
        {},
        svg('g', { onclick: 'a()' }, svg('circle', { r: '1' })),
        svg('path', { onclick: 'b()', d: 'M0' }),
      ),
      h('i', { onclick: 'c()' }, svg('svg', {}, svg('title', {}, 'Icon'), svg('path', { d: 'M1' }))),
    ],
    [
      { xpath: '/HTML/BODY[1]/SVG[1]/G[1]', to: 1 },
      { xpath: '/HTML/BODY[1]/SVG[1]/PATH[1]', to: 2 },
      { xpath: '/HTML/BODY[1]/I[1]', to: 3 },
    ],
  );
  const a = (file: string, inside: string) =>
    `<a class="argiope-go" href="${file}" style="all:unset!important;cursor:pointer!important">${inside}</a>`;
  assert.equal(
    body,
    `<svg><g>${a('1.html', '<circle r="1"></circle>')}</g>${a('2.html', '<path d="M0"></path>')}</svg>` +
      `<i><svg><title>Icon</title>${a('3.html', '<path d="M1"></path>')}</svg></i>`,
  );
});

test('an empty element gets a link laid over it, by a rule that the page can overrule', async (t) => {
  const mirror = await mirrorOf(t, [
    {
      document: doc([h('span', { class: 'icon', onclick: 'a()' })]),
      go: [{ xpath: '/HTML/BODY[1]/SPAN[1]', to: 1, label: 'Menu' }],
    },
    {},
  ]);
  const html = await mirror.read('index.html');
  assert.match(
    html,
    /<span class="icon" data-argiope-host=""><a class="argiope-cover" href="1\.html" aria-label="Menu" style="all:unset!important;display:contents!important"><\/a><\/span>/,
  );
  assert.match(
    html,
    /<head><meta charset="utf-8">.*<style>@layer argiope\{:where\(\[data-argiope-host\]\)\{position:relative\}/,
  );
});

test('what cannot be a link is named in the head', async (t) => {
  const mirror = await mirrorOf(t, [
    {
      document: doc([h('input', { type: 'checkbox', onclick: 'a()' })]),
      go: [{ xpath: '/HTML/BODY[1]/INPUT[1]', to: 1, label: 'Only new' }],
    },
    {},
  ]);
  assert.match(await mirror.read('index.html'), /<link rel="related" href="1\.html" title="Only new">/);
});

test('transitions to merged pages lead to the page they were merged into', async (t) => {
  const mirror = await mirrorOf(t, [
    {
      document: doc([h('b', {}, 'x'), h('i', {}, 'y'), h('u', {}, 'z')]),
      go: [
        { xpath: '/HTML/BODY[1]/B[1]', to: 1 },
        { xpath: '/HTML/BODY[1]/I[1]', to: 3 },
        { xpath: '/HTML/BODY[1]/U[1]', to: 4 },
      ],
    },
    { mergedInto: 2 },
    {},
    { mergedInto: 0 },
    { failed: true },
  ]);
  const html = await mirror.read('index.html');
  assert.match(html, /<b><a [^>]*href="2\.html"/);
  assert.match(html, /<i><a [^>]*href="index\.html"/);
  assert.match(html, /<u>z<\/u>/);
  assert.deepEqual(
    (await mirror.list('.')).filter((name) => name.endsWith('.html')),
    ['2.html', 'index.html', 'overview.html'],
  );
});

test('the start page is index.html also after it was merged', async (t) => {
  const mirror = await mirrorOf(t, [
    { mergedInto: 1 },
    { document: doc([h('b', {}, 'x')]), go: [{ xpath: '/HTML/BODY[1]/B[1]', to: 0 }] },
    {},
  ]);
  assert.match(await mirror.read('index.html'), /<b><a [^>]*href="index\.html"/);
  assert.deepEqual(
    (await mirror.list('.')).filter((name) => name.endsWith('.html')),
    ['2.html', 'index.html', 'overview.html'],
  );
  assert.equal(mirror.report.pages, 2);
});

test('rules for kinds of buttons go by what a button was', async (t) => {
  const mirror = await mirrorOf(t, [
    {
      document: doc([], {
        head: [h('style', {}, '[type=button]{a:b} input[type="submit"] > c{d:e} [type=text]{f:g}')],
      }),
    },
  ]);
  assert.match(
    await mirror.read('index.html'),
    /<style>:is\(\[type=button\],\[data-argiope-type=button\]\)\{a:b\} input\[type="submit"\]:where\(:not\(\[data-argiope-type\]\)\) > c\{d:e\} \[type=text\]\{f:g\}<\/style>/,
  );
});
