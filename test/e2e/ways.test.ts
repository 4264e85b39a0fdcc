import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type RunningSite, startSite } from '../sites/site.ts';
import { wayPages, ways } from '../sites/ways.ts';
import { crawl, makeFolder } from './command.ts';

describe('a crawl finds everything that leads somewhere', () => {
  let site: RunningSite;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  before(async () => {
    site = await startSite(ways());
    folder = await makeFolder();
  });
  after(async () => {
    await site.close();
    await folder.remove();
  });

  it('whatever kind of event it is that leads there', async () => {
    const summary = await crawl(`${site.origin}/`, folder.path, ['--workers', '2']);
    assert.equal(summary.errors, 0);
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
