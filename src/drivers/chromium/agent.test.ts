import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Script } from 'node:vm';
import { html, routes } from '../../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { documentPrints } from '../../dom/canonical.ts';
import { agentScript } from './agent.ts';
import { element, startDriver, type TestDriver, textOf } from './fixture.ts';

const texts = [
  'plain',
  'Grüße, 春眠不觉晓',
  '𝒳 and 👩‍👩‍👧',
  'a\u00a0b\u200bc',
  '\ud800 alone',
  'x'.repeat(70_000),
];

const names = { name: '__name', secret: '__secret' };

describe('the script in the page', () => {
  test('is one script that any engine can read', () => {
    const source = agentScript(names);
    assert.doesNotThrow(() => new Script(source));
    assert.doesNotMatch(source, /^\s*(?:import|export)\b/m);
    assert.match(source, /installAgent\("__secret", \[\]\)/);
    assert.equal(agentScript(names), source);
  });
});

describe('in the one scope of the script', () => {
  test('each name stands for one thing', () => {
    const declared = /^(?:async )?(?:function\*?|const|let|class) ([\w$]+)/gm;
    const declarations = [...agentScript(names).matchAll(declared)].map(([, name]) => name as string);
    const twice = declarations.filter((name, at) => declarations.indexOf(name) !== at);
    assert.ok(declarations.length > 100);
    assert.deepEqual(twice, []);
  });
});

describe('the script at work', () => {
  let site: RunningSite;
  let driver: TestDriver;
  before(async () => {
    const report = `<p id="out"></p><script>
      var names = Object.getOwnPropertyNames(window).filter(function (name) { return /^__[0-9a-f]{32}$/.test(name); });
      var own = [setTimeout, setInterval, fetch, alert, Date.now, performance.now, XMLHttpRequest.prototype.send];
      out.textContent = JSON.stringify({
        enumerable: Object.keys(window).filter(function (name) { return names.includes(name); }).length,
        native: own.every(function (each) { return /native code/.test(each.toString()); }),
        date: new Date() instanceof Date && new Date(5).getTime() === 5 && Math.abs(Date.now() - new Date()) < 1000,
      });
    </script>`;
    const clock = `<p id="out"></p><script>
      var seen = []; var began = Date.now();
      var at = function (name) { return function () { seen.push(name + Math.round((Date.now() - began) / 1000)); out.textContent = seen.join(' '); }; };
      setTimeout(at('c'), 3000); setTimeout(at('a'), 1000); setTimeout(at('b'), 2000);
      setTimeout('seen.push("text"); out.textContent = seen.join(" ")', 4000);
      var left = 3; var id = setInterval(function () { at('i')(); if (--left === 0) clearInterval(id); }, 1400);
      setTimeout(function (x, y) { at(x + y)(); }, 5000, 'x', 'y');
      clearTimeout(setTimeout(at('never'), 100));
    </script>`;
    site = await startSite({
      name: 'agent',
      start: '/',
      respond: routes({
        '/': () => html('<!doctype html><title>x</title>'),
        '/report': () => html(`<!doctype html><title>x</title>${report}`),
        '/clock': () => html(`<!doctype html><title>x</title>${clock}`),
        '/text/:n': (_, [n]) => {
          const text = JSON.stringify(texts[Number(n)]);
          return html(
            `<!doctype html><title>x</title><p id="out"></p><script>out.textContent = ${text}; out.title = ${text};</script>`,
          );
        },
      }),
    });
    driver = await startDriver(site.url);
  });
  after(async () => {
    await driver.close();
    await site.close();
  });

  test('gives the fingerprint that Node gives, for any text', async () => {
    const tab = await driver.tab();
    const prints = new Set<string>();
    for (const at of texts.keys()) {
      const { document, fingerprint: print } = await tab.open(`${site.origin}/text/${at}`);
      assert.equal(print, documentPrints(document).exact, JSON.stringify(texts[at]).slice(0, 40));
      prints.add(print);
    }
    assert.equal(prints.size, texts.length);
    await tab.close();
  });

  test('is not seen by the page, whose functions look as ever', async () => {
    const tab = await driver.tab();
    const { document } = await tab.open(`${site.origin}/report`);
    assert.deepEqual(JSON.parse(textOf(element(document, 'out'))), {
      enumerable: 0,
      native: true,
      date: true,
    });
    await tab.close();
  });

  test('runs timers in order, at their virtual moments, with their arguments', async () => {
    const tab = await driver.tab();
    const { document } = await tab.open(`${site.origin}/clock`);
    assert.equal(textOf(element(document, 'out')), 'a1 i1 b2 i3 c3 text i4 xy5');
    await tab.close();
  });
});
