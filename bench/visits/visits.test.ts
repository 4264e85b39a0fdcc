import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { heardIn, sentIn } from './messages.ts';
import { processTimes } from './process-times.ts';
import type { Noted } from './tapped.ts';
import { costsOf, longestChain } from './visits.ts';

const sent = (id: number, name: string, session = 'A'): Noted => ({
  kind: 'sent',
  id,
  name,
  session,
  bytes: 10,
});
const answered = (id: number): Noted => ({ kind: 'answered', id, bytes: 20 });
const told = (name: string, session = 'A'): Noted => ({ kind: 'told', name, session, bytes: 5 });

describe('messages of the pipe', () => {
  test('are named by what is asked of the agent', () => {
    const call = `class { static call(...given) { return this.perform({"task":"fire","known":[]}); } }.call`;
    const message = {
      id: 7,
      method: 'Runtime.callFunctionOn',
      params: { functionDeclaration: call },
      sessionId: 'AB',
    };
    const text = `${JSON.stringify(message)}\0`;
    assert.deepEqual(sentIn(text), {
      kind: 'sent',
      id: 7,
      name: 'agent fire',
      session: 'AB',
      bytes: text.length,
    });
    assert.equal(sentIn(text.replace('perform(', 'heard(')).name, 'agent heard');
    assert.equal(sentIn('{"id":1,"method":"Page.navigate","params":{}}\0').name, 'Page.navigate');
  });

  test('are answers, or told by the browser', () => {
    assert.deepEqual(heardIn('{"id":3,"result":{}}'), { kind: 'answered', id: 3, bytes: 21 });
    const event = '{"method":"Page.loadEventFired","params":{},"sessionId":"AB"}';
    assert.deepEqual(heardIn(event), {
      kind: 'told',
      name: 'Page.loadEventFired',
      session: 'AB',
      bytes: event.length + 1,
    });
  });
});

describe('what a visit costs', () => {
  test('is counted from what begins it to what begins the next in its tab', () => {
    const { load, event } = costsOf([
      [
        ...[sent(1, 'Fetch.enable'), sent(2, 'Page.navigate'), answered(1), told('Page.frameNavigated')],
        ...[sent(3, 'agent fire', 'B'), answered(2), sent(4, 'agent arrive'), answered(3), answered(4)],
        ...[sent(5, 'agent fire'), told('Network.dataReceived'), answered(5), sent(6, 'Browser.close', '')],
      ],
    ]);
    assert.deepEqual(
      [load.steps, load.trips, load.chained, load.told, load.sentBytes, load.heardBytes],
      [1, 3, 2, 1, 30, 65],
    );
    assert.deepEqual([event.steps, event.trips, event.told], [2, 2, 1]);
    assert.deepEqual(
      [...load.names],
      [
        ['Fetch.enable', 1],
        ['Page.navigate', 1],
        ['agent arrive', 1],
      ],
    );
  });

  test('waits for no more round trips than were sent after the answer to the one before', () => {
    const trips = (...spans: readonly [number, number][]) => spans.map(([from, to]) => ({ from, to }));
    assert.equal(longestChain(trips([0, 9], [1, 8], [2, 7])), 1);
    assert.equal(longestChain(trips([0, 1], [2, 3], [4, 5])), 3);
    assert.equal(longestChain(trips([0, 9], [1, 2], [3, 4])), 2);
    assert.equal(longestChain(trips([0, 1], [2, Number.POSITIVE_INFINITY])), 2);
  });
});

test('a process is read by its line, whatever its name is', () => {
  const fields = 'S 1 42 42 0 -1 4194304 1 2 3 4 150 50 0 0 20 0';
  assert.deepEqual(processTimes(`17 (a) b (c)) ${fields}`), { pid: 17, group: 42, ms: 2000 });
});
