import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html, routes } from '../../../test/sites/answer.ts';
import { startSite } from '../../../test/sites/site.ts';
import { captured, startDriver, textOf } from './fixture.ts';

/** Tells a page how often anything was put back that it is taken to have replaced. */
const probe = `
let putBack = 0;
const knownBack = takeKnownBack;
takeKnownBack = (known) => { putBack++; return knownBack(known); };
globalThis.timesPutBack = () => putBack;`;

const page = (script: string) =>
  html(`<!doctype html><title>x</title><p id="out">none</p><button>look</button><script>${script}
document.querySelector('button').addEventListener('click', () => {
  document.querySelector('#out').textContent = 'put back ' + timesPutBack() + ' times, ';
});</script>`);

test('what the agent itself has replaced was put back fifty times in each event of every page', async () => {
  const site = await startSite({
    name: 'replaced',
    start: '/',
    respond: routes({
      '/': () => page(''),
      '/bind': () =>
        page(
          'const { bind } = Function.prototype; Function.prototype.bind = function (...given) { return bind.apply(this, given); };',
        ),
    }),
  });
  const driver = await startDriver(site.url, {}, undefined, undefined, probe);
  try {
    const tab = await driver.tab();
    const told = async (path: string) => {
      const { candidates } = await tab.open(site.origin + path);
      const button = candidates.find(({ text }) => text === 'look');
      assert.ok(button, 'there is a button');
      const { id, xpath, event } = button;
      return textOf(captured(await tab.fire({ id, xpath, event }, new Set())).document.root);
    };
    assert.match(await told('/'), /put back 0 times/);
    assert.match(await told('/bind'), /put back [1-9]/, 'what a page has replaced is put back');
  } finally {
    await driver.close();
    await site.close();
  }
});
