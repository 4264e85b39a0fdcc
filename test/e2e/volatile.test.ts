import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../folder.ts';
import { html, routes } from '../sites/answer.ts';
import { startSite } from '../sites/site.ts';
import { crawl } from './command.ts';

/** A word to be guessed, of another length at each visit: its boxes stand in another structure each time. */
let visits = 0;
const game = () => `<!doctype html><title>Guess</title><h1>Guess the word</h1>
  <div id="word">${'<span class="letter"><b></b></span><i></i>'.repeat(1 + (visits % 3))}${visits++ % 2 ? '<u>new</u>' : ''}</div>
  <button onclick="document.getElementById('rules').textContent = 'Six mistakes are allowed'">Rules</button>
  <p id="rules"></p>`;

test('a page whose elements are others at each visit is read and clicked: it was NOTHING_CRAWLED', async () => {
  const site = await startSite({ name: 'guess', start: '/', respond: routes({ '/': () => html(game()) }) });
  const out = testFolder('volatile');
  try {
    assert.equal((await crawl(site.url, out)).pages, 2);
    const mirror = join(out, 'mirror');
    const texts = readdirSync(mirror)
      .filter((name) => name.endsWith('.html'))
      .map((name) => readFileSync(join(mirror, name), 'utf8'));
    assert.ok(texts.some((text) => text.includes('Six mistakes are allowed')));
  } finally {
    await site.close();
  }
});
