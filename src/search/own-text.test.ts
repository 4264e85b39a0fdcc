import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placedText } from '../dom/text-places.ts';
import { parseDocument } from '../html/tree.ts';
import { ownLines as ownLinesOf, ownTitle, printsOf, siteFrame } from './own-text.ts';

const ownLines = (...given: Parameters<typeof ownLinesOf>) => ownLinesOf(...given).map(({ text }) => text);

const read = (body: string, title = '') => ({
  title,
  text: placedText(parseDocument(body, 'http://site.test/', 100)),
});
const framed = (main: string) =>
  `<div class=top><a href=/>Home</a> <a href=/a>Products</a></div><div>${main}</div><div>All rights reserved</div>`;
const frame = (...bodies: string[]) =>
  new Set(
    siteFrame(
      bodies.map((body) => read(body)),
      bodies.length,
    ).prints,
  );

describe('what a page says of its own', () => {
  const pages = ['<p>one', '<p>two', '<p>three', '<h1>Products</h1><p>four'].map(framed);

  it('is what its site does not show on most pages', () => {
    const common = frame(...pages);
    assert.deepEqual(ownLines(read(pages[0] as string).text, common), ['one']);
  });

  it('counts a text at its kind of place: a heading is no entry of a menu', () => {
    assert.deepEqual(ownLines(read(pages[3] as string).text, frame(...pages)), ['Products', 'four']);
  });

  it('is all of it on a site of one page, and of two but for links and side parts', () => {
    assert.deepEqual(ownLines(read(pages[0] as string).text, frame(pages[0] as string)), [
      'Home Products',
      'one',
      'All rights reserved',
    ]);
    const sided = (main: string) => `<nav>Menu</nav><p>${main}</p><footer>Imprint</footer>`;
    assert.deepEqual(ownLines(read(sided('one')).text, frame(sided('one'), sided('two'))), ['one']);
  });

  it('keeps a sentence with a common word in it whole, and takes a menu out of a line', () => {
    const bodies = ['a', 'b', 'c', 'd'].map(
      (name) =>
        `<p><b>Note</b> that page ${name} is a long one</p><div><a href=/>Home</a> <a href=/x>About us</a> ${name}</div>`,
    );
    assert.deepEqual(ownLines(read(bodies[1] as string).text, frame(...bodies)), [
      'Note that page b is a long one',
      'b',
    ]);
  });

  it('of a state leaves out what the page showed before', () => {
    const shown = printsOf(read('<p>a lens</p>').text);
    assert.deepEqual(ownLines(read('<p>a lens</p><p>a review</p>').text, new Set(), shown), ['a review']);
  });

  it('has the names of those who comment on most pages, more often on some than on others', () => {
    const bodies = [1, 2, 3, 0, 1, 2].map((times, at) =>
      framed(`<p>text ${at}</p>${'<b>Mara</b><i>says so</i><br>'.repeat(times)}`),
    );
    assert.match(ownLines(read(bodies[1] as string).text, frame(...bodies)).join(' '), /Mara/);
  });

  it('has no name of the site in its title', () => {
    const titles = ['Web | The Site', 'Silk | The Site', 'Eggs | The Site'].map((title) => read('', title));
    const { prints } = siteFrame(titles, 3);
    assert.equal(ownTitle('Web | The Site', new Set(prints)), 'Web');
  });

  it('parts cells, lines and words, and reads what slots show', () => {
    const { text } = read(
      '<table><tr><td>a</td><td>b</td></tr></table><p>one<br>two <i>three</i></p><script>no()</script>',
    );
    assert.deepEqual(ownLines(text, new Set()), ['a b', 'one', 'two three']);
  });

  it('tells headings, and what stands beside the text', () => {
    const { text } = read('<h2>Silk</h2><dl><dt>orb</dt><dd>a web</dd></dl><nav>On this page</nav>');
    assert.deepEqual(
      ownLinesOf(text, new Set()).map(({ text: said, kind }) => `${kind} ${said}`),
      ['head Silk', 'head orb', 'text a web', 'beside On this page'],
    );
  });
});
