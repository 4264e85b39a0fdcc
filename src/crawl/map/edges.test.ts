import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transitionOf } from '../../../test/contract/store.ts';
import { isOffered, type MapEdge, mapEdges, sameEvent } from './edges.ts';

/** A click on a row of a table. */
function row(at: number, text: string): MapEdge {
  const { action, ...plain } = transitionOf(1, at, 2);
  const instruction = { ...action.instruction, kind: 'listener' as const, text };
  const xpath = `/HTML/BODY[1]/TABLE[1]/TR[${at}]`;
  const [edge] = mapEdges({ ...plain, action: { ...action, xpath, event: 'click', instruction } });
  return edge as MapEdge;
}

// The fourth row of the first leaf was unfolded for the fourth row of the third one, whose detail was lost.
test('an event of a page is fired on a state where the same stands, or nothing is known of its place', () => {
  const [egret, heron] = [row(4, 'go(by=egret)'), row(4, 'go(by=heron)')];
  assert.equal(isOffered(egret, [row(3, 'go(by=dunlin)'), egret]), true);
  assert.equal(isOffered(egret, [row(3, 'go(by=dunlin)'), heron]), false);
  assert.equal(isOffered(egret, [row(3, 'go(by=dunlin)')]), true);
});

// A menu at the end of the body stands behind those that were opened before it.
test('what names something is found again by what it is, what names nothing only in its place', () => {
  const named = (at: number) => row(at, 'go(egret)');
  assert.equal(sameEvent(named(4), [row(3, 'go(heron)'), named(7)])?.order.xpath, named(7).order.xpath);
  assert.equal(sameEvent(named(4), [named(7), named(4)])?.order.xpath, named(4).order.xpath);
  assert.equal(sameEvent(named(4), [named(7), named(8)]), null);
  assert.equal(isOffered(named(4), [row(4, 'go(heron)'), named(7)]), true);
  const step = (at: number): MapEdge => {
    const edge = row(at, 'go(nth=1)');
    const { action } = edge;
    return { ...edge, action: { ...action, instruction: { ...action.instruction, scope: 'page' } } };
  };
  assert.equal(sameEvent(step(4), [step(7)]), null);
});
