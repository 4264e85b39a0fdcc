import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { doc, fixture } from '../fixture.ts';
import { clusterStamp, writeClusters } from './cluster-file.ts';
import { pageLinks, shortestWay } from './page-links.ts';

const link = (to: number) => ({ xpath: `/HTML/BODY[1]/A[${to + 1}]`, to, url: `http://site.test/${to}` });

test('the file has pages, clusters and their links, and says what it was made of', async (t) => {
  const count = 60;
  const { site, dir, close } = await fixture(
    Array.from({ length: count }, (_, number) => ({
      document: doc([`page ${number}`], {
        url: `http://site.test/${number % 2 ? 'odd' : 'even'}/${number}`,
        title: `Page ${number}`,
      }),
      go: number + 1 < count ? [link(number + 1), link(number + 1), link(number)] : [],
    })),
  );
  t.after(close);
  const { path, clusters } = await writeClusters(site, { dir });
  const made = JSON.parse(await readFile(path, 'utf8'));
  assert.equal(clusters, 3);
  assert.deepEqual(
    made.clusters.map(({ name, pages }: { name: string; pages: number }) => [name, pages]),
    [
      ['site.test', 60],
      ['/even/', 30],
      ['/odd/', 30],
    ],
  );
  assert.deepEqual(made.pages.cluster.slice(0, 4), [1, 2, 1, 2]);
  // Two links from each page to the next: thirty pages one way, twenty-nine back.
  assert.deepEqual(made.links, [
    [1, 2, 60],
    [2, 1, 58],
  ]);
  assert.equal(made.start, 0);
  assert.equal(made.stamp, clusterStamp(await site.info()));
  await site.commit({ nextNumber: 61 });
  assert.notEqual(made.stamp, clusterStamp(await site.info()), 'a crawl that goes on needs another');
});

test('links are between the pages that stand for others, and ways are the shortest', async (t) => {
  const { site, close } = await fixture([
    { go: [link(1), link(3)] },
    { go: [link(2), link(1)] },
    { mergedInto: 4 },
    { go: [link(4)] },
    { go: [link(0)] },
    {},
  ]);
  t.after(close);
  const links = await pageLinks(site);
  // Numbers 0, 1, 3, 4, 5 are pages: places 0 to 4.
  assert.deepEqual([...links], [0, 1, 1, 0, 2, 1, 1, 3, 1, 2, 3, 1, 3, 0, 1]);
  assert.deepEqual(shortestWay(links, 5, 0, 3), [0, 1, 3]);
  assert.deepEqual(shortestWay(links, 5, 0, 0), [0]);
  assert.deepEqual(shortestWay(links, 5, 0, 4), []);
});
