import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../folder.ts';
import { html, routes } from '../sites/answer.ts';
import { startSite } from '../sites/site.ts';
import { crawl } from './command.ts';

const riddles = {
  'What has keys and opens no door?': ['A piano', 'A gaoler', 'A safe'],
  'What has hands and cannot clap?': ['A clock', 'A glove', 'A statue'],
  'What has a neck and no head?': ['A bottle', 'A giraffe', 'A collar'],
  'What gets wet while it dries?': ['A towel', 'A river', 'A cloud'],
};

/** Riddles in an order that is drawn anew at each load; each answer leads to the next. */
const game = `<!doctype html><title>Riddles</title><h1 id="asked"></h1><p id="answers"></p><script>
  var all = ${JSON.stringify(Object.entries(riddles))}.map(function (one) { return [Math.random(), one]; }).sort().map(function (one) { return one[1]; });
  function ask() {
    var next = all.pop();
    asked.textContent = next ? next[0] : 'You have answered all';
    answers.innerHTML = '';
    (next ? next[1] : []).forEach(function (text) {
      var button = answers.appendChild(document.createElement('button'));
      button.textContent = text;
      button.onclick = ask;
    });
  }
  ask();</script>`;

test('what a page draws by chance is the same when it is reached again: most states of a shuffled game were LOST', async () => {
  const site = await startSite({ name: 'riddles', start: '/', respond: routes({ '/': () => html(game) }) });
  const out = testFolder('chance');
  try {
    const { pages, errors } = await crawl(site.url, out);
    assert.deepEqual({ pages, errors }, { pages: 5, errors: 0 });
    const mirror = join(out, 'mirror');
    const texts = readdirSync(mirror).map((name) =>
      name.endsWith('.html') ? readFileSync(join(mirror, name), 'utf8') : '',
    );
    for (const said of ['You have answered all', ...Object.keys(riddles), ...Object.values(riddles).flat()])
      assert.ok(
        texts.some((text) => text.includes(said)),
        said,
      );
  } finally {
    await site.close();
  }
});
