import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capturePage } from '../../html/capture.ts';
import type { Capture } from '../../model/capture.ts';
import { missingFrom } from './wholeness.ts';

function captureOf(html: string, url = 'http://a.test/'): Capture {
  const wire = { status: 200, contentType: 'text/html', lastModified: '' };
  return capturePage({ ...wire, url, body: Buffer.from(html), requests: [], nesting: 1000 });
}

const page = `<title>T</title><h1>Orb weavers</h1><p>They <b>spin</b> webs.<ul><li>One<li>Two</ul>
  <p class=menu>Contact and imprint of this site</p><img src=/a.png><a href=/next>Next</a>`;

test('nothing is missing where a browser shows the same, less of it, or the same in another order', () => {
  const same = [
    page,
    page.replace('<p class=menu', '<p hidden class=menu'),
    page.replace('<ul><li>One<li>Two</ul>', '<div><ul><li>Two</ul><ul><li>One</ul></div>'),
    `${page}<script src=/count.js></script><img src="http://b.test/pixel" width=1 height=1>`,
    page.replace('/next', '/next#part'),
  ];
  for (const shown of same) assert.equal(missingFrom(captureOf(page), captureOf(shown)), null, shown);
});

test('what a browser shows and the document lacks is named', () => {
  const more: readonly (readonly [string, string, string])[] = [
    [`${page}<p>Written by a script just now`, 'text', 'Written by a script just now'],
    [page.replace('One', 'Three'), 'text', 'Three'],
    [page.replace('>T<', '>Another<'), 'text', 'Another'],
    [`${page}<a href=/made>Next</a>`, 'text', 'NextNext'],
    [page.replace('</title>', '</title><a href=/made></a>'), 'link', 'http://a.test/made'],
    [`${page}<img src=/late.png>`, 'image', 'http://a.test/late.png'],
  ];
  for (const [shown, what, example] of more)
    assert.deepEqual(missingFrom(captureOf(page), captureOf(shown)), { what, example }, shown);
  const elsewhere = missingFrom(captureOf(page), captureOf(page, 'http://a.test/other'));
  assert.deepEqual(elsewhere, { what: 'address', example: 'http://a.test/other' });
});

test('a short text is there where the sign behind it is invisible', () => {
  const read = captureOf('<dl><dt><i>int</i> <b>flags</b><a href=#flags>¶</a>');
  const shown = captureOf('<dl><dt><i>int</i> <b>flags</b><a href=#flags hidden>¶</a>');
  assert.equal(missingFrom(read, shown), null);
});

test('a short text is not found inside a longer one', () => {
  assert.notEqual(missingFrom(captureOf('<p>Chapter 15'), captureOf('<p>Chapter 15<p>5')), null);
});
