import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { visibleText } from '../../src/dom/text.ts';
import type { DocumentTree } from '../../src/model/index.ts';
import { eventsAt, lineThrough } from './curve.ts';
import { judgePages } from './judge.ts';
import { plotSvg } from './plot.ts';

const straight = [1, 2, 3, 4].map((valid) => ({ valid, events: 10 + 3 * valid }));
const bent = [1, 2, 3, 4].map((valid) => ({ valid, events: valid ** 3 }));

it('a straight line is known as one, with its slope', () => {
  const { slope, start, r2 } = lineThrough(straight);
  assert.deepEqual([slope, start].map(Math.round), [3, 10]);
  assert.ok(r2 > 0.999999);
  assert.ok(lineThrough(bent).r2 < 0.95);
});

it('events are read off where a number of valid pages was reached first', () => {
  assert.equal(eventsAt(straight, 2), 16);
  assert.equal(
    eventsAt(
      [
        { valid: 1, events: 5 },
        { valid: 4, events: 9 },
      ],
      3,
    ),
    9,
  );
  assert.equal(eventsAt(straight, 5), null);
});

it('pages are held against what there is: found, other, and found again', () => {
  const page = (number: number, text: string, events: number) => {
    const document = { root: { tag: 'html', kids: [{ tag: 'p', kids: [text] }] } } as unknown as DocumentTree;
    return { number, document, events };
  };
  const pages = [page(0, 'a', 0), page(1, 'else', 1), page(2, 'a', 2), page(3, 'b', 3), page(4, 'z', 4)];
  const judged = judgePages(pages, ['a', 'b', 'c', 'd'], (document) => {
    const text = visibleText(document);
    return text === 'else' ? null : text;
  });
  assert.deepEqual([...judged.found], ['a', 'b']);
  assert.deepEqual([judged.recall, judged.others, judged.again], [0.5, 2, 1]);
  assert.deepEqual(judged.curve, [
    { events: 0, valid: 1 },
    { events: 3, valid: 2 },
  ]);
});

it('a plot has a line per course in both panels, axes with numbers, and a legend', () => {
  const svg = plotSvg([
    { name: 'generic', points: bent },
    { name: 'a < b', points: straight },
  ]);
  const found: DefaultTreeAdapterTypes.Element[] = [];
  const walk = (node: DefaultTreeAdapterTypes.Node) => {
    if ('tagName' in node) found.push(node);
    if ('childNodes' in node) node.childNodes.forEach(walk);
  };
  walk(parseFragment(svg));
  const lines = found.filter(({ tagName }) => tagName === 'polyline');
  assert.equal(lines.length, 4);
  for (const line of lines) {
    const points = line.attrs.find(({ name }) => name === 'points')?.value.split(' ') ?? [];
    assert.equal(points.length, 4);
    assert.ok(
      points.every((point) => /^[\d.]+,-?[\d.]+$/.test(point)),
      points.join(' '),
    );
  }
  const texts = found
    .filter(({ tagName }) => tagName === 'text')
    .map(({ childNodes: [text] }) => (text && 'value' in text ? text.value : ''));
  for (const text of ['valid pages', 'generic', 'a < b', 'events (enlarged)'])
    assert.ok(texts.includes(text), text);
  assert.ok(texts.filter((text) => /^\d/.test(text)).length >= 16, texts.join(' '));
});
