import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { blog, blogOfSet } from './blog.ts';
import { articleHtml, commentsHtml, pagerNumbers } from './blog-pages.ts';
import { blogSets, longestArticle, paperCounts, spread } from './blog-sets.ts';
import { type RunningSite, startSite } from './site.ts';

describe('the blog', () => {
  it('has the articles and pages of each of the sets of the paper', () => {
    for (const [index, set] of blogSets.entries()) {
      const { truth } = blogOfSet(index + 1);
      assert.deepEqual([truth.articles, truth.pages], [set.articles, set.pages], set.name);
      assert.equal(truth.statePages, set.pages - set.articles);
    }
  });

  it('has articles of one page, many of several and a few of up to thirty', () => {
    assert.equal(Math.max(...paperCounts), longestArticle);
    const single = paperCounts.filter((count) => count === 1).length;
    assert.ok(single > 20 && single < paperCounts.length / 4, `${single} of one page`);
  });

  it('shares out any number of pages that fits, and refuses what does not', () => {
    for (const [articles, pages] of [
      [1, 1],
      [1, 30],
      [7, 7],
      [10, 300],
      [33, 100],
    ] as const) {
      const counts = spread(articles, pages, 5);
      assert.equal(counts.length, articles);
      assert.equal(
        counts.reduce((sum, next) => sum + next, 0),
        pages,
      );
      assert.ok(counts.every((count) => count >= 1 && count <= longestArticle));
    }
    assert.throws(() => spread(2, 61, 1), RangeError);
    assert.throws(() => spread(2, 1, 1), RangeError);
  });

  it('has no two pages of equal text', () => {
    const { truth } = blogOfSet(1);
    const texts = new Set([...truth.allPages()].map((page) => page.text));
    assert.equal(texts.size, 381);
  });

  it('offers every page of an article from each of its pages, in steps', () => {
    for (const pages of [2, 7, 8, 30]) {
      const seen = new Set([1]);
      for (const page of seen) {
        for (const call of commentsHtml(1, page, pages).matchAll(/load\((\d+)\)/g)) seen.add(Number(call[1]));
      }
      assert.deepEqual(
        [...seen].sort((a, b) => a - b),
        Array.from({ length: pages }, (_, index) => index + 1),
      );
    }
    assert.deepEqual(pagerNumbers(5, 30), [1, 0, 4, 5, 6, 0, 30]);
  });

  it('links every article from the first one', () => {
    const { counts } = blogOfSet(5).truth;
    const seen = new Set([1]);
    for (const article of seen) {
      for (const link of articleHtml(counts, article).matchAll(/href="\/article\/(\d+)"/g))
        seen.add(Number(link[1]));
    }
    assert.equal(seen.size, 725);
  });
});

describe('the served blog', () => {
  const site = blog({ articles: 20 });
  let running: RunningSite;
  before(async () => {
    running = await startSite(site);
  });
  after(() => running.close());

  it('brings back exactly the first page of comments', async () => {
    const page = await (await fetch(`${running.origin}/article/3`)).text();
    const comments = await (await fetch(`${running.origin}/comments/3/1`)).text();
    assert.ok(page.includes(`<div id="comments">${comments}</div>`));
  });

  it('serves what the truth says for every page', async () => {
    let checked = 0;
    for (const { article, page, text } of site.truth.allPages()) {
      const comments = await (await fetch(`${running.origin}/comments/${article}/${page}`)).text();
      const bare = comments.replace(/<[^>]*>/g, '').replace(/\s+/g, '');
      assert.ok(text.includes(bare), `article ${article}, page ${page}`);
      checked += 1;
    }
    assert.equal(checked, site.truth.pages);
  });

  it('has the files its pages use, marked as cacheable, and nothing beyond', async () => {
    for (const path of ['/blog.js', '/blog.css', '/img/avatar.png', '/img/stripe.png', '/img/icon.png']) {
      const answer = await fetch(running.origin + path);
      assert.equal(answer.status, 200, path);
      assert.match(answer.headers.get('cache-control') ?? '', /max-age/);
      assert.ok((await answer.arrayBuffer()).byteLength > 50);
    }
    for (const path of [
      '/article/21',
      '/article/0',
      '/article/x',
      '/comments/3/31',
      '/comments/3/0',
      '/img/none.png',
    ]) {
      assert.equal((await fetch(running.origin + path)).status, 404, path);
    }
  });
});
