import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FormReport } from '../../src/model/form-report.ts';
import { testFolder } from '../folder.ts';
import { html } from '../sites/answer.ts';
import { dependentLists, type ListsMake, stations } from '../sites/dependent-lists.ts';
import { startSite } from '../sites/site.ts';
import { argiope, crawl, lastJson } from './command.ts';

const out = testFolder('lists');

interface Reached {
  readonly asked: readonly string[];
  readonly refused: readonly string[];
  /** Stations that the mirror shows. */
  readonly shown: number;
  readonly report: FormReport['forms'][number]['asked'];
}

/** Crawls such a site, and again with each further set of flags. */
async function reached(make: ListsMake, ...runs: readonly (readonly string[])[]): Promise<Reached> {
  const [asked, refused]: [string[], string[]] = [[], []];
  const site = await startSite(dependentLists(make, asked, refused));
  const dir = mkdtempSync(join(out, 'crawl-'));
  try {
    for (const flags of runs) await crawl(site.url, dir, ['--forms', ...flags]);
    const { forms } = lastJson(await argiope(['forms', '--out', dir, '--json'])) as FormReport;
    const mirror = join(dir, 'mirror');
    const pages = readdirSync(mirror, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.html$/.test(name),
    );
    const texts = pages.map((name) => readFileSync(join(mirror, name), 'utf8'));
    const shown = stations.filter(({ name }) => texts.some((text) => text.includes(`<b>${name}</b>`))).length;
    return { asked, refused, shown, report: forms[0]?.asked };
  } finally {
    await site.close();
  }
}

const pairs = new Set(stations.map(({ land, region }) => `${land} > ${region}`));
const towns = new Set(stations.map(({ land, region, town }) => `${land} > ${region} > ${town}`));

for (const engine of ['http', 'auto'])
  test(`a list that the server fills once another is chosen is asked with it, by posts that hold its state (${engine})`, async () => {
    const { asked, refused, shown, report } = await reached('post', ['--engine', engine]);
    assert.equal(shown, stations.length);
    assert.equal(report?.records, stations.length);
    assert.equal(report?.ended, 'complete');
    assert.deepEqual(refused, []);
    assert.deepEqual(pairs.difference(new Set(asked)).size, 0);
    assert.equal(asked.length, 4 + pairs.size, asked.join('\n'));
  });

test('three lists that open one after the other are asked for all that they lead to', async () => {
  const { asked, shown, report } = await reached('get', ['--engine', 'http']);
  assert.equal(shown, stations.length);
  assert.equal(report?.records, stations.length);
  assert.deepEqual(towns.difference(new Set(asked)).size, 0);
  assert.equal(asked.length, 4 + pairs.size + towns.size, asked.join('\n'));
});

test('where always something is chosen, the list of another choice is taken from its answer', async () => {
  const { asked, shown, report } = await reached('chosen', ['--engine', 'http']);
  assert.equal(shown, stations.length);
  assert.equal(report?.records, stations.length);
  assert.ok(asked.length <= 4 + pairs.size, asked.join('\n'));
});

test('a crawl that stopped among such lists goes on where it was', async () => {
  const { asked, refused, shown } = await reached(
    'post',
    ['--engine', 'http', '--forms-budget', '7'],
    ['--engine', 'http'],
  );
  assert.equal(shown, stations.length);
  assert.deepEqual(refused, []);
  // The answers whose lists are needed are asked for once more, since only they hold the state to go on with.
  assert.ok(asked.length <= 4 + pairs.size + 4, asked.join('\n'));
});

test('answers that hold one thing each are pages, and those that hold nothing are none', async () => {
  const towns =
    'Amford Birham Cewick Delford Emham Fliwick Groford Heaham Iwick Juford Kelham Larwick Mosford Norham Orwick'.split(
      ' ',
    );
  const asked: string[] = [];
  const now = (town: string) =>
    towns.indexOf(town) % 3 === 2
      ? `<p>There is no station in ${town}.</p>`
      : `<div><h2>${town} now</h2><p>${10 + (towns.indexOf(town) % 5)} degrees and dry</p></div>`;
  const site = await startSite({
    name: 'weather',
    start: '/now',
    respond: ({ method, path, body }) => {
      if (path !== '/now') return { status: 404 };
      const town = method === 'POST' ? (new URLSearchParams(body).get('town') ?? '') : '';
      if (town !== '') asked.push(town);
      return html(`<title>Weather</title><form method="post" action="/now"><select name="town"><option value="">--</option>
        ${towns.map((one) => `<option>${one}</option>`).join('')}</select><input type="submit" value="Search"></form>${town === '' ? '' : now(town)}`);
    },
  });
  const dir = mkdtempSync(join(out, 'crawl-'));
  try {
    const { pages } = await crawl(site.url, dir, ['--engine', 'http', '--forms']);
    assert.deepEqual(asked.toSorted(), towns);
    assert.equal(pages, 1 + 10);
    const { forms } = lastJson(await argiope(['forms', '--out', dir, '--json'])) as FormReport;
    assert.equal(forms[0]?.asked?.records, 10);
    assert.equal(forms[0]?.asked?.ignored, undefined);
  } finally {
    await site.close();
  }
});
