import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentTree, TreeNode } from '../model/document.ts';
import { canonicalText } from './canonical.ts';
import { learnVolatile, volatileMask, volatileShape } from './volatile.ts';

function page(...kids: TreeNode[]): DocumentTree {
  const root = { tag: 'html', kids: [{ tag: 'head' }, { tag: 'body', kids }] };
  return { url: 'http://h/', base: 'http://h/', doctype: 'html', title: '', lang: '', root };
}

const paragraph = (text: string): TreeNode => ({ tag: 'p', kids: [text] });
const link = (href: string): TreeNode => ({ tag: 'a', attrs: { href }, kids: ['on'] });

test('a clock, a date, a counter and a token have one form at any time', () => {
  const pairs = [
    ['12:03:55', '9:00:01'],
    ['Sunday, 15 Nov 2026', 'Monday, 2 February 2027'],
    ['Visitors: 1203', 'Visitors: 1204'],
    ['/next?sid=a1b2c3d4e5f6a7b8', '/next?sid=ffffff0000001111'],
    ['3:15 pm', '4:20 am'],
    ['星期日 下午 3:00', '星期一 上午 4:00'],
  ];
  for (const [one, other] of pairs)
    assert.equal(volatileShape(one as string), volatileShape(other as string));
});

test('words that differ keep texts apart', () => {
  assert.notEqual(volatileShape('A quotation of the day'), volatileShape('Another thought'));
  assert.notEqual(volatileShape('internationalisation'), volatileShape('internationalization'));
});

test('what changed between two visits in form only is learned, whole texts are not', () => {
  const one = page(paragraph('Now 12:00:00'), paragraph('Quote: stay hungry'), link('/x?t=1a2b3c4d5e6f7a8b'));
  const other = page(paragraph('Now 13:01:01'), paragraph('Quote: be kind'), link('/x?t=9a8b7c6d5e4f3a2b'));
  assert.deepEqual(learnVolatile(one, other), [
    { path: '/HTML/BODY[1]/P[1]', attribute: '', shape: 'Now #:#:#' },
    { path: '/HTML/BODY[1]/A[1]', attribute: 'href', shape: '/x?t=*' },
  ]);
});

test('a masked spot does not make a page, another text in the same place does', () => {
  const mask = volatileMask([{ path: '/HTML/BODY[1]/P[1]', attribute: '', shape: 'Now #:#:#' }]);
  const at = (text: string) => canonicalText(page(paragraph(text)), mask);
  assert.equal(at('Now 1:02:03'), at('Now 23:59:59'));
  assert.notEqual(at('Now 1:02:03'), at('Page 2 of 30'));
  assert.notEqual(at('Page 2 of 30'), at('Page 3 of 30'));
});

test('equal visits teach nothing', () => {
  const same = page(paragraph('Page 1 of 30'), link('/2'));
  assert.deepEqual(learnVolatile(same, same), []);
});
