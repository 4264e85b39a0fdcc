import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { parse } from 'parse5';
import { doc, type FixturePage, fixture } from '../fixture.ts';
import { writeFailures } from '../links/write.ts';
import { writeMirror } from '../mirror/write.ts';
import { wantNote } from '../numbering.ts';

const at = (path: string, title: string, more: Partial<FixturePage> = {}): FixturePage => ({
  document: doc([], { url: `http://site.test${path}`, title }),
  ...more,
});

const pages: readonly FixturePage[] = [
  at('/', 'Start <b>', {
    go: [
      { xpath: '/HTML/BODY[1]/A[1]', to: 1, url: 'http://site.test/docs/a/one' },
      { xpath: '/HTML/BODY[1]/A[2]', to: 2, call: 'inline:tab(2)', label: 'Reviews' },
      { xpath: '/HTML/BODY[1]/A[3]', to: 3, url: 'http://site.test/lost' },
      { xpath: '/HTML/BODY[1]/A[4]', to: 3, url: 'http://site.test/lost' },
    ],
  }),
  at('/docs/a/one', 'One', { content: { type: 'item' } }),
  at('/', 'Start', { entry: { kind: 'action', source: 0, ord: 1 } }),
  { failed: true, entry: { kind: 'url', url: 'http://site.test/lost' } },
  at('/docs/a/two', 'Two', { content: { type: 'item' } }),
];

/** The overview as text: every item on its line, with its link. */
function linesOf(html: string): readonly string[] {
  parse(html, {
    onParseError: ({ code }) => assert.fail(code),
  });
  return html
    .slice(html.indexOf('<main>'))
    .replace(/<a href="([^"]*)">/g, '[$1] ')
    .split(/<li>|<summary>|<tr>|<ul|<\/thead>/)
    .map((line) =>
      line
        .replace(/<td[^>]*>/g, ' | ')
        .replace(/^ class="\w+">|<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '' && line !== '>');
}

test('the overview lists all pages by their paths, states below their page, and what failed', async (t) => {
  const { site, dir, close } = await fixture(pages);
  t.after(close);
  const { overview } = await writeMirror(site, { dir });
  const lines = linesOf(await readFile(overview, 'utf8'));
  assert.deepEqual(lines, [
    '[#failed] What failed Pages',
    '[index.html] Start &lt;b&gt; /',
    '[home--reviews.html] Reviews',
    'docs/a/',
    '[docs/a/one.html] One one',
    '[docs/a/two.html] Two two What failed',
    'address reason linked from',
    'http://site.test/lost | too slow |',
    '[index.html] Start &lt;b&gt;',
  ]);
});

test('failures are listed with the pages that link to them, and the list goes when there are none', async (t) => {
  const { site, dir, close } = await fixture(pages);
  t.after(close);
  const { path, failures } = await writeFailures(site, { dir });
  assert.equal(failures, 1);
  assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), {
    number: 3,
    url: 'http://site.test/lost',
    label: 'site.test/lost',
    code: 'TIMEOUT',
    reason: 'too slow',
    links: 2,
    from: [{ number: 0, address: 'http://site.test/', label: 'Start <b>' }],
  });
  await site.commit({ requeued: [3] });
  await writeFailures(site, { dir });
  await assert.rejects(readFile(path), /ENOENT/);
});

test('where pages were left out on the way to others, the front page lists all that are there', async (t) => {
  const { site, dir, close } = await fixture(pages);
  t.after(close);
  await site.putNote(wantNote, '["item"]');
  const { index, pages: written } = await writeMirror(site, { dir });
  const front = await readFile(index, 'utf8');
  assert.equal(written, 2);
  assert.deepEqual(
    [...front.matchAll(/href="([^"#]+)"/g)].map(([, file]) => file),
    ['docs/a/one.html', 'docs/a/two.html'],
  );
});

test('the start page stays the front page where it leads to all pages that are wanted', async (t) => {
  const [start, one, state, lost] = pages;
  const { site, dir, close } = await fixture(
    [{ ...start, content: { type: 'item' } }, one, state, lost].map((page) => page ?? {}),
  );
  t.after(close);
  await site.putNote(wantNote, '["item"]');
  const { index } = await writeMirror(site, { dir });
  assert.match(await readFile(index, 'utf8'), /<title>Start &lt;b/);
});
