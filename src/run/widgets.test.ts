import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { defaultSettings } from '../config/index.ts';
import { makeFolder, serve, type TestServer } from '../crawl/gather/fixture.ts';
import { visibleText } from '../dom/text.ts';
import type { SiteStore } from '../model/index.ts';
import { openStoreAt } from '../store/index.ts';
import { exploreSite } from './explore-site.ts';

/** Pages the way that widely used scripts make them. */
function radios(name: string, values: readonly string[]): string {
  const box = (value: string, at: number) =>
    `<label><input type="radio" name="${name}" value="${value}"${at === 0 ? ' checked' : ''}>${value}</label>`;
  return values.map(box).join('');
}

const pages: Readonly<Record<string, string>> = {
  '/heard': `<h1>Start</h1><a href="/other">Other</a> <a href="/third" target="_blank">Third</a>
    <script>document.querySelectorAll('a').forEach((a) => a.addEventListener('click', () => { window.told = 1 }))</script>`,
  '/unseen': `<h1>Ways to hide</h1><style>
      .a { visibility: hidden } .b { max-height: 0; overflow: hidden } .c { position: absolute; opacity: 0 } .d { position: fixed; width: 0; overflow-x: hidden }
      .open { visibility: visible; max-height: none; opacity: 1; width: auto }</style>
    ${['a', 'b', 'c', 'd'].map((way) => `<button onclick="turn('${way}')">Turn ${way}</button><div class="${way}" id="${way}"><p>Behind ${way}</p></div>`).join('')}
    <script>function turn(way) { document.getElementById(way).classList.toggle('open') }</script>`,
  '/other': '<h1>The other page</h1>',
  '/third': '<h1>The third page</h1>',
  '/routes': `<h1>Birds</h1><input type="search"><ul id="found"></ul>
    <nav>${['heron', 'ibis', 'jay'].map((bird) => `<a href="#/${bird}">${bird}</a>`).join(' ')}</nav><main></main>
    <script>
      const show = () => { document.querySelector('main').textContent = 'All about ' + (location.hash.slice(2) || 'birds') };
      addEventListener('hashchange', show); show();
      const [field, found] = [document.querySelector('input'), document.querySelector('#found')];
      field.addEventListener('input', () => {
        found.innerHTML = ['Legs', 'Beaks', 'Nests'].map((part) => '<li>' + part + ' of ' + field.value + '</li>').join('');
      });
    </script>`,
  '/views': `<h1>Wiki</h1><p>Begin with <a href="#Heron">Heron</a>, or look at the <a href="#foot">foot</a>.</p>
    <main></main><p id="foot">The foot of the page.</p>
    <script>
      const next = { Heron: 'Ibis', Ibis: 'Jay', Jay: 'Heron' };
      document.querySelectorAll('a').forEach(answer);
      function answer(link) {
        link.addEventListener('click', (event) => {
          const name = link.hash.slice(1);
          if (!next[name]) return;
          event.preventDefault();
          document.querySelector('main').innerHTML = '<p>All about the ' + name + '. <a href="#' + next[name] + '">' + next[name] + '</a></p>';
          answer(document.querySelector('main a'));
        });
      }
    </script>`,
  '/tabs': `<h1>Tabs</h1><ul>${['one', 'two', 'three'].map((name) => `<li role="tab"><a href="#${name}">${name}</a></li>`).join('')}</ul>
    ${['one', 'two', 'three'].map((name, at) => `<div id="${name}"${at === 0 ? '' : ' hidden'}>The words of panel ${name}.</div>`).join('')}
    <script>
      for (const link of document.querySelectorAll('a')) link.addEventListener('click', (event) => {
        event.preventDefault();
        for (const panel of document.querySelectorAll('div')) panel.hidden = '#' + panel.id !== link.hash;
      });
    </script>`,
  '/drawers': `<h1>Drawers</h1>${['one', 'two', 'shown'].map((name) => `<a href="#${name}">${name}</a>`).join(' ')}
    <div id="one" hidden>What drawer one holds</div><div id="two" hidden>What drawer two holds</div><p id="shown">A place.</p>
    <div id="notes"></div><script>
      for (const link of document.querySelectorAll('a')) link.addEventListener('click', (event) => {
        const drawer = document.querySelector(link.hash);
        if (drawer.hidden) event.preventDefault();
        drawer.hidden = false;
        const note = document.createElement('p');
        note.textContent = 'You have opened ' + link.textContent;
        notes.append(note);
        setTimeout(() => note.remove(), 3000);
      });
    </script>`,
  '/stepper': `<p>${['Tabs', 'Terms', 'Prices', 'Places'].map((name) => `<button>${name}</button>`).join('')}</p>
    <article><section>Choose one.</section><p></p></article><button id="next">Next</button><script>
      const steps = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];
      let at = 0;
      const show = () => { document.querySelector('article p').textContent = steps[at] + ' step of the tour'; };
      document.querySelector('#next').addEventListener('click', () => { at = Math.min(at + 1, steps.length - 1); document.querySelector('section').textContent = 'You have gone on.'; show(); });
      for (const button of document.querySelectorAll('body > p button')) button.addEventListener('click', () => {
        if (at === 0) document.querySelector('section').textContent = 'All the ' + button.textContent + ' that there are';
      });
      show();
    </script>`,
  '/last': `<ul></ul><button>More</button><script>
      const birds = ['heron', 'ibis', 'jay'];
      const button = document.querySelector('button');
      button.addEventListener('click', () => {
        const item = document.createElement('li');
        item.textContent = 'All about the ' + birds.shift();
        document.querySelector('ul').append(item);
        if (birds.length === 0) button.remove();
      });
    </script>`,
  '/beneath': `<button id="open">Open</button>${['Menu', 'Note', 'Card'].map((name) => `<button class="say">${name}</button>`).join('')}<p id="said"></p>
    <div id="over" style="position: fixed; inset: 0; background: white" hidden><p>The letter lies over all.</p></div><script>
      const over = document.querySelector('#over');
      document.querySelector('#open').addEventListener('click', () => { over.hidden = false; });
      for (const button of document.querySelectorAll('.say')) button.addEventListener('click', () => {
        if (over.hidden) document.querySelector('#said').textContent = 'What the ' + button.textContent + ' says';
      });
    </script>`,
  '/palette': `<div id="palette" hidden><input placeholder="Search"><ul></ul></div><button id="open">Search</button><script>
      const palette = document.querySelector('#palette');
      document.querySelector('#open').addEventListener('click', () => { palette.hidden = false; });
      palette.querySelector('input').addEventListener('input', () => {
        if (!palette.hidden) palette.querySelector('ul').innerHTML = '<li>The heron stands in the water</li>';
      });
    </script>`,
  '/beside': `<p><button id="review">Reviews</button> <button id="weight">Weight</button></p><ul id="list"></ul>
    <section>Choose an item.</section><div id="over"></div><script>
      const items = ['Lamp', 'Chair', 'Kettle', 'Mirror', 'Table'];
      let chosen = null;
      for (const name of items) {
        const item = document.createElement('li');
        item.textContent = name;
        item.addEventListener('click', () => {
          chosen = name; over.innerHTML = '';
          document.querySelector('section').textContent = 'All about the ' + name + ' of this house.';
        });
        list.append(item);
      }
      const show = (text) => { over.innerHTML = '<div role="dialog"><p>' + (chosen ? text + chosen : 'Nothing chosen') + '</p></div>'; };
      review.addEventListener('click', () => show('What people say of the '));
      weight.addEventListener('click', () => show('What to know of the weight of the '));
    </script>`,
  '/levels': `<p id="country"></p><p id="city"></p><section></section><p><button id="weather">Weather</button></p><aside></aside><script>
      const cities = { France: ['Paris', 'Lyon'], Spain: ['Madrid', 'Toledo'] };
      const [section, aside] = [document.querySelector('section'), document.querySelector('aside')];
      let at = null;
      const add = (where, name, run) => {
        const button = document.createElement('button');
        button.textContent = name;
        button.addEventListener('click', run);
        where.append(button);
      };
      const go = (name) => { at = name; aside.innerHTML = ''; section.textContent = 'All about ' + name; };
      for (const name of Object.keys(cities)) add(country, name, () => {
        go(name);
        city.innerHTML = '';
        for (const each of cities[name]) add(city, each, () => go(each));
      });
      weather.addEventListener('click', () => { aside.innerHTML = '<p>Sun and rain over ' + at + '</p>'; });
    </script>`,
  '/filters': `<fieldset>${radios('kind', ['Chairs', 'Lamps', 'Tables'])}</fieldset>
    <fieldset>${radios('price', ['cheap', 'fair', 'dear'])}</fieldset><ul></ul><script>
      const value = (name) => document.querySelector('[name=' + name + ']:checked').value;
      const draw = () => { document.querySelector('ul').innerHTML = '<li>One of the ' + value('price') + ' ' + value('kind') + '</li>'; };
      document.addEventListener('change', draw);
      draw();
    </script>`,
  '/leaves': `<nav></nav><main></main><footer></footer><script>
      let [tree, leaf] = ['Oak', 1];
      const buttons = (where, names, run) => document.querySelector(where).replaceChildren(...names.map((name) => {
        const button = document.createElement('button');
        button.textContent = name;
        button.addEventListener('click', () => run(name));
        return button;
      }));
      const draw = () => { document.querySelector('main').textContent = 'Leaf number ' + leaf + ' of ' + tree; };
      buttons('nav', ['Oak', 'Pine', 'Elm'], (name) => { tree = name; leaf = 1; draw(); });
      buttons('footer', ['1', '2', '3', '4'], (name) => { leaf = name; draw(); });
      draw();
    </script>`,
  '/folding': `<button id="fold">Fold</button> <button id="dark">Dark</button>
    ${['one', 'two', 'three', 'four'].map((name) => `<a href="#${name}">${name}</a>`).join(' ')}<main></main>
    <script>
      fold.onclick = () => document.body.classList.toggle('folded');
      dark.onclick = () => { document.documentElement.dataset.theme = document.documentElement.dataset.theme ? '' : 'dark'; };
      addEventListener('hashchange', () => {
        document.body.dataset.route = location.hash;
        document.querySelector('main').textContent = 'All of chapter ' + location.hash.slice(1);
      });
    </script>`,
  '/nested': `<div class="tree">${['Oak', 'Elm', 'Ash'].map((tree) => `<p><button>${tree}</button></p><div hidden><p><button>Twigs of the ${tree}</button></p><div hidden><p>Leaves of the ${tree}</p></div></div>`).join('')}</div>
    <script>
      for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => {
        const fold = button.parentNode.nextElementSibling;
        fold.hidden = !fold.hidden;
      });
    </script>`,
  '/hash': `<h1>Hash</h1><a href="#about">About us</a> <a href="#team">The team</a> <a href="#end">The end</a><main></main><p id="end">end</p>
    <script>
      addEventListener('hashchange', () => { document.querySelector('main').textContent = 'A view of ' + location.hash.slice(1); });
    </script>`,
};

describe('pages as scripts make them', () => {
  let server: TestServer;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  before(async () => {
    folder = await makeFolder();
    server = await serve((path, response) => {
      response.writeHead(pages[path] === undefined ? 404 : 200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><title>${path}</title><body>${pages[path] ?? 'none'}`);
    });
  });
  after(async () => {
    await server.close();
    await folder.remove();
  });

  /** The texts of the pages that are kept of a crawl, sorted, and what the crawl came to. */
  async function crawled(path: string, workers = 1, strategy: 'nearest' | 'breadth' = 'nearest') {
    const settings = defaultSettings([`http://127.0.0.1:${server.port}${path}`], {
      engine: 'browser',
      workers,
      strategy,
    });
    const store = await openStoreAt(`sqlite:${folder.file(`${path.slice(1)}${workers}`)}`);
    try {
      const site = (await store.site('site', { seeds: settings.seeds, settings: {} })) as SiteStore;
      const explored = await exploreSite(site, settings, {}, null);
      const texts: string[] = [];
      const worn: string[] = [];
      for (const { content } of await site.pages({ status: 'kept' })) {
        const tree = JSON.parse(Buffer.from((await site.blob(content?.blob ?? '')) as Uint8Array).toString());
        worn.push(JSON.stringify([tree.root.attrs, tree.root.kids.at(-1).attrs]));
        texts.push(visibleText(tree).replace(/\s+/g, ' ').trim());
      }
      return { explored, texts: texts.sort(), worn };
    } finally {
      await store.close();
    }
  }

  test('links that scripts only hear of lead to pages, in this tab or in another', async () => {
    const { explored, texts } = await crawled('/heard');
    assert.deepEqual(texts, ['Start Other Third', 'The other page', 'The third page']);
    assert.deepEqual([explored.pages.statePages, explored.totals.errors], [0, 0]);
  });

  test('what is invisible, transparent or folded is shown by what opens it', async () => {
    const { explored, texts } = await crawled('/unseen');
    assert.deepEqual(found(texts, /Behind \w/g), ['Behind a', 'Behind b', 'Behind c', 'Behind d']);
    assert.equal(
      texts.filter((text) => !text.includes('Behind')).length,
      1,
      'the start page shows none of it',
    );
    assert.deepEqual([texts.length, explored.totals.errors], [5, 0]);
  });

  test('routes are kept without what a search box shows beside them, which is shown once', async () => {
    const { explored, texts } = await crawled('/routes');
    const plain = texts.filter((text) => !text.includes('Nests'));
    assert.deepEqual(
      plain.map((text) => /All about .*/.exec(text)?.[0]),
      ['All about birds', 'All about heron', 'All about ibis', 'All about jay'],
    );
    assert.deepEqual([texts.length, explored.totals.errors], [5, 0]);
  });

  /** What a pattern finds in the texts of the pages, sorted, without what is found again. */
  const found = (texts: readonly string[], pattern: RegExp) =>
    [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([each]) => each)))].sort();

  test('links to fragments that scripts answer lead to views, those to places in the page nowhere', async () => {
    const { explored, texts } = await crawled('/views');
    assert.deepEqual(found(texts, /All about the \w+/g), [
      'All about the Heron',
      'All about the Ibis',
      'All about the Jay',
    ]);
    assert.deepEqual([texts.length, explored.totals.errors], [4, 0]);
  });

  test('"Next" goes on where it has led, though it led to one page from all others: what came after was lost', async () => {
    const { texts } = await crawled('/stepper', 1, 'breadth');
    const steps = ['Fifth step', 'First step', 'Fourth step', 'Second step', 'Third step'];
    assert.deepEqual(found(texts, /\w+ step/g), steps);
  });

  test('a list is followed to its end where "More" goes with the last entry: that entry was lost', async () => {
    const { texts } = await crawled('/last');
    const birds = ['All about the heron', 'All about the ibis', 'All about the jay'];
    assert.deepEqual(found(texts, /All about the \w+/g), birds);
  });

  test('what lies under something is fired where it can be reached: it did nothing there, and was given up', async () => {
    const { texts } = await crawled('/beneath', 4);
    const said = ['What the Card says', 'What the Menu says', 'What the Note says'];
    assert.deepEqual(found(texts, /What the \w+ says/g), said);
  });

  test('a dialogue that shows nothing but a box is a way to what the box finds', async () => {
    const { texts } = await crawled('/palette', 4);
    assert.deepEqual(found(texts, /The heron stands/g), ['The heron stands']);
  });

  test('tabs that name their panels show each of them', async () => {
    const { explored, texts } = await crawled('/tabs');
    assert.deepEqual([texts.length, explored.totals.errors], [3, 0]);
  });

  test('links to what is hidden open it, and a message that goes by itself is kept', async () => {
    const { explored, texts } = await crawled('/drawers');
    assert.deepEqual(found(texts, /What drawer \w+/g), ['What drawer one', 'What drawer two']);
    assert.deepEqual(found(texts, /You have opened \w+/g).slice(0, 2), [
      'You have opened one',
      'You have opened two',
    ]);
    assert.equal(explored.totals.errors, 0);
  });

  for (const workers of [1, 4])
    test(`buttons beside a list show what belongs to each of its items, to ${workers} at work`, async () => {
      const { explored, texts } = await crawled('/beside', workers);
      for (const words of ['All about the', 'say of the', 'weight of the'])
        assert.equal(
          found(texts, new RegExp(`${words} (?:Lamp|Chair|Kettle|Mirror|Table)`, 'g')).length,
          5,
          words,
        );
      assert.equal(explored.totals.errors, 0);
    });

  test('a button shows what belongs to each level of a menu', async () => {
    const { explored, texts } = await crawled('/levels');
    assert.equal(found(texts, /All about (?:France|Spain|Paris|Lyon|Madrid|Toledo)/g).length, 6);
    assert.equal(found(texts, /rain over (?:France|Spain|Paris|Lyon|Madrid|Toledo)/g).length, 6);
    assert.equal(explored.totals.errors, 0);
  });

  for (const workers of [1, 4]) {
    test(`filters show what belongs to each pair of them, to ${workers} at work`, async () => {
      const { explored, texts } = await crawled('/filters', workers);
      assert.equal(found(texts, /One of the (?:cheap|fair|dear) (?:Chairs|Lamps|Tables)/g).length, 9);
      assert.equal(explored.totals.errors, 0);
    });

    test(`one handler may serve tabs and the pager of each, to ${workers} at work`, async () => {
      const { explored, texts } = await crawled('/leaves', workers);
      assert.equal(found(texts, /Leaf number \d of (?:Oak|Pine|Elm)/g).length, 12);
      assert.equal(explored.totals.errors, 0);
    });
  }

  test('a theme, or a bar that was folded, is not worn by the pages that are seen after it', async () => {
    const { explored, texts, worn } = await crawled('/folding');
    assert.equal(found(texts, /All of chapter \w+/g).length, 4);
    assert.deepEqual([texts.length, explored.totals.errors], [5, 0]);
    for (const dress of worn) assert.doesNotMatch(dress, /folded|dark/);
    assert.ok(worn.some((dress) => dress.includes('#four')));
  });

  for (const workers of [1, 4])
    test(`a fold within a fold is unfolded where it is seen, to ${workers} at work`, async () => {
      const { explored, texts } = await crawled('/nested', workers);
      for (const part of ['Twigs', 'Leaves'])
        assert.equal(found(texts, new RegExp(`${part} of the (?:Oak|Elm|Ash)`, 'g')).length, 3, part);
      assert.equal(explored.totals.errors, 0);
    });

  test('a page that listens to its fragment has a view for each that names no place in it', async () => {
    const { explored, texts } = await crawled('/hash');
    assert.deepEqual(found(texts, /A view of \w+/g), ['A view of about', 'A view of team']);
    assert.deepEqual([texts.length, explored.totals.errors], [3, 0]);
  });
});
