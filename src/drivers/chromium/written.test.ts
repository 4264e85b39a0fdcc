import assert from 'node:assert/strict';
import { test } from 'node:test';
import { file, html } from '../../../test/sites/answer.ts';
import { startSite } from '../../../test/sites/site.ts';
import { startDriver } from './fixture.ts';

const page = html(
  `<!doctype html><title>x</title><!--[if IE]><a href="/in-comment">x</a><![endif]-->
<blockquote cite="/cited">x</blockquote><form action="/find"><input name=q></form><a href="/plain">plain</a>
<p id=text></p><script src="/run.js"></script><script>var inner = "/inner/script"</script>`,
  { refresh: '900; url=/in-header' },
);

test('a page that is opened tells also the addresses in its headers, comments, attributes and texts', async (t) => {
  const site = await startSite({
    name: 'written',
    start: '/',
    respond: ({ path, origin }) =>
      path === '/run.js'
        ? file('text/javascript', `document.getElementById('text').textContent = '${origin}/in-text'`)
        : page,
  });
  t.after(() => site.close());
  for (const [links, more] of [
    ['documents', []],
    ['all', ['/inner/script']],
  ] as const) {
    const driver = await startDriver(site.url, { links });
    try {
      const { candidates, wanted } = await (await driver.tab()).open(site.url);
      const paths = [...candidates.map(({ href }) => href), ...wanted].flatMap((url) =>
        url ? [new URL(url).pathname] : [],
      );
      const sure = ['/cited', '/find', '/in-comment', '/in-header', '/in-text', '/plain'];
      assert.deepEqual(paths.toSorted(), [...sure, ...more].toSorted());
    } finally {
      await driver.close();
    }
  }
});
