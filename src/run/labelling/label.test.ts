import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { testFolder } from '../../../test/folder.ts';
import { jsonLines } from '../../../test/json-lines.ts';
import { defaultExtraction } from '../../config/index.ts';
import type { ExtractedRecord } from '../../records/index.ts';
import { runExtraction } from '../extract.ts';
import { label } from './label.ts';

const perks = ['Bicycle', 'Lunch', 'Pension', 'Dog', 'Garden'];
const jobs = Array.from({ length: 9 }, (_, at) => ({
  title: `Keeper of lamps ${at}`,
  where: `Harbour ${at * 3}`,
  perks: perks.slice(at % 3, (at % 3) + 2 + (at % 2)),
}));

describe('values that somebody points at', () => {
  const folder = testFolder('label');
  const files = jobs.map((_, at) => `${at}.html`);

  before(async () => {
    await mkdir(join(folder, 'jobs'));
    for (const [at, job] of jobs.entries())
      await writeFile(
        join(folder, 'jobs', `${at}.html`),
        `<title>Jobs</title><div><p><b>Lamps Ltd</b> <i>${job.where}</i></p><h2>${job.title}</h2>
         <ul class=perks>${job.perks.map((perk) => `<li>${perk}</li>`).join('')}</ul><script>alert(1)</script></div>`,
      );
  });

  /** Points at texts of the page that is offered, as a person does. */
  async function point(url: string, shown: readonly number[]): Promise<Response> {
    const html = await (await fetch(url)).text();
    assert.doesNotMatch(html, /alert\(1\)/);
    const labels = Object.fromEntries(
      shown.map((at) => {
        const section = html.split(`<section data-page="${at}.html"`)[1]?.split('</section>')[0] ?? '';
        const numbers = (text: string) =>
          [...section.matchAll(/data-text="(\d+)">([^<]*)</g)]
            .filter(([, , own]) => own === text)
            .map(([, number]) => Number(number));
        const { title, where, perks: own } = jobs[at] as (typeof jobs)[number];
        return [
          `${at}.html`,
          { title: numbers(title), place: numbers(where), benefits: own.flatMap(numbers) },
        ];
      }),
    );
    return fetch(`${url}save`, { method: 'POST', body: JSON.stringify(labels) });
  }

  it('become rules that find them on the other pages, several values as lists', async () => {
    const out = join(folder, 'out');
    const settings = defaultExtraction(out, { pages: join(folder, 'jobs') });
    // What was learned before without anybody gives way.
    await runExtraction(settings);
    const { promise: offered, resolve } = Promise.withResolvers<string>();
    const pages = files.slice(0, 4).map((file) => join(folder, 'jobs', file));
    const rules = label(settings, { pages, offer: resolve });
    const url = await offered;
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{20,}\/$/);
    assert.equal((await fetch(url.replace(/\/[\w-]+\/$/, '/guessed/'))).status, 404);
    const nothing = await fetch(`${url}save`, { method: 'POST', body: '{"0.html":{"title":[0]}}' });
    assert.equal(nothing.status, 400);
    assert.equal((await point(url, [0, 1, 2, 3])).status, 200);
    assert.deepEqual((await rules)?.fields.map(({ name }) => name).sort(), ['benefits', 'place', 'title']);
    await assert.rejects(fetch(url), 'it ends when something was saved');
    const { records } = await runExtraction(settings);
    assert.equal(records, jobs.length);
    const found = jsonLines<ExtractedRecord>(join(out, 'records.jsonl'));
    assert.deepEqual(
      found.map(({ page, fields: { title, place, benefits } }) => ({ page, title, place, benefits })),
      jobs.map(({ title, where, perks: own }, at) => ({
        page: `${at}.html`,
        title,
        place: where,
        benefits: own,
      })),
    );
  });

  it('can be left unsaid, and are asked for on ten pages at most', async () => {
    const settings = defaultExtraction(join(folder, 'none'), { pages: join(folder, 'jobs') });
    const ended = new AbortController();
    const pages = [join(folder, 'jobs', '0.html')];
    assert.equal(await label(settings, { pages, offer: () => ended.abort(), signal: ended.signal }), null);
    const many = Array.from({ length: 11 }, () => pages[0] as string);
    await assert.rejects(label(settings, { pages: many, offer: () => {} }), /10 pages at most/);
    await assert.rejects(label(settings, { pages: ['/nowhere.html'], offer: () => {} }), /cannot be read/);
  });
});
