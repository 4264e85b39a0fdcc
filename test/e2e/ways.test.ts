import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { testFolder } from '../folder.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { virtual, virtualRows } from '../sites/virtual.ts';
import { wayPages, ways } from '../sites/ways.ts';
import { crawl } from './command.ts';

describe('a crawl finds everything that leads somewhere', () => {
  let site: RunningSite;
  const folder = testFolder('ways');
  before(async () => {
    site = await startSite(ways());
  });
  after(async () => {
    await site.close();
  });

  it('whatever kind of event it is that leads there', async () => {
    const { errors } = await crawl(`${site.origin}/`, folder, ['--workers', '2']);
    assert.equal(errors, 0);
    const asked = Object.keys(site.stats().paths);
    const isAsked = (name: string) =>
      asked.includes(`/to/${name}`) || asked.some((path) => path.startsWith(`/form?q=${name}`));
    for (const [path, { to = [], say = [] }] of Object.entries(wayPages)) {
      assert.deepEqual(
        to.filter((name) => !isAsked(name)),
        [],
        `addresses of ${path}`,
      );
      assert.deepEqual(
        say.filter((name) => !asked.includes(`/say/${name}`)),
        [],
        `contents of ${path}`,
      );
    }
  });
});

describe('a crawl of lists that keep only what is in view', () => {
  for (const name of ['react-window', 'virtuoso', 'window']) {
    it(`has all rows of ${name} on one page`, async () => {
      const site = await startSite(await virtual());
      const folder = testFolder('ways');
      try {
        const flags = ['--scope', 'page', '--workers', '1'];
        const { pages, errors } = await crawl(`${site.origin}/${name}`, folder, flags);
        assert.deepEqual([pages <= 2, errors], [true, 0]);
        const mirror = join(folder, 'mirror');
        const texts = readdirSync(mirror)
          .filter((file) => file.endsWith('.html'))
          .map((file) => readFileSync(join(mirror, file), 'utf8').replace(/<[^>]*>/g, ' '));
        const rows = texts.map((text) => new Set(text.match(/Row number\s+\d+/g)).size);
        assert.equal(Math.max(...rows), virtualRows);
      } finally {
        await site.close();
      }
    });
  }
});
