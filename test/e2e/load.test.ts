import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { killGroup, startChild } from '../../bench/children.ts';
import { file, html, routes, type Site } from '../sites/answer.ts';
import { startSite } from '../sites/site.ts';
import { crawl, makeFolder } from './command.ts';

const count = 3;
/** About a second of work: on a machine with twenty others at work it takes more than ten. */
const heavy = 'for (let i = 0, x = 1; i < 1.5e8; i++) x = (x * 31 + i) | 0;';

/** Pages that say nothing before a request, a timer and a worker are through; one computes for long. */
const site: Site = {
  name: 'work',
  start: '/',
  respond: routes({
    '/': () =>
      html(
        `<title>Start</title>${[...Array(count)].map((_, n) => `<a href="/page/${n}">${n}</a>`).join(' ')}`,
      ),
    '/page/:n': (_, [n]) =>
      html(`<title>${n}</title><p id=p></p><script>
        ${n === '2' ? heavy : ''}
        fetch('/data/${n}').then((answer) => answer.text()).then((text) => setTimeout(() => {
          const worker = new Worker('/worker.js');
          worker.onmessage = ({ data }) => { p.textContent = data; };
          worker.postMessage(text);
        }, 300));
      </script>`),
    '/data/:n': (_, [n]) => file('text/plain', `number ${n} is`),
    '/worker.js': () => file('text/javascript', 'onmessage = ({ data }) => postMessage(data + " there");'),
  }),
};

describe('a machine with twenty other processes at work', { skip: process.platform !== 'linux' }, () => {
  it('gives every page that a quiet one gives', async (t) => {
    const folder = await makeFolder();
    const { url, close } = await startSite(site);
    const others = [...Array(20)].map(() =>
      startChild('timeout', ['110', 'sh', '-c', 'while :; do :; done'], { stdio: 'ignore' }),
    );
    t.after(async () => {
      for (const other of others) killGroup(other);
      await close();
      await folder.remove();
    });
    const { pages, errors } = await crawl(url, folder.path, ['--engine', 'browser']);
    assert.deepEqual({ pages, errors }, { pages: count + 1, errors: 0 });
    const listed = await readFile(join(folder.path, 'pages.jsonl'), 'utf8');
    const rows = listed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const { file, title } of rows.filter(({ title }) => title !== 'Start')) {
      const text = await readFile(join(folder.path, 'mirror', file), 'utf8');
      assert.match(text, new RegExp(`number ${title} is there`));
    }
  });
});
