import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { html, routes } from '../../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import type { Outcome } from '../../model/index.ts';
import { captured, element, startDriver, type TestDriver, textOf } from './fixture.ts';

const page = (script: string) =>
  html(`<!doctype html><body style="height: 9000px"><p id="out">nothing</p><button onclick="go()">go</button>
<div id="box" style="height: 20px"></div><script>var n = 0; ${script}</script>`);

const site = {
  name: 'late-frames',
  start: '/',
  respond: routes({
    '/': () => html('<p>start'),
    // Each observer tells of something one frame after the other.
    '/observed': () =>
      page(`function go() { new ResizeObserver(function () { if (++n < 4) box.style.height = 20 + n + 'px';
        else new IntersectionObserver(function () { out.textContent = 'seen'; }).observe(box); }).observe(box); }`),
    '/scrolled': () =>
      page(
        `var last = -1; addEventListener('scroll', function () { if (scrollY === last) n++; last = scrollY; }); function go() { out.textContent = 'scrolled ' + n; }`,
      ),
  }),
};

/** The browser of this process, which draws the frames of its pages. */
function browserOf(): number {
  const own = `argiope-profile-${process.pid}-`;
  const isIt = (name: string) => {
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return line.includes(own) && !line.includes('--type=');
    } catch {
      return false;
    }
  };
  const found = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isIt(name));
  assert.ok(found, 'there is a browser');
  return Number(found);
}

/**
 * Does something while the browser gets no time but for moments, as on a machine that others keep busy. On one
 * that is busy indeed the moments may be of no use to it, so they come to an end.
 */
async function starved<T>(browser: number, act: () => Promise<T>): Promise<T> {
  let ended = false;
  const acting = act().finally(() => {
    ended = true;
  });
  for (let moments = 0; !ended && moments < 30; moments++) {
    process.kill(browser, 'SIGSTOP');
    await pause(300);
    process.kill(browser, 'SIGCONT');
    await pause(5 + Math.random() * 30);
  }
  return acting;
}

describe('frames that come late', { skip: process.platform !== 'linux' && 'there is no /proc here' }, () => {
  let running: RunningSite;
  let driver: TestDriver;
  let browser: number;
  before(async () => {
    running = await startSite(site);
    driver = await startDriver(running.url);
    browser = browserOf();
  });
  after(async () => {
    await driver.close();
    await running.close();
  });

  const click = { id: null, xpath: '/HTML/BODY[1]/BUTTON[1]', event: 'click' };
  const said = (outcome: Outcome) => textOf(element(captured(outcome).document, 'out'));

  test('are waited for where observers have something to tell', async () => {
    const tab = await driver.tab();
    for (let round = 0; round < 3; round++) {
      await tab.open(`${running.origin}/observed`);
      assert.equal(said(await starved(browser, () => tab.fire(click, new Set()))), 'seen');
    }
  });

  test('are waited for by a scroll, of which no place is told twice', async () => {
    const tab = await driver.tab();
    const scroll = { id: null, xpath: '/HTML', event: 'scroll' };
    for (let round = 0; round < 3; round++) {
      await tab.open(`${running.origin}/scrolled`);
      await starved(browser, () => tab.fire(scroll, new Set()));
      assert.equal(said(await tab.fire(click, new Set())), 'scrolled 0');
    }
  });
});
