import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { killGroup, startChild } from '../../bench/children.ts';
import type { CrawlSummary } from '../../src/model/summary.ts';
import { testFolder } from '../folder.ts';
import { file, html, routes, type Site } from '../sites/answer.ts';
import { startSite } from '../sites/site.ts';
import { crawlArgs, lastJson, program, run } from './command.ts';

const count = 3;
/** About a second of work: beside ten others on the same processor it takes more than ten. */
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

/** All of it is on one processor, the first that may be used, so that other tests have the rest of the machine. */
const here = () => {
  const status = readFileSync('/proc/self/status', 'utf8');
  return ['--cpu-list', /^Cpus_allowed_list:\s*(\d+)/m.exec(status)?.[1] ?? '0'];
};

describe('a processor with ten other processes at work', { skip: process.platform !== 'linux' }, () => {
  it('gives every page that a quiet one gives', async (t) => {
    const folder = testFolder('load');
    const { url, close } = await startSite(site);
    const others = [...Array(10)].map(() =>
      startChild('taskset', [...here(), 'timeout', '110', 'sh', '-c', 'while :; do :; done'], {
        stdio: 'ignore',
      }),
    );
    t.after(async () => {
      for (const other of others) killGroup(other);
      await close();
    });
    const command = [process.execPath, program, ...crawlArgs(url, folder, ['--engine', 'browser'])];
    const ended = await run('taskset', [...here(), ...command]);
    assert.equal(ended.code, 0, ended.stderr);
    const { pages, errors } = lastJson(ended) as CrawlSummary;
    assert.deepEqual({ pages, errors }, { pages: count + 1, errors: 0 });
    const listed = await readFile(join(folder, 'pages.jsonl'), 'utf8');
    const rows = listed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const { file, title } of rows.filter(({ title }) => title !== 'Start')) {
      const text = await readFile(join(folder, 'mirror', file), 'utf8');
      assert.match(text, new RegExp(`number ${title} is there`));
    }
  });
});
