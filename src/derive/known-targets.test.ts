import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { doc, fixture, h } from './fixture.ts';
import { writeMarkdown, writeMirror } from './index.ts';

test('a link that was not followed where it stood leads to the page that was found elsewhere', async (t) => {
  // Short and unlike from the start, because the prints of a fixture are the beginnings of its texts.
  const [found, other] = ['http://a/', 'ftp://b/'];
  const leaf = doc([
    h('p', {}, h('a', { href: found }, 'found')),
    h('p', {}, h('a', { href: other }, 'never')),
  ]);
  const go = [found, other].map((url, at) => {
    return { xpath: `/HTML/BODY[1]/P[${at + 1}]/A[1]`, to: null, url, reason: 'depth' as const };
  });
  const { site, dir, close } = await fixture([{}, {}, { document: leaf, go }]);
  t.after(close);
  const print = (await site.leads({ from: 2, to: 3 }))[0]?.action.instruction.fingerprint ?? '';
  await site.commit({ instructions: [{ fingerprint: print, number: 1 }] });

  const mirror = await writeMirror(site, { dir, names: 'number' });
  const html = await readFile(join(mirror.dir, '2.html'), 'utf8');
  assert.deepEqual(html.match(/<a href="[^"]*">\w+/g), [
    '<a href="1.html">found',
    '<a href="ftp://b/">never',
  ]);
  const markdown = await writeMarkdown(site, { dir, names: 'number' });
  assert.match(await readFile(join(markdown.path, '2.md'), 'utf8'), /\[found\]\(1\.md\)\n\n\[never\]\(ftp:/);
});
