import assert from 'node:assert/strict';
import { test } from 'node:test';
import { articles } from './articles.ts';
import { commentCount, commentsOn } from './comments.ts';
import { allComments, startDemoSite } from './site.ts';

test('the bundled blog has twelve articles of one to six comment pages, one in Chinese', () => {
  assert.equal(articles.length, 12);
  assert.deepEqual([...new Set(articles.map((article) => article.commentPages))].sort(), [1, 2, 3, 4, 5, 6]);
  assert.equal(articles.filter((article) => article.lang === 'zh').length, 1);
});

test('no two pages of comments say the same', () => {
  const pages = articles.flatMap((article) =>
    Array.from({ length: article.commentPages }, (_, index) =>
      commentsOn(article, index + 1)
        .map(({ by, text }) => `${by} ${text}`)
        .join('\n'),
    ),
  );
  assert.equal(new Set(pages).size, pages.length);
  assert.equal(
    allComments,
    articles.reduce((sum, article) => sum + commentCount(article), 0),
  );
});

test('what the script loads as page 1 is what the article came with', async () => {
  const site = await startDemoSite();
  try {
    for (const { number } of articles) {
      const whole = await text(`${site.url}article/${number}`);
      const first = await text(`${site.url}comments/${number}/1`);
      assert.ok(whole.includes(`<div id="comments">${first}</div>`));
    }
  } finally {
    await site.close();
  }
});

test('every link leads to a page, and nothing else does', async () => {
  const site = await startDemoSite();
  try {
    const seen = new Set<string>(['/']);
    for (const path of seen) {
      const body = await text(new URL(path, site.url).href);
      for (const [, next] of body.matchAll(/(?:href|src)="(\/[^"]*)"/g))
        if (next !== undefined) seen.add(next);
    }
    assert.equal([...seen].filter((path) => path.startsWith('/article/')).length, 12);
    for (const path of ['/article/13', '/article/0', '/comments/2/2', '/card/nobody', '/constructor', '/x']) {
      assert.equal((await fetch(new URL(path, site.url))).status, 404, path);
    }
  } finally {
    await site.close();
  }
});

async function text(url: string): Promise<string> {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, url);
  return answer.text();
}
