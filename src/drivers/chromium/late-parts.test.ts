import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { html, routes } from '../../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { listenerInstruction } from '../../identity/index.ts';
import type { Capture } from '../../model/index.ts';
import { captured, orderOf, scripted, startDriver, type TestDriver } from './fixture.ts';

/** Each menu is put at the end of the body when it is opened first, and stays there, hidden, when another one is opened. */
const page = `<!doctype html><title>Menus</title><button>Waders</button> <button>Herons</button> <button>All</button>
<div></div><p id="said"></p><script>
  const menus = {};
  const said = document.getElementById('said');
  const choose = ({ target }) => { said.textContent = 'Chosen ' + target.textContent; };
  const entries = { Waders: ['Dunlin', 'Fold'], Herons: ['Egret', 'Fold'] };
  const menu = (name) => {
    if (!menus[name]) {
      menus[name] = document.body.appendChild(document.createElement('div'));
      for (const entry of entries[name]) {
        const button = menus[name].appendChild(document.createElement('button'));
        button.textContent = entry;
        button.addEventListener('click', choose);
      }
    }
    return menus[name];
  };
  const open = ({ target: { textContent: name } }) => {
    for (const one of Object.values(menus)) one.hidden = true;
    for (const one of name === 'All' ? Object.keys(entries) : [name]) menu(one).hidden = false;
  };
  for (const button of document.querySelectorAll('button')) button.addEventListener('click', open);
</script>`;

describe('what scripts put at the end of the body', () => {
  let running: RunningSite;
  let driver: TestDriver;

  before(async () => {
    running = await startSite({ name: 'menus', start: '/', respond: routes({ '/': () => html(page) }) });
    driver = await startDriver(running.url);
  });
  after(async () => {
    await driver.close();
    await running.close();
  });

  /** What is shown once some buttons were pressed one after the other. */
  async function pressed(...names: readonly string[]): Promise<Capture> {
    const tab = await driver.tab();
    let shown = await tab.open(running.url, 0, true);
    for (const name of names) shown = captured(await tab.fire(orderOf(scripted(shown, name)), new Set()));
    await tab.close();
    return shown;
  }

  const place = () => ({ documentUrl: running.url, page: '00000000000000aa' });
  const print = (candidate: Capture['candidates'][number]) =>
    listenerInstruction(candidate, place(), () => false).fingerprint;

  test('is what it is, whatever was opened before', async () => {
    const [first, second] = [await pressed('Herons'), await pressed('Waders', 'Herons')];
    const [one, other] = [scripted(first, 'Egret'), scripted(second, 'Egret')];
    assert.notEqual(one.xpath, other.xpath);
    assert.equal(print(one), print(other));
  });

  test('is told apart where the same is seen twice', async () => {
    const shown = (await pressed('All')).candidates.filter(({ text }) => text === 'Fold');
    assert.deepEqual(
      shown.map(({ late }) => late),
      [0, 1],
    );
    assert.notEqual(print(shown[0] as never), print(shown[1] as never));
  });

  test('is not taken for what was there from the beginning', async () => {
    const { candidates } = await pressed('Herons');
    assert.ok(
      candidates
        .filter(({ text }) => /^(?:Waders|Herons|All)$/.test(text))
        .every(({ late }) => late === undefined),
    );
  });
});
