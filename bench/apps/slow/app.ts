import { fileURLToPath } from 'node:url';
import { html } from '../../../test/sites/answer.ts';
import { type App, shell } from '../app.ts';
import { passage, passagePart } from '../passages.ts';

const records = ['births', 'ships', 'harvests'];
/** The last word is not in the list of words: the box names it as an example. */
const words = ['candle', 'bridge', 'lantern'];

const body = `<h1>The archive</h1><p>${passage('start').lead}</p>
<p id="records">${records.map((name) => `<button value="${name}">Book of ${name}</button>`).join(' ')}</p>
<article id="record"></article>
<p><label>Look up a word <input id="search" type="search" list="words" placeholder="e.g. ${words[2]}"></label>
<datalist id="words">${words
  .slice(0, 2)
  .map((word) => `<option value="${word}"></option>`)
  .join('')}</datalist></p>
<div id="results"></div>
<p><button id="prepare">Prepare the report</button> <progress max="100" value="0"></progress></p>
<article id="report"></article>`;

/** Contents that take seconds to come. */
export const slow: App = {
  name: 'slow',
  frameworks: 'plain listeners',
  summary:
    'timers of 2 s and 3 s around a slow request, a debounced search box, a report after 5 s of progress',
  parts: [
    passagePart('start', 'url'),
    ...records.map((name) => passagePart(`book of ${name}`)),
    ...words.map((word) => passagePart(`word ${word}`)),
    passagePart('report'),
  ],
  scripts: { '/archive.js': fileURLToPath(new URL('./page.ts', import.meta.url)) },
  answer({ path, query }) {
    switch (path) {
      case '/':
        return shell({ title: 'The archive', script: '/archive.js', body });
      case '/record':
        return { ...html(passage(`book of ${query.get('name')}`).text), delayMs: 100 };
      case '/search': {
        const word = query.get('word')?.toLowerCase() ?? '';
        return html(words.includes(word) ? passage(`word ${word}`).text : 'Nothing is written about that.');
      }
      case '/report':
        return html(passage('report').text);
      default:
        return null;
    }
  },
};
