import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { defaultSettings } from '../../src/config/index.ts';
import type { RecrawlSummary } from '../../src/model/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { runRecrawl } from '../../src/run/recrawl.ts';
import { testFolder } from '../folder.ts';
import { type Ask, file, html } from '../sites/answer.ts';
import { type RunningSite, startSite } from '../sites/site.ts';

const shop = `<!doctype html><title>Shop</title><h1>Lists</h1>
<button onclick="list(1)">one</button> <button onclick="list(2)">two</button> <button onclick="list(3)">three</button>
<ul id="items"></ul><a href="/plain">plain</a> <a href="/counted">counted</a>
<script>
async function list(page) {
  const query = 'query List($page: Int) { items(page: $page) { name } }';
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query, variables: { page } }) };
  const { data } = await (await fetch('/graphql', asked)).json();
  document.getElementById('items').innerHTML = data.items.map(({ name }) => '<li>' + name).join('');
}
</script>`;
const counted = `<!doctype html><title>Counted</title><p>words that stay
<script>fetch('/hits', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"hit":1}' })</script>`;

describe('a recrawl of a site that is asked by POST', () => {
  let site: RunningSite;
  const folder = testFolder('recrawl-questions');
  let asked: Ask[] = [];
  const items: Record<number, string[]> = { 1: ['apple', 'pear'], 2: ['plum', 'grape'], 3: ['fig', 'date'] };
  const answer = (ask: Ask) => {
    if (ask.path === '/') return html(shop);
    if (ask.path === '/plain') return html('<!doctype html><title>Plain</title><p>no scripts here');
    if (ask.path === '/counted') return html(counted);
    if (ask.path === '/hits') return file('application/json', '{}');
    if (ask.path !== '/graphql') return { status: 404 };
    const { variables } = JSON.parse(ask.body) as { variables: { page: number } };
    const data = { items: (items[variables.page] ?? []).map((name) => ({ name })) };
    return file('application/json', JSON.stringify({ data }));
  };

  before(async () => {
    site = await startSite({
      name: 'questions',
      start: '/',
      respond: (ask) => {
        asked.push(ask);
        return answer(ask);
      },
    });
  });
  after(async () => {
    await site.close();
  });

  const place = () => ({ out: folder, store: `sqlite:${join(folder, 'argiope.db')}` });
  const again = (): Promise<RecrawlSummary> => {
    asked = [];
    return runRecrawl({ ...place(), budget: null, every: null, since: null, maxTime: null, crawl: {} });
  };
  /** Requests of the crawler itself: those of pages tell for what they are. */
  const own = (path: string) =>
    asked.filter((ask) => ask.path === path && ask.headers['sec-fetch-mode'] === undefined).length;

  it('sends the questions again that are queries, and sees nothing where no answer has changed', async () => {
    const summary = await runCrawl(
      defaultSettings([site.url], { engine: 'browser', ...place(), exclude: [/counted/u] }),
    );
    assert.deepEqual([summary.pages, summary.statePages, summary.errors], [5, 3, 0]);
    const quiet = await again();
    assert.deepEqual(
      [quiet.unchanged, quiet.changed, quiet.gone, quiet.events, quiet.opened],
      [5, 0, 0, 0, 0],
    );
    assert.equal(own('/graphql'), 3);
    assert.equal(asked.filter(({ path }) => path === '/graphql').length, 3, 'and no page has asked');
  });

  it('uses the browser only for the page whose answer has changed', async () => {
    items[2] = ['plum', 'melon'];
    const edited = await again();
    assert.deepEqual([edited.unchanged, edited.changed, edited.gone, edited.new], [4, 1, 0, 0]);
    assert.deepEqual([edited.opened, edited.events], [1, 1]);
    const quiet = await again();
    assert.deepEqual(
      [quiet.unchanged, quiet.changed, quiet.events],
      [5, 0, 0],
      'what is new is known by now',
    );
  });

  it('never sends again what is no query', async () => {
    asked = [];
    const out = join(folder, 'counted');
    const store = `sqlite:${join(out, 'argiope.db')}`;
    await runCrawl(
      defaultSettings([`${site.origin}/counted`], { engine: 'browser', out, store, scope: 'page' }),
    );
    assert.ok(asked.some(({ path }) => path === '/hits'));
    asked = [];
    await runRecrawl({ out, store, budget: null, every: null, since: null, maxTime: null, crawl: {} });
    assert.ok(own('/counted') > 0);
    assert.equal(own('/hits'), 0);
  });
});
