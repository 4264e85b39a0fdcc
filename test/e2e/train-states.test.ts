import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readStored } from '../../bench/apps/measure/crawl-app.ts';
import { type ChangingSite, startChangingSite } from '../../bench/training/served.ts';
import { names } from '../../bench/wild/pages/words.ts';
import type { TrainSummary } from '../../src/learn/index.ts';
import { testFolder } from '../folder.ts';
import { html, routes, type Site } from '../sites/answer.ts';
import { argiope, crawl, lastJson } from './command.ts';

const perPage = 10;
const comment = (at: number) => `comment of the ${names(at, 1)[0]}`;

/** Anchors that change a colour, a class or a title, above pages of comments that a script brings. */
function tools(pages: number): Site {
  const effects = ["this.style.color='red'", "this.classList.toggle('on')", "this.title='tool'"];
  const anchors = Array.from(
    { length: 120 },
    (_, at) => `<a href="#" onclick="${effects[at % 3]};return false">tool ${at}</a> `,
  );
  const list = (page: number) =>
    Array.from({ length: perPage }, (_, at) => `<li>${comment((page - 1) * perPage + at)}</li>`).join('');
  const pager = Array.from({ length: pages }, (_, at) => `<a href="javascript:go(${at + 1})">${at + 1}</a> `);
  const start = `<h1>Discussion</h1><div>${anchors.join('')}</div><ul id="comments">${list(1)}</ul><p>${pager.join('')}</p>
<script>function go(n){fetch('/comments/'+n).then(r=>r.text()).then(t=>{document.getElementById('comments').innerHTML=t})}</script>`;
  return {
    name: 'tools',
    start: '/',
    respond: routes({ '/': () => html(start), '/comments/:page': (_, [page]) => html(list(Number(page))) }),
  };
}

const items = 12;
const texts = Array.from({ length: items }, (_, at) =>
  names(500 + at * 3, 3).map(
    (name, kind) => `${['Item', 'Review of the', 'Second review of the'][kind]} ${name}`,
  ),
);

/** Items with "Reviews" and behind it "More reviews", on pages with nothing else or with a large frame. */
function shop(frame: boolean, further = true): Site {
  const links = Array.from(
    { length: 60 },
    (_, at) => `<li><a href="/about/${at % 4}">${names(900 + at, 1)[0]}</a></li>`,
  );
  const around = frame ? `<header><h2>Shop</h2><ul class="menu">${links.join('')}</ul></header>` : '';
  const all = texts.map((_, at) => `<a href="/item/${at}">item ${at}</a> `);
  const item = (
    at: number,
  ) => `${around}<h1>${texts[at]?.[0]}</h1><button onclick="load('reviews')">Reviews</button><div id="out"></div>
<script>function load(kind){fetch('/'+kind+'/${at}').then(r=>r.text()).then(t=>{document.getElementById('out').innerHTML=t})}</script>`;
  const more = `<button onclick="load('more')">More reviews</button>`;
  return {
    name: 'shop',
    start: '/',
    respond: routes({
      '/': () => html(`${around}<div class="all">${all.join('')}</div>`),
      '/about/:page': (_, [page]) => html(`${around}<p>About us, part ${page}</p>`),
      '/item/:at': (_, [at]) => html(item(Number(at))),
      '/reviews/:at': (_, [at]) => html(`<p>${texts[Number(at)]?.[1]}</p>${further ? more : ''}`),
      '/more/:at': (_, [at]) => html(`<p>${texts[Number(at)]?.[2]}</p>`),
    }),
  };
}

describe('pages that events make of pages of the same type', () => {
  const folder = testFolder('train-states');
  let running: ChangingSite;
  before(async () => {
    running = await startChangingSite(tools(5));
  });
  after(async () => {
    await running.close();
  });
  const at = (name: string) => join(folder, name);
  const trained = async (out: string, from: readonly string[]): Promise<TrainSummary> => {
    const ended = await argiope([
      'train',
      ...from,
      '--events',
      'click',
      '--out',
      at(`${out}.json`),
      '--json',
      '--quiet',
    ]);
    assert.equal(ended.code, 0, ended.stderr);
    return lastJson(ended) as TrainSummary;
  };
  /** Which of some texts the pages of a crawl show. */
  const found = async (out: string, wanted: readonly string[]): Promise<number> => {
    const shown = (await readStored(at(out))).pages.map(({ document }) => JSON.stringify(document));
    return wanted.filter((text) => shown.some((page) => page.includes(text))).length;
  };

  for (const [how, from, counts] of [
    ['a sample', (url: string) => ['--sample', `comments=${url}`], [7, 11]],
    ['a first look', (url: string) => [url], [8]],
  ] as const)
    it(`are found by a model from ${how}, however much else is on them`, async () => {
      running.become(tools(5));
      const name = how.replace(' ', '-');
      const { types, warnings } = await trained(name, from(running.url));
      assert.deepEqual(
        types.map(({ patterns }) => patterns.map(({ paths }) => paths[0])),
        [['//p/a']],
      );
      assert.deepEqual(warnings, []);
      for (const pages of counts) {
        running.become(tools(pages));
        const out = `${name}-${pages}`;
        const { events } = await crawl(running.url, at(out), ['--model', at(`${name}.json`)]);
        const wanted = Array.from({ length: pages * perPage }, (_, nth) => comment(nth));
        assert.equal(await found(out, wanted), wanted.length);
        const count = events.fired + events.replayed;
        assert.ok(count <= 1.3 * pages, `${count} events for ${pages} pages`);
      }
    });

  const item = (url: string, nth: number) => ['--sample', `item=${url}item/${nth}`];
  for (const [how, frame, from] of [
    [
      'items in a large frame',
      true,
      (url: string) => ['--sample', `shop=${url}`, ...item(url, 1), ...item(url, 2)],
    ],
    ['a first look', false, (url: string) => [url]],
  ] as const)
    it(`are found behind each other by a model from ${how}`, async () => {
      running.become(shop(frame));
      const name = how.replaceAll(' ', '-').concat('-shop');
      assert.deepEqual((await trained(name, from(running.url))).warnings, []);
      const { events } = await crawl(running.url, at(name), ['--model', at(`${name}.json`)]);
      assert.equal(await found(name, texts.flat()), 3 * items);
      assert.ok(events.fired + events.replayed <= 1.3 * 2 * items, JSON.stringify(events));
    });

  it('are warned of where the page that leads to them is of no type', async () => {
    running.become(shop(false));
    const way = ['/HTML/BODY[1]/BUTTON[1]', '/HTML/BODY[1]/DIV[1]/BUTTON[1]'].map(
      (path) => ` → click ${path}`,
    );
    const more = `more=${running.url}item/2${way.join('')}`;
    const { warnings } = await trained('lost', [
      ...item(running.url, 1),
      '--sample',
      more,
      '--type-threshold',
      '0.01',
    ]);
    const [warning, ...others] = warnings;
    assert.match(
      warning ?? '',
      /^more: no pattern reaches \d+ of the pages .* behind "More reviews" at \/HTML\S+\/BUTTON\[1\] on http:\S+item\/\d/,
    );
    assert.deepEqual(others, []);
  });

  it('are warned of where they may as well be boxes, and found if that is said', async () => {
    running.become(shop(true, false));
    const from = [...item(running.url, 1), ...item(running.url, 2)];
    const [warning, ...others] = (await trained('boxes', from)).warnings;
    assert.match(
      warning ?? '',
      /^item: 2 states show something new, but little of it, .* --change-threshold 1/,
    );
    assert.deepEqual(others, []);
    const { types, warnings } = await trained('no-boxes', [...from, '--change-threshold', '1']);
    const paths = types.flatMap(({ patterns }) => patterns.flatMap((pattern) => pattern.paths[0] ?? []));
    assert.ok(paths.includes('//body/button'), paths.join(' '));
    assert.deepEqual(warnings, []);
  });
});
