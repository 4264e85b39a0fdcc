import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from '../html/tree.ts';
import { type PageRobots, readRobotsMeta, readRobotsTag, strictest, unrestricted } from './page-robots.ts';

const said = ({ index, follow }: PageRobots) =>
  [!index && 'noindex', !follow && 'nofollow'].filter(Boolean).join(' ');
const meta = (html: string) => said(readRobotsMeta(parseDocument(html, 'http://h/', 100)));
const tag = (header: string) => said(readRobotsTag(header));

test('a header says what holds for everyone', () => {
  assert.equal(tag(''), '');
  assert.equal(tag('all'), '');
  assert.equal(tag('noindex'), 'noindex');
  assert.equal(tag(' NoIndex ,NOFOLLOW'), 'noindex nofollow');
  assert.equal(tag('none'), 'noindex nofollow');
  assert.equal(tag('noarchive, max-snippet: 20, nofollow'), 'nofollow');
});

test('a header for another crawler holds for that one alone', () => {
  assert.equal(tag('otherbot: noindex, nofollow'), '');
  assert.equal(tag('Argiope: noindex, nofollow'), 'noindex nofollow');
  assert.equal(tag('otherbot: noindex, argiope: nofollow'), 'nofollow');
  assert.equal(tag('otherbot: none\nnofollow'), 'nofollow');
  assert.equal(tag('nofollow, otherbot: noindex'), 'nofollow');
});

test('dates in a header are no names and no directives', () => {
  assert.equal(tag('unavailable_after: Wed, 21 Oct 2037 07:28:00 GMT, nofollow'), 'nofollow');
});

test('markup says it in its head, for everyone or for this crawler, in any case', () => {
  assert.equal(meta('<meta name=robots content="noindex">'), 'noindex');
  assert.equal(meta('<META NAME="Robots" CONTENT="NOINDEX,NOFOLLOW">'), 'noindex nofollow');
  assert.equal(meta('<meta name=argiope content=none>'), 'noindex nofollow');
  assert.equal(meta('<meta name=otherbot content=none>'), '');
  assert.equal(meta('<meta name=robots content="index, follow">'), '');
  assert.equal(meta('<meta name=robots content="noindex nofollow">'), 'noindex nofollow');
  assert.equal(
    meta('<meta name=robots content=noindex><meta name=argiope content=nofollow>'),
    'noindex nofollow',
  );
  assert.equal(meta('<p>text<meta name=robots content=noindex>'), '');
});

test('of several places the strictest counts', () => {
  const one = readRobotsTag('noindex');
  assert.equal(said(strictest(unrestricted, one, readRobotsTag('nofollow'))), 'noindex nofollow');
  assert.equal(said(strictest(unrestricted)), '');
});
