import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { capturePage } from '../html/capture.ts';
import { modelOfCrawl } from '../learn/index.ts';
import type { SiteStore } from '../model/store.ts';
import { type FixturePage, type FixtureTransition, fixture } from './fixture.ts';
import { writeGraph, writeMarkdown, writeMirror, writePages, writeWarc } from './index.ts';

const addressOf = (number: number): string => `http://site.test/dir/${number}.html`;

/** A small site in an encoding of its own, written as carelessly as such sites are. */
function bodyOf(number: number): Buffer {
  const others = [0, 1, 2].map((to) => `<li><a href="${to}.html">Seite ${to}</a>`).join('');
  const long = `<p>Gr\u00fc\u00dfe von Seite ${number}, mit genug Text, da\u00df es einer ist.`.repeat(3);
  const html = `<!doctype html><html lang=de><title>Seite ${number} \u00fc</title><script>alert(1)</script>
    <nav><ul>${others}</ul></nav><main><h1>Titel ${number}</h1>${long}<table><b>x</b><tr><td>y</table></main>`;
  return Buffer.from(html, 'latin1');
}

function pages(form: 'sent' | 'tree'): FixturePage[] {
  return [0, 1, 2].map((number) => {
    const body = bodyOf(number);
    const url = addressOf(number);
    const { document, candidates, fingerprint } = capturePage({
      url,
      status: 200,
      contentType: 'text/html; charset=windows-1252',
      lastModified: '',
      body,
      requests: [],
      nesting: 100,
    });
    const go: FixtureTransition[] = candidates.map(({ xpath, href = '', text }) => {
      return { xpath, to: Number(/(\d)\.html/.exec(href)?.[1]), url: href, label: text };
    });
    const content = { fingerprint, address: url, title: document.title, lang: document.lang };
    const kept = form === 'sent' ? { sent: { body, charset: 'windows-1252', url } } : { document };
    return { ...kept, content, go };
  });
}

async function contentsOf(dir: string): Promise<Record<string, string>> {
  const files = await readdir(dir, { recursive: true, withFileTypes: true });
  const contents: Record<string, string> = {};
  for (const file of files.filter((each) => each.isFile()))
    contents[file.name] = createHash('sha1')
      .update(await readFile(join(file.parentPath, file.name)))
      .digest('hex');
  return contents;
}

async function both(t: TestContext): Promise<{ site: SiteStore; dir: string }[]> {
  const made = [await fixture(pages('sent')), await fixture(pages('tree'))];
  t.after(() => Promise.all(made.map(({ close }) => close())));
  return made;
}

test('pages kept as they were sent give the mirror, the texts and the listings that their trees give', async (t) => {
  const [sent, tree] = await Promise.all(
    (await both(t)).map(async ({ site, dir }) => {
      const mirror = await writeMirror(site, { dir });
      const markdown = await writeMarkdown(site, { dir });
      const listing = await writePages(site, { dir });
      const graph = await writeGraph(site, { dir, format: 'json' });
      return {
        mirror: await contentsOf(mirror.dir),
        markdown: await contentsOf(markdown.path),
        listing: await readFile(listing.path, 'utf8'),
        graph: await readFile(graph.path, 'utf8'),
        linked: await readFile(join(mirror.dir, 'dir/1.html'), 'utf8'),
      };
    }),
  );
  assert.deepEqual(sent, tree);
  assert.equal(Object.keys(sent?.mirror ?? {}).length, 4);
  assert.match(sent?.linked ?? '', /<a href="..\/index.html"[^>]*>Seite 0/);
  assert.match(sent?.linked ?? '', /Grüße/);
  assert.doesNotMatch(sent?.linked ?? '', /alert/);
});

test('pages kept as they were sent teach the same model', async (t) => {
  const given = { want: null, thresholds: { type: null, change: null }, events: ['click'] };
  const [sent, tree] = await Promise.all((await both(t)).map(({ site }) => modelOfCrawl(site, given)));
  const lasting = (made: unknown): unknown =>
    JSON.parse(JSON.stringify(made), (key, value) => (/^(?:made|created|trained)/.test(key) ? null : value));
  assert.deepEqual(lasting(sent?.model), lasting(tree?.model));
});

test('pages kept as they were sent are archived byte for byte', async (t) => {
  const [sent] = await both(t);
  if (!sent) return;
  const { path, pages: count } = await writeWarc(sent.site, { dir: sent.dir, software: 'argiope/test' });
  const archive = gunzipSync(await readFile(path));
  assert.equal(count, 3);
  for (const number of [0, 1, 2]) assert.ok(archive.includes(bodyOf(number)), `page ${number}`);
  assert.match(archive.toString('latin1'), /Content-Type: text\/html; charset=windows-1252/);
});
