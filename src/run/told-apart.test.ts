import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { defaultSettings } from '../config/index.ts';
import { makeFolder, serve, type TestServer } from '../crawl/gather/fixture.ts';
import { visibleText } from '../dom/text.ts';
import { readDocument } from '../html/stored.ts';
import type { SiteStore } from '../model/index.ts';
import { openStoreAt } from '../store/index.ts';
import { exploreSite } from './explore-site.ts';

const birds = ['avocet', 'bittern', 'coot', 'dunlin', 'egret', 'fulmar', 'gannet', 'heron', 'ibis'];

/** A table of birds, three on each leaf, whose rows are unfolded by signs that are all the same. */
const table = (sign: string) => `<h1>Birds</h1><table><tbody></tbody></table><p id="leaves"></p><script>
  const birds = ${JSON.stringify(birds)};
  const body = document.querySelector('tbody');
  function leaf(at) {
    body.innerHTML = birds.slice(3 * at, 3 * at + 3).map((bird) => '<tr><td>${sign}</td><td>' + bird + '</td></tr>').join('');
    document.querySelectorAll('td > *').forEach((each, nth) => each.addEventListener('click', (event) => {
      event.preventDefault();
      const row = each.closest('tr');
      if (row.nextSibling?.className === 'more') row.nextSibling.remove();
      else row.insertAdjacentHTML('afterend', '<tr class="more"><td></td><td>Where the ' + birds[3 * at + nth] + ' nests</td></tr>');
    }));
  }
  [0, 1, 2].forEach((at) => {
    const button = document.querySelector('#leaves').appendChild(document.createElement('button'));
    button.textContent = at + 1;
    button.addEventListener('click', () => leaf(at));
  });
  leaf(0);
</script>`;

const animals = ['cats', 'dogs', 'fish'];
/** A page about one animal, and a menu of all of them, in which its own name and link are nothing new. */
const animal = (name: string) => `<h1>${name}</h1><p>All of ${name}</p>
  <button onclick="menu.hidden = false">Menu</button><ul id="menu" hidden>
  ${[...animals, 'shops', 'terms'].map((other) => `<li><a href="/${other}#all">${other}</a></li>`).join('')}</ul>`;

const pages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(animals.map((name) => [`/${name}`, animal(name)])),
  '/shops': '<p>Where to buy</p>',
  '/terms': '<p>What to mind</p>',
  '/signs': table('<a href="#"><i></i></a>'),
  '/words': table('<a href="#">Details</a>'),
  // A question that is asked once more waits until the first one is answered.
  '/asked': `<h1>Letter</h1><button id="send">Confirm</button><p id="said"></p><script>
      let open = 0;
      function show() {
        document.querySelector('div')?.remove();
        if (open === 0) return;
        document.body.insertAdjacentHTML('beforeend', '<div style="position: fixed; inset: 0; background: white"><p>Are you sure of it?</p><button>No</button> <button>Yes</button></div>');
        const [no, yes] = document.querySelectorAll('div button');
        no.addEventListener('click', () => { open--; show(); });
        yes.addEventListener('click', () => { open--; show(); if (open === 0) said.textContent = 'The letter is sent'; });
      }
      send.addEventListener('click', () => { open++; if (open > 1) fetch('/twice'); show(); });
    </script>`,
  // The question stays in the page, hidden, once it was answered.
  '/kept': `<h1>Letter</h1><p id="said"></p><button id="ask">Ask</button><div id="over" hidden style="position: fixed; inset: 0; background: white"></div><script>
      ask.addEventListener('click', () => {
        over.innerHTML = '<p>Are you sure of it?</p><button>Cancel</button> <button>Surely</button>';
        over.hidden = false;
        const [no, yes] = over.querySelectorAll('button');
        no.addEventListener('click', () => { over.hidden = true; });
        yes.addEventListener('click', () => {
          if (over.hidden) return;
          over.hidden = true;
          said.textContent = 'The letter is sent';
        });
      });
    </script>`,
  // One handler for all answers, of which all but the last close the question; what is left of it shows nothing.
  '/answers': `<h1>Letter</h1><p id="said"></p><button id="ask">Ask</button><p id="rests"></p><script>
      ask.addEventListener('click', () => {
        document.body.insertAdjacentHTML('beforeend', '<div style="position: fixed; inset: 0; background: white"><p>Are you sure of it?</p>' + ['Never', 'Later', 'Tomorrow', 'Perhaps', 'Surely'].map((each) => '<button>' + each + '</button>').join(' ') + '</div>');
        for (const each of document.querySelectorAll('div button')) each.addEventListener('click', answer);
      });
      function answer({ currentTarget }) {
        document.querySelector('div').remove();
        rests.append(document.createElement('i'));
        if (currentTarget.textContent === 'Surely') said.textContent = 'The letter is sent';
      }
    </script>`,
};

describe('elements that nothing of their own tells apart, and what lies over others', () => {
  let server: TestServer;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  before(async () => {
    folder = await makeFolder();
    server = await serve((path, response) => {
      const body = pages[path.replace(/\?.*/, '')];
      if (body === undefined) {
        response.statusCode = 404;
        response.end();
        return;
      }
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><title>Page</title><body>${body}</body>`);
    });
  });
  after(async () => {
    await server.close();
    await folder.remove();
  });

  async function crawled(path: string, workers: number): Promise<readonly string[]> {
    const seeds = [`http://127.0.0.1:${server.port}${path}`];
    const store = await openStoreAt(`sqlite:${folder.file(`${path.slice(1)}${workers}`)}`);
    try {
      const site = (await store.site('site', { seeds, settings: {} })) as SiteStore;
      const settings = { ...defaultSettings(seeds, { engine: 'browser' }), workers };
      await exploreSite(site, settings, {}, null);
      const texts: string[] = [];
      for (const { content } of await site.pages({ status: 'kept' })) {
        const document = content && (await readDocument(site, content));
        if (document) texts.push(visibleText(document));
      }
      return texts;
    } finally {
      await store.close();
    }
  }

  /** What a pattern finds in the texts of the pages, sorted, without what is found again. */
  const found = (texts: readonly string[], pattern: RegExp) =>
    [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([each]) => each)))].sort();
  const nests = birds.map((bird) => `Where the ${bird} nests`);

  for (const workers of [1, 4])
    for (const path of ['/signs', '/words'])
      test(`each row of a table is unfolded, those of other leaves were taken for those of the first, ${path}, to ${workers} at work`, async () => {
        const texts = await crawled(path, workers);
        assert.deepEqual(found(texts, /Where the \w+ nests/g), nests);
      });

  for (const workers of [1, 4])
    test(`a question is answered and asked once: the button under it was pressed again, to ${workers} at work`, async () => {
      const texts = await crawled('/asked', workers);
      assert.deepEqual(found(texts, /The letter is sent/g), ['The letter is sent']);
      assert.ok(!server.asked.some(({ path }) => path === '/twice'));
    });

  test('the last of five answers is given: those before it only closed the question, which was taken for nothing', async () => {
    const texts = await crawled('/answers', 1);
    assert.deepEqual(found(texts, /The letter is sent/g), ['The letter is sent']);
  });

  for (const workers of [1, 4])
    test(`an answer is given where the question is seen: it was pressed where the question was closed, to ${workers} at work`, async () => {
      const texts = await crawled('/kept', workers);
      assert.deepEqual(found(texts, /The letter is sent/g), ['The letter is sent']);
    });

  test('a menu is one page, though each page has another of its words already', async () => {
    const texts = await crawled('/cats', 1);
    assert.deepEqual(found(texts, /All of \w+|Where to buy|What to mind/g).length, 5);
    assert.equal(texts.filter((text) => /shops/.test(text)).length, 1);
    assert.equal(texts.length, 6);
  });
});
