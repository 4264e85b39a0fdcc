import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capturePage } from '../../html/capture.ts';
import type { Candidate, Capture } from '../../model/capture.ts';
import { Acts, yieldOf } from './event-results.ts';

function documentOf(html: string) {
  const wire = { url: 'http://a.test/page', status: 200, contentType: 'text/html', lastModified: '' };
  return capturePage({ ...wire, body: Buffer.from(html), requests: [], nesting: 1000 }).document;
}

const here = 'http://a.test/page';
const element: Candidate = {
  xpath: '/HTML/BODY[1]/A[1]',
  id: null,
  tag: 'a',
  event: 'click',
  text: 'More',
  traits: '',
  hints: '',
};
const handler = { place: 'a.js:10', kind: 'listener', values: '' } as const;

test('scripted elements are told apart by where their handler is written', () => {
  const acts = new Acts(false);
  const kind = (more: Partial<Candidate>) => acts.kindOf({ ...element, ...more }, here);
  assert.equal(kind({ handler }), 'a.js:10 click');
  assert.equal(kind({ handler, event: 'scroll' }), 'a.js:10 scroll');
  assert.equal(kind({ call: 'load(2)', script: 'x.js' }), kind({ call: 'load(3)', script: 'x.js' }));
  assert.notEqual(kind({ call: 'load(2)' }), kind({ call: 'show(2)' }));
  assert.equal(kind({ href: `${here}#!/tab`, handler }), 'a.js:10 click');
});

test('links, what browsers do by themselves and what is never fired count for nothing', () => {
  const acts = new Acts(false);
  const kind = (more: Partial<Candidate>) => acts.kindOf({ ...element, ...more }, here);
  assert.equal(kind({ href: 'http://a.test/x' }), null);
  assert.equal(kind({ href: 'http://a.test/x', handler }), null);
  assert.equal(kind({ handler: { ...handler, kind: 'native' } }), null);
  assert.equal(kind({ handler, text: 'Log out' }), null);
  assert.notEqual(new Acts(true).kindOf({ ...element, handler, text: 'Log out' }, here), null);
});

test('an event leads on where it shows something new or wants to go to an address that is not linked', () => {
  const before = {
    links: new Set(['http://a.test/x']),
    documents: [documentOf('<p>One</p><p>Two</p>')],
    mask: null,
  };
  const known = (more: object) => yieldOf({ kind: 'known', fingerprint: '', wanted: [], ...more }, before);
  assert.equal(known({}), 'idle');
  assert.equal(known({ wanted: ['http://a.test/x#y'] }), 'idle');
  assert.equal(known({ wanted: ['http://a.test/new'] }), 'leads');
  assert.equal(known({ change: { path: '/HTML', print: '' } }), null);
  assert.equal(yieldOf({ kind: 'lost' }, before), null);
  const captured = (body: string, more: object = {}) => {
    const capture = { change: { path: '/HTML', print: '' }, wanted: [], document: documentOf(body) };
    return yieldOf({ kind: 'captured', capture: capture as unknown as Capture, ...more }, before);
  };
  assert.equal(captured('<p>One</p><p>Three</p>'), 'leads');
  assert.equal(captured('<p>One</p><p class="dark">Two</p><b>»</b>'), 'idle');
  assert.equal(captured('<p>One</p>'), 'idle');
  assert.equal(captured('<p>Three</p>', { paused: true }), null);
});

test('what has led on once is known to lead on', () => {
  const acts = new Acts(false);
  assert.deepEqual(
    [acts.note('k', 'idle'), acts.note('k', 'idle'), acts.note('k', 'leads'), acts.note('k', 'idle')],
    [true, false, true, false],
  );
  assert.equal(new Acts(false, acts.save()).yieldOf('k'), 'leads');
});
