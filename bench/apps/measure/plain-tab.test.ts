import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { elementsOf } from '../../../src/dom/xpath.ts';
import type { FireOrder } from '../../../src/model/index.ts';
import type { App } from '../app.ts';
import { controls } from '../controls/app.ts';
import { framesApp } from '../frames/app.ts';
import { litShadow } from '../lit/shadow.ts';
import { type RunningApp, startApp } from '../serve.ts';
import { partsShown } from '../truth.ts';
import { type PlainBrowser, type PlainTab, startPlainBrowser } from './plain-tab.ts';

let browser: PlainBrowser;
before(async () => {
  browser = await startPlainBrowser();
});
after(() => browser.close());

async function visit(app: App, work: (tab: PlainTab) => Promise<void>): Promise<void> {
  const site: RunningApp = await startApp(app);
  try {
    const tab = await browser.tab();
    await tab.open(site.url);
    await work(tab);
    await tab.close();
  } finally {
    await site.close();
  }
}

const at = (xpath: string, event = 'click', value?: string): FireOrder => ({
  id: null,
  xpath,
  event,
  ...(value === undefined ? {} : { value }),
});

async function shown(app: App, tab: PlainTab): Promise<readonly string[]> {
  return partsShown(app, (await tab.look()).document).parts;
}

it('a plain tab sees into open and closed shadows and fires there', () =>
  visit(litShadow, async (tab) => {
    assert.deepEqual(await shown(litShadow, tab), ['start']);
    assert.ok(await tab.fire(at('/HTML/BODY[1]/STORY-READER[1]/#shadow/NAV[1]/BUTTON[3]')));
    assert.ok(await tab.fire(at('/HTML/BODY[1]/DAILY-SAYING[1]/#shadow/DIV[1]/BUTTON[2]')));
    assert.deepEqual(await shown(litShadow, tab), ['story 3', 'saying 2']);
    assert.equal(await tab.fire(at('/HTML/BODY[1]/DAILY-SAYING[1]/#shadow/DIV[1]/BUTTON[9]')), false);
  }));

it('a plain tab fires in frames of any origin', () =>
  visit(framesApp, async (tab) => {
    for (const frame of [1, 2, 3])
      assert.ok(await tab.fire(at(`/HTML/BODY[1]/IFRAME[${frame}]/#document/HTML/BODY[1]/P[1]/BUTTON[2]`)));
    assert.deepEqual(await shown(framesApp, tab), ['start', 'board tomorrow', 'desk bills', 'note back']);
  }));

it('a plain tab chooses, toggles, focuses and presses keys; hidden text is not seen', () =>
  visit(controls, async (tab) => {
    const { document } = await tab.look();
    const fire = async (name: string, wanted: string, event: string, value?: string) => {
      const found = [...elementsOf(document)].find(({ node }) => node.attrs?.[name] === wanted);
      assert.ok(found && (await tab.fire(at(found.xpath, event, value))), wanted);
    };
    await fire('id', 'season', 'change', 'autumn');
    await fire('value', 'large', 'change');
    await fire('id', 'carousel', 'keydown', 'ArrowRight');
    // Last: the hint is shown as long as the field has the focus.
    await fire('name', 'street', 'focus');
    const parts = await shown(controls, tab);
    assert.deepEqual(parts, ['start', 'season autumn', 'size large', 'hint street', 'slide 2']);
  }));
