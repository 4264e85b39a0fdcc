import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { html, routes } from '../../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { defaultSettings } from '../../config/index.ts';
import type { CrawlEvent, Driver, Tab } from '../../model/index.ts';
import { captured, element, textOf } from './fixture.ts';
import { chromiumDriver } from './index.ts';

const script = `onmessage = function (event) {
  var inner = event.data.inner;
  if (inner) {
    var worker = new Worker('/worker.js');
    worker.onmessage = function (answer) { postMessage('inner ' + answer.data); };
    worker.postMessage({ method: inner });
    return;
  }
  if (event.data.method === 'names') {
    postMessage(Reflect.ownKeys(self).filter(function (name) { return /__[0-9a-f]{32}/.test(String(name)); }).length + ' names');
    return;
  }
  if (event.data.method === 'XHR') {
    var x = new XMLHttpRequest();
    x.open('PUT', '/data');
    x.onloadend = function () { postMessage('ended with ' + x.status); };
    x.send('x');
    return;
  }
  fetch('/data', { method: event.data.method, body: event.data.method === 'GET' ? undefined : 'x' })
    .then(function (answer) { return answer.text(); })
    .then(postMessage, function (error) { postMessage(error.name); });
};`;

const page = `<!doctype html><title>workers</title><p id="out">nothing</p>
  <button id="GET">GET</button><button id="POST">POST</button><button id="XHR">XHR</button><button id="inner">inner</button><button id="names">names</button><button id="shared">shared</button>
  <script>
    var out = document.getElementById('out');
    var worker = new Worker('/worker.js');
    worker.onmessage = function (event) { out.textContent = event.data; };
    worker.postMessage({ method: 'POST' });
    for (const button of document.querySelectorAll('button')) button.addEventListener('click', function () {
      if (button.id === 'shared') { out.textContent = 'shared ' + typeof SharedWorker + ', service ' + typeof navigator.serviceWorker; return; }
      worker.postMessage(button.id === 'inner' ? { inner: 'POST' } : { method: button.id });
    });
  </script>`;

describe('a worker of a page', () => {
  let site: RunningSite;
  const asked: string[] = [];
  const notes: CrawlEvent[] = [];
  before(async () => {
    site = await startSite({
      name: 'workers',
      start: '/',
      respond: routes({
        '/': () => html(page),
        '/worker.js': () => ({ headers: { 'content-type': 'text/javascript' }, body: script }),
        '/data': ({ method }) => {
          asked.push(method);
          return { headers: { 'content-type': 'text/plain' }, body: `answer to ${method}` };
        },
      }),
    });
  });
  after(() => site.close());
  beforeEach(() => {
    asked.length = 0;
    notes.length = 0;
  });

  async function driving(methods: readonly string[], run: (tab: Tab) => Promise<void>): Promise<void> {
    const settings = defaultSettings([site.url], { methods });
    const driver: Driver = await chromiumDriver(settings, {
      permit: async () => {},
      sink: null,
      fetch: async () => null,
      listen: (event) => void notes.push(event),
    });
    try {
      await run(await driver.tab());
    } finally {
      await driver.close();
    }
  }

  const press = async (tab: Tab, id: string) => {
    const { document } = captured(await tab.fire({ id, xpath: '/BUTTON', event: 'click' }, new Set()));
    return textOf(element(document, 'out'));
  };

  test('says what it has to say while the page opens, and then asks only, as its own workers do', async () => {
    await driving(['GET', 'HEAD', 'OPTIONS'], async (tab) => {
      const opened = await tab.open(site.url);
      assert.equal(textOf(element(opened.document, 'out')), 'answer to POST');
      assert.equal(await press(tab, 'POST'), 'TypeError');
      assert.equal(await press(tab, 'GET'), 'answer to GET');
      assert.equal(await press(tab, 'XHR'), 'ended with 0');
      assert.equal(await press(tab, 'inner'), 'inner TypeError');
      assert.equal(await press(tab, 'names'), '0 names', 'a worker finds nothing of ours');
      assert.equal(
        await press(tab, 'shared'),
        'shared undefined, service undefined',
        'none outlives its page',
      );
    });
    assert.deepEqual(asked, ['POST', 'GET']);
    const told = notes.flatMap((note) => (note.kind === 'note' && note.level === 'info' ? [note.text] : []));
    assert.deepEqual(told, [
      'blocked POST /data (2 times); --methods GET,HEAD,OPTIONS,POST allows it',
      'blocked PUT /data (once); --methods GET,HEAD,OPTIONS,PUT allows it',
    ]);
  });

  test('may do what is allowed', async () => {
    await driving(['GET', 'POST'], async (tab) => {
      await tab.open(site.url);
      assert.equal(await press(tab, 'POST'), 'answer to POST');
      assert.equal(await press(tab, 'inner'), 'inner answer to POST');
    });
    assert.deepEqual(asked, ['POST', 'POST', 'POST']);
  });
});
