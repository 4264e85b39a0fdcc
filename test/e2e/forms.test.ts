import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { defaultSettings } from '../../src/config/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { runForms } from '../../src/run/forms.ts';
import { testFolder } from '../folder.ts';
import { html, routes } from '../sites/answer.ts';
import { type RunningSite, startSite } from '../sites/site.ts';

const top =
  '<header><form action="/search" role="search"><input name="q" placeholder="Search the catalogue"><button>Search</button></form></header>';
const page = (title: string, body: string) => html(`<title>${title}</title>${top}<h1>${title}</h1>${body}`);

let site: RunningSite;
const out = testFolder('forms');
before(async () => {
  site = await startSite({
    name: 'library',
    start: '/',
    respond: routes({
      '/': () => page('Library', '<a href="/advanced">More fields</a> <a href="/account">Account</a>'),
      '/advanced': () =>
        page(
          'Advanced search',
          '<form action="/books"><label>Author <input name="author"></label><label>Year <select name="year"><option>2001<option>2002</select></label><button>Find books</button></form>',
        ),
      '/account': () =>
        page(
          'Account',
          '<form method="post" action="/account"><label>User name <input name="user"></label><label>Password <input type="password" name="pass"></label><button>Log in</button></form>',
        ),
    }),
  });
});
after(async () => {
  await site.close();
});

for (const engine of ['http', 'browser'] as const)
  test(`a crawl by ${engine} tells each form once, and those that search`, async () => {
    const dir = join(out, engine);
    const summary = await runCrawl(
      defaultSettings([`${site.origin}/`], { out: dir, store: `sqlite:${join(dir, 'argiope.db')}`, engine }),
    );
    assert.deepEqual(summary.forms, { found: 3, searchable: 2, asked: 0 });
    const { forms } = await runForms({ out: dir });
    const told = forms.map(({ kind, method, action, fields }) => [
      kind,
      `${method} ${new URL(action ?? '').pathname}`,
      fields.map(({ name, label }) => `${name}:${label}`).filter((one) => !one.startsWith(':')),
    ]);
    assert.deepEqual(
      new Set(told),
      new Set([
        ['search', 'get /search', ['q:Search the catalogue']],
        ['search', 'get /books', ['author:Author', 'year:Year']],
        ['login', 'post /account', ['user:User name', 'pass:Password']],
      ]),
    );
    const graph = JSON.parse(readFileSync(join(dir, 'graph.json'), 'utf8'));
    assert.deepEqual(graph.forms, forms);
  });
