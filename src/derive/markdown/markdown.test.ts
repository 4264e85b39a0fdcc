import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { marked } from 'marked';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import fc from '../../../test/cases.ts';
import type { ElementNode, TreeNode } from '../../model/document.ts';
import { doc, fixture, h } from '../fixture.ts';
import { markdownOf } from './tree-writer.ts';
import { writeMarkdown } from './write.ts';

const nowhere = { byElement: new Map(), byAddress: new Map() };

function write(...body: TreeNode[]): string {
  return markdownOf(doc(body), nowhere);
}

/** What a reader of Markdown makes of it. */
function html(markdown: string): string {
  return (marked.parse(markdown, { async: false }) as string).trim();
}

function textOf(fragment: string): string {
  const read = (node: DefaultTreeAdapterTypes.ChildNode): string => {
    if ('value' in node) return node.value;
    if (node.nodeName === 'br') return ' ';
    return 'childNodes' in node ? node.childNodes.map(read).join('') : '';
  };
  return parseFragment(fragment).childNodes.map(read).join('').replace(/\s+/g, ' ').trim();
}

test('headings, paragraphs, marks, code, quotes and rules are written as Markdown', () => {
  const text = write(
    h('h2', {}, 'A ', h('em', {}, 'title')),
    h(
      'p',
      {},
      'One\n  two ',
      h('b', {}, 'bold '),
      'and',
      h('br'),
      h('code', {}, 'x `y`'),
      h('s', {}, 'gone'),
    ),
    h('blockquote', {}, h('p', {}, 'said'), h('p', {}, 'again')),
    h('hr'),
    h('pre', {}, h('code', { class: 'language-js' }, 'a\n  b("```")\n')),
  );
  assert.equal(
    text,
    [
      '## A *title*',
      'One two **bold** and\\\n`` x `y` ``~~gone~~',
      '> said\n>\n> again',
      '---',
      '````js\na\n  b("```")\n````',
    ].join('\n\n'),
  );
});

test('lists are nested, keep their numbers, and two in a row stay two', () => {
  const text = write(
    h(
      'ul',
      {},
      '\n',
      h('li', {}, 'a', h('ol', { start: '9' }, h('li', {}, 'x'), h('li', {}, 'y'))),
      h('li', {}),
    ),
    h('ul', {}, h('li', {}, h('p', {}, 'b'), h('p', {}, 'c'))),
    h('dl', {}, h('dt', {}, 'term'), h('dd', {}, 'meaning')),
  );
  assert.equal(text, '- a\n\n  9. x\n  10. y\n\n* b\n\n  c\n\n**term**\n\nmeaning');
  assert.equal(html(text).match(/<ul>/g)?.length, 2);
  assert.match(html(text), /<ol start="9">\s*<li>x<\/li>\s*<li>y<\/li>/);
});

test('tables of data become tables, tables that lay out a page do not', () => {
  const row = (...cells: ElementNode[]) => h('tr', {}, ...cells);
  const table = h(
    'table',
    {},
    h('caption', {}, 'Sizes'),
    h('thead', {}, row(h('th', {}, 'a|b'), h('th', { colspan: '2' }, 'both'))),
    h(
      'tbody',
      {},
      row(
        h('td', { rowspan: '2' }, 'tall'),
        h('td', {}, h('code', {}, 'x|y')),
        h('td', {}, 'l', h('br'), 'm'),
      ),
      row(h('td', {}, '2'), h('td', {}, h('p', {}, 'p'), h('p', {}, 'q'))),
    ),
  );
  const text = write(table);
  assert.equal(
    text,
    'Sizes\n\n| a\\|b | both |  |\n| --- | --- | --- |\n| tall | `x\\|y` | l<br>m |\n|  | 2 | p q |',
  );
  assert.equal(html(text).match(/<td>/g)?.length, 6);
  assert.equal(html(text).match(/<th>/g)?.length, 3);
  assert.match(html(text), /<code>x\|y<\/code>/);
  const headless = write(h('table', {}, row(h('td', {}, '1'), h('td', {}, '2'))));
  assert.equal(headless, '|  |  |\n| --- | --- |\n| 1 | 2 |');
  const layout = write(
    h('table', {}, row(h('td', {}, h('ul', {}, h('li', {}, 'menu'))), h('td', {}, 'text'))),
  );
  assert.equal(layout, '- menu\n\ntext');
});

test('links and images have whole addresses, and links never nest', () => {
  const text = write(
    h(
      'p',
      {},
      'wow!',
      h('a', { href: 'x y(1)' }, 'see ', h('b', {}, 'this')),
      ' ',
      h('a', { href: '#top' }, 'top'),
    ),
    h(
      'a',
      { href: '/card' },
      h('h3', {}, 'Card'),
      h('p', {}, 'text'),
      h('img', { src: 'i.png', alt: 'An [i]' }),
    ),
    h(
      'p',
      {},
      h('img', { src: 'deco.png', alt: '' }),
      h('img', { src: 'data:image/png;base64,AA', alt: 'dot' }),
    ),
    h('p', {}, h('a', { href: 'javascript:go()' }, 'go'), h('a', { href: 'mailto:a@b.c' }, 'mail')),
  );
  assert.equal(
    text,
    [
      'wow\\![see **this**](<http://site.test/dir/x%20y(1)>) top',
      '### [Card](http://site.test/card)',
      '[text](http://site.test/card)',
      '[![An \\[i\\]](http://site.test/dir/i.png)](http://site.test/card)',
      'dot',
      'go[mail](mailto:a@b.c)',
    ].join('\n\n'),
  );
  assert.match(
    html(text),
    /wow!<a href="http:\/\/site\.test\/dir\/x%20y\(1\)">see <strong>this<\/strong><\/a>/,
  );
});

test('what is hidden is left out, frames and shadow trees are read with their slots', () => {
  const host: ElementNode = {
    tag: 'x-card',
    kids: [h('b', { slot: 'name' }, 'Name'), 'rest'],
    shadow: { mode: 'open', kids: [h('p', {}, h('slot', { name: 'name' }), ': ', h('slot'))] },
  };
  const text = write(
    { tag: 'p', kids: ['never'], hidden: true },
    host,
    { tag: 'iframe', frame: doc([h('a', { href: 'in' }, 'inside')], { base: 'http://frame.test/' }) },
    h('script', {}, 'no()'),
    h('select', {}, h('option', {}, 'no')),
  );
  assert.equal(text, '**Name**: rest\n\n[inside](http://frame.test/in)');
});

test('navigation and the frame of the page are left out, unless hardly anything else is there', () => {
  const nav = h('nav', {}, h('a', { href: 'a' }, 'Elsewhere'));
  const foot = h('footer', {}, 'Imprint');
  const text = write(
    h('header', {}, 'Logo', nav),
    h('header', {}, h('h1', {}, 'Title')),
    h('main', {}, h('article', {}, 'Story', h('footer', {}, 'by me'))),
    h('div', { role: 'dialog' }, 'opened'),
    h('aside', {}, 'Advertisement'),
    foot,
  );
  assert.equal(text, '# Title\n\nStory\n\nby me\n\nopened');
  assert.equal(write(nav, foot, 'x'), '[Elsewhere](http://site.test/dir/a)\n\nImprint\n\nx');
});

test('a tree of any depth is written, far down as its text alone', () => {
  let deep: TreeNode = h('b', {}, 'down');
  for (let i = 0; i < 2500; i++) deep = h(i % 2 ? 'div' : 'blockquote', {}, deep);
  const text = write(h('p', {}, 'top'), deep);
  assert.match(text, /^top\n\n(?:> )+down$/);
});

test('any text comes out of Markdown as it went in', () => {
  const bits = [
    ...'*_`~[]()<>!#+-=|:&;\\.1aé中"\'',
    ' ',
    '\n',
    '&amp;',
    '<b>',
    '1.',
    '# ',
    '- ',
    '---',
    '🕷',
    '](x)',
  ];
  const text = fc.string({ unit: fc.constantFrom(...bits), maxLength: 12 });
  const tags = fc.constantFrom('b', 'i', 's', 'span', 'a', 'br');
  // The reader used here reads some code inside links otherwise than CommonMark says.
  const code = text.map((inner) => h('code', {}, inner.replace(/[`\\[\]]/g, '')));
  const { node } = fc.letrec<{ node: TreeNode }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text,
      code,
      fc
        .tuple(tags, fc.array(tie('node'), { maxLength: 3 }))
        .map(([tag, kids]) => h(tag, tag === 'a' ? { href: 'x' } : {}, ...(tag === 'br' ? [] : kids))),
    ),
  }));
  const wanted = (kid: TreeNode): string =>
    typeof kid === 'string' ? kid : kid.tag === 'br' ? ' ' : (kid.kids ?? []).map(wanted).join('');
  const fold = (value: string) => value.replace(/[ \t\n\r\f]+/g, ' ').trim();
  fc.assert(
    fc.property(fc.array(node, { minLength: 1, maxLength: 4 }), (kids) => {
      const markdown = write(h('p', {}, ...kids));
      assert.equal(textOf(html(markdown)), fold(kids.map(wanted).join('')), markdown);
    }),
    { numRuns: 2000 },
  );
});

test('each wanted page is one file with what is known of it, and pages lead to each other', async (t) => {
  const { site, dir, close } = await fixture([
    {
      document: doc(
        [
          h('h1', {}, 'Home'),
          h('a', { href: 'two#part' }, 'Two'),
          h('ul', {}, h('li', {}, 'Open ', h('b', {}, 'it'))),
          h('a', { href: 'http://other.test/' }, 'Away'),
        ],
        { title: 'Home: "a" #b\u0085' },
      ),
      go: [
        { xpath: '/HTML/BODY[1]/A[1]', to: 1, url: 'http://site.test/dir/two' },
        { xpath: '/HTML/BODY[1]/UL[1]/LI[1]', to: 3, call: 'inline:open(1)', label: 'Open it' },
        { xpath: '/HTML/BODY[1]', to: 3, event: 'keydown' },
      ],
    },
    { mergedInto: 2 },
    {
      document: doc([h('p', {}, 'two ', h('a', { href: 'page' }, 'Back'))], {
        url: 'http://site.test/dir/two',
      }),
      go: [{ xpath: '/HTML/BODY[1]/P[1]/A[1]', to: 0, url: 'http://site.test/dir/page' }],
      content: { type: 'list' },
    },
    { document: doc([]), entry: { kind: 'action', source: 0, ord: 1 } },
  ]);
  t.after(close);
  const report = await writeMarkdown(site, { dir });
  const files = ['dir', 'dir/page--open-it.md', 'dir/two.md', 'index.md'];
  assert.deepEqual((await readdir(report.path, { recursive: true })).sort(), files);
  assert.equal(report.pages, 3);
  const read = (name: string) => readFile(`${report.path}/${name}`, 'utf8');
  assert.equal(
    await read('index.md'),
    [
      '---',
      'number: 0',
      'url: "http://site.test/dir/page"',
      'entry: [{"open":"http://site.test/dir/page"}]',
      'title: "Home: \\"a\\" #b\\u0085"',
      'label: "Home: \\"a\\" #b"',
      'type: null',
      'time: "2026-05-01T12:00:00.000Z"',
      '---',
      '',
      '# Home',
      '',
      '[Two](dir/two.md)',
      '',
      '- [Open **it**](dir/page--open-it.md)',
      '',
      '[Away](http://other.test/)',
      '',
    ].join('\n'),
  );
  assert.match(await read('dir/two.md'), /\ntype: "list"\n[\s\S]*two \[Back\]\(\.\.\/index\.md\)/);
  assert.match(
    await read('dir/page--open-it.md'),
    /\nurl: null\nentry: \[\{"open":.*"instruction":"inline:open\(1\)".*\n(?:.*\n){4}---\n$/,
  );
});

test('signs that name their own place, bars to neighbours and links to the page itself are not written', () => {
  const own = h('a', { href: '#part' }, 'below');
  const other = h('a', { href: '/next#part' }, 'elsewhere');
  const target = (file: string) => ({ file, label: '', event: 'click', whole: false });
  const byElement = new Map([
    [own, target('0.md')],
    [other, target('1.md')],
  ]);
  const text = markdownOf(
    doc([
      h('div', { class: 'navheader' }, h('a', { href: '/before' }, 'Prev')),
      h('h1', {}, 'Title', h('a', { class: 'headerlink', href: '#title' }, '\u00b6')),
      h('p', {}, 'See ', own, ' and ', other, '.', h('a', { href: '#' }, '#'), h('a', { href: '#x' }, '#1')),
      h(
        'dl',
        {},
        h('dt', {}, 'f(', h('em', {}, 'x'), ')', h('a', { href: '#f' }, '\u00b6')),
        h('dd', {}, 'adds'),
      ),
    ]),
    { byElement, byAddress: new Map() },
    '0.md',
  );
  assert.equal(text, '# Title\n\nSee below and [elsewhere](1.md).##1\n\n**f(*x*)**\n\nadds');
});

test('code is in the language that the classes around it name, as generators of documentation write them', () => {
  const code = (outer: string, inner = '') =>
    write(h('div', { class: outer }, h('div', { class: 'highlight' }, h('pre', { class: inner }, 'x'))));
  assert.equal(code('highlight-python3 notranslate'), '```python3\nx\n```');
  assert.equal(code('cpp source-cpp'), '```cpp\nx\n```');
  assert.equal(code('highlight highlight-source-js'), '```js\nx\n```');
  assert.equal(code('language-ruby highlighter-rouge'), '```ruby\nx\n```');
  assert.equal(code('mw-highlight mw-highlight-lang-c'), '```c\nx\n```');
  assert.equal(code('highlight-default'), '```\nx\n```');
  assert.equal(code('language-js', 'brush: sql'), '```sql\nx\n```');
  assert.equal(code('highlighted', 'screen'), '```\nx\n```');
});

test('a note with its icon, set as a table, is no table', () => {
  const icon = h('td', { rowspan: '2' }, h('img', { src: '/note.png', alt: '[Note]' }));
  const note = h(
    'table',
    { border: '0' },
    h('tr', {}, icon, h('th', {}, 'Note')),
    h('tr', {}, h('td', {}, 'Mind it.')),
  );
  assert.equal(write(note), '![\\[Note\\]](http://site.test/note.png)\n\nNote\n\nMind it.');
});
