import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, SiteStore, Transition } from '../../model/index.ts';
import { formPlaceOf } from './steps.ts';

const html = `<form><input name="author"><button type="button">Next</button></form>`;

function page(number: number, change: Partial<Page>): Page {
  return {
    ...{ number, status: 'kept', document: 0, depth: 0, content: null, mergedInto: null, error: null },
    ...{ attempts: 0, entry: { kind: 'url', url: 'http://h/' } },
    ...change,
  };
}

test('what is filled in on the way to a form is known where a page of the way became another one', async () => {
  const content = {
    ...{ blob: 'whole', address: 'http://h/', charset: 'utf-8', contentType: 'text/html' },
    ...{ fingerprint: 'f', title: '' },
  } as Page['content'];
  const byEvent = (source: number): Page['entry'] => ({ kind: 'action', source, ord: 0 });
  const pages = [
    page(0, { content }),
    page(1, { status: 'merged', mergedInto: 0, entry: byEvent(0) }),
    page(2, { entry: byEvent(1) }),
  ];
  const instruction = { kind: 'call', scope: 'page', text: 'next()', fingerprint: 'n' } as const;
  const xpath = '/HTML/BODY[1]/FORM[1]/BUTTON[1]';
  const action = { id: null, xpath, event: 'click', label: 'Next', instruction };
  const site = {
    page: async (number: number) => pages[number] ?? null,
    transitions: async (source: number) =>
      [{ source, ord: 0, target: source + 1, reason: 'fired', action }] satisfies Transition[],
    blob: async () => Buffer.from(html),
  } as unknown as SiteStore;
  const place = await formPlaceOf(site, pages[2] as Page);
  assert.equal(place?.address, 'http://h/');
  assert.equal(place?.path.length, 2);
  assert.deepEqual(
    place?.steps.map(({ name }) => name),
    ['author'],
  );
});
