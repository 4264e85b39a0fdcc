import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { startViewer } from '../../../bench/ajax/viewer.ts';
import { drawingVectors, pageVectors, run } from '../../../test/script-vectors.ts';
import { startServer, stopServer } from '../../../test/servers.ts';
import { documentToHtml } from '../../dom/html.ts';
import { doc, h } from '../fixture.ts';
import { mirrorOf } from './mirror-fixture.ts';
import { inertDrawing } from './svg-file.ts';

interface File {
  readonly name: string;
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** The text of a vector whose call asks for `/ran?number`. No quotes and no blanks, so that it fits anywhere. */
const armed = (text: string, number: number, origin: string): string =>
  text
    .replaceAll(run, `fetch(\`${origin}/ran?${number}\`)`)
    .replaceAll('&#114;an()', `&#102;etch(\`${origin}/ran?${number}\`)`);

/** Opens files in frames of a page with scripts on, clicks on all that is there, and gives the numbers that ran. */
async function whatRan(
  t: TestContext,
  make: (origin: string) => Promise<readonly File[]> | readonly File[],
): Promise<readonly number[]> {
  const ran = new Set<number>();
  const files = new Map<string, File>();
  const server = createServer((request, response) => {
    const path = request.url?.slice(1) ?? '';
    if (path.startsWith('ran?')) ran.add(Number(path.slice(4)));
    const file = files.get(path);
    response.setHeader('content-type', file?.type ?? 'text/html');
    response.end(file?.body ?? '<!doctype html><body>');
  });
  const origin = await startServer(server);
  t.after(() => stopServer(server));
  for (const file of await make(origin)) files.set(file.name, file);
  const viewer = await startViewer();
  try {
    const names = [...files.keys()];
    for (let from = 0; from < names.length; from += 40)
      await viewer.open(`${origin}/`, {
        scripts: true,
        picture: false,
        prepare: `(${openAll})(${JSON.stringify(names.slice(from, from + 40))})`,
      });
  } finally {
    await viewer.close();
  }
  return [...ran].sort((a, b) => a - b);
}

/** Runs in the page around the frames. These may not lead it away. */
async function openAll(names: readonly string[]): Promise<void> {
  const drawn = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  const shown = names.map(async (name) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    const loaded = new Promise((go) => {
      frame.onload = go;
      // What was opened may have led its frame to where nothing is loaded.
      setTimeout(go, 2000);
    });
    frame.src = name;
    document.body.append(frame);
    await loaded;
    await drawn();
    for (const node of frame.contentDocument?.querySelectorAll('*') ?? []) {
      try {
        node.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      } catch {}
    }
    await drawn();
  });
  await Promise.all(shown);
  await drawn();
  await fetch('last');
}

const html = 'text/html; charset=utf-8';
const drawing = 'image/svg+xml';
const pages = pageVectors();
const drawings = drawingVectors();

const documentOf = ({ body, head, more }: (typeof pages)[number], number: number, origin: string) =>
  JSON.parse(armed(JSON.stringify(doc(body, { ...more, head: head ?? [] })), number, origin));

test('none of the ways to run a script works in a mirror, with the policy of its files or without', async (t) => {
  assert.ok(pages.length >= 150, `${pages.length} ways`);
  const ran = await whatRan(t, async (origin) => {
    const { read, list } = await mirrorOf(
      t,
      pages.map((page, number) => ({ document: documentOf(page, number, origin) })),
    );
    const names = [...(await list('.')).filter((name) => name.endsWith('.html'))];
    const files = await Promise.all(
      names.map(async (name): Promise<File> => ({ name, type: html, body: await read(name) })),
    );
    const frames = await Promise.all(
      (await list('frames')).map(
        async (name): Promise<File> => ({
          name: `frames/${name}`,
          type: html,
          body: await read(`frames/${name}`),
        }),
      ),
    );
    const bare = files.map(({ name, type, body }) => {
      const text = String(body).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
      assert.notEqual(text, body, `${name} has a policy`);
      return { name: `bare-${name}`, type, body: text };
    });
    return [...files, ...frames, ...bare];
  });
  assert.deepEqual(
    ran.map((number) => pages[number]?.what),
    [],
  );
});

test('none of the ways to run a script works in a drawing of a mirror that is opened by itself', async (t) => {
  const ran = await whatRan(t, (origin) =>
    drawings.map(({ text, encode }, number) => ({
      name: `${number}.svg`,
      type: drawing,
      body: inertDrawing(encode(armed(text, number, origin)), drawing),
    })),
  );
  assert.deepEqual(
    ran.map((number) => drawings[number]?.what),
    [],
  );
});

test('the ways run scripts where nothing is done about them', async (t) => {
  const ran = await whatRan(t, (origin) => [
    ...pages.map((page, number) => ({
      name: `${number}.html`,
      type: html,
      body: documentToHtml(documentOf(page, number, origin)),
    })),
    ...drawings.map(({ text, encode }, number) => ({
      name: `${number}.svg`,
      type: drawing,
      body: encode(armed(text, 1000 + number, origin)),
    })),
  ]);
  const inPages = ran.filter((number) => number < 1000).length;
  t.diagnostic(`${inPages} of ${pages.length} pages, ${ran.length - inPages} of ${drawings.length} drawings`);
  assert.ok(inPages >= 100 && ran.length - inPages >= 40, `${inPages} and ${ran.length - inPages}`);
});

test('a drawing keeps what it shows', () => {
  const text = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]>
    <s:svg xmlns:s="&ns;" viewBox="0 0 9 9"><s:style>.a{fill:red}</s:style><s:g class="a" onclick="x()">
    <s:path d="M0 0h9"/><s:use href="#a"/></s:g><s:image href="http://else.test/a.png"/></s:svg>`;
  const body = Buffer.from(`\ufeff${text}`, 'utf16le');
  assert.equal(
    inertDrawing(body, drawing).replace(/\n\s*/g, ''),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>.a{fill:red}</style><g class="a">' +
      '<path d="M0 0h9"/><use href="#a"/></g><image/></svg>',
  );
  assert.equal(
    inertDrawing(Buffer.from('<svg><b></svg>'), drawing),
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
  );
});

test('a saved drawing is the inert one, wherever a page uses it', async (t) => {
  const body =
    '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="i"><script>1</script><path d="M0"/></symbol></svg>';
  const mirror = await mirrorOf(
    t,
    [{ document: doc([h('img', { src: '/d.svg' }), h('a', { href: '/d.svg', download: '' }, 'd')]) }],
    [{ url: 'http://site.test/d.svg', contentType: drawing, body }],
  );
  const [name = ''] = await mirror.list('assets');
  assert.doesNotMatch(await mirror.read(`assets/${name}`), /script/);
  assert.match(await mirror.read(`assets/${name}`), /<path d="M0"\/>/);
});
