import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkMirror } from '../../../test/mirror-check.ts';
import { doc, h, svg } from '../fixture.ts';
import { mirrorOf } from './mirror-fixture.ts';

const png = (url: string, body = url) => ({ url: `http://site.test${url}`, contentType: 'image/png', body });
const css = (url: string, body: string) => ({
  url: `http://site.test${url}`,
  contentType: 'text/css; charset=utf-8',
  body,
});

test('one content is saved once, whatever its addresses', async (t) => {
  const mirror = await mirrorOf(
    t,
    [
      {
        document: doc([
          h('img', { src: '/a.png', crossorigin: '', integrity: 'x', loading: 'lazy' }),
          h('img', { src: '/b.png?v=2' }),
        ]),
      },
    ],
    [png('/a.png', 'same'), png('/b.png?v=2', 'same')],
  );
  const [file, ...more] = await mirror.list('assets');
  assert.deepEqual(more, []);
  assert.match(
    await mirror.read('index.html'),
    new RegExp(`<img src="assets/${file}"><img src="assets/${file}">`),
  );
  assert.match(file as string, /^[0-9a-f]{20}\.png$/);
  assert.deepEqual([mirror.report.assets, mirror.report.missing.length], [1, 0]);
});

test('references are resolved against the base, which itself is gone', async (t) => {
  const mirror = await mirrorOf(
    t,
    [
      {
        document: doc([h('img', { src: 'a.png' }), h('a', { href: 'x' }, 'x')], {
          base: 'http://site.test/deep/',
          head: [h('base', { href: '/deep/' })],
        }),
      },
    ],
    [png('/deep/a.png')],
  );
  const html = await mirror.read('index.html');
  assert.match(html, /<img src="assets\//);
  assert.match(html, /<a href="http:\/\/site\.test\/deep\/x">/);
  assert.doesNotMatch(html, /<base/);
});

test('what the store does not have is not asked for, and is counted', async (t) => {
  const mirror = await mirrorOf(
    t,
    [
      {
        document: doc(
          [
            h('img', { src: '/gone.png', srcset: '/gone2.png 2x, /here.png 1x' }),
            h('div', { style: 'background:url(/gone3.png)' }),
            h('video', { poster: '/gone4.png' }),
            h('object', { data: '/gone5.swf' }, 'fallback'),
          ],
          {
            head: [
              h('link', { rel: 'stylesheet', href: '/gone.css' }),
              h('link', { rel: 'icon', href: '/gone.ico' }),
              h('style', {}, '@import "/gone6.css";'),
            ],
          },
        ),
      },
    ],
    [png('/here.png')],
  );
  const html = await mirror.read('index.html');
  assert.match(html, /<img srcset="assets\/[0-9a-f]+\.png 1x" data-argiope-missing-src="\/gone\.png">/);
  assert.match(html, /<div style="background:url\(&quot;data:,&quot;\)">/);
  assert.match(html, /<link rel="stylesheet" data-argiope-missing-href="\/gone\.css">/);
  assert.match(html, /<style>@import "data:text\/css,";<\/style>/);
  assert.equal(mirror.report.missing.length, 8);
  assert.deepEqual((await checkMirror(mirror.report.dir)).external, []);
});

test('sheets are rewritten with all they import, also where they import each other', async (t) => {
  const mirror = await mirrorOf(
    t,
    [
      {
        document: doc([], {
          head: [h('link', { rel: 'stylesheet', href: '/css/a.css', integrity: 'sha256-x' })],
        }),
      },
    ],
    [
      css(
        '/css/a.css',
        '@charset "utf-8"; @import url("sub/b.css") screen; a{background:url(../i.png)} /* url(no.png) */ b{content:"url(no.png)"}',
      ),
      css(
        '/css/sub/b.css',
        '@import "../a.css"; @font-face{src:url(f.woff2?v=1#x) format("woff2"),local("F")} c{background:image-set("../i2.png" 1x, url(data:,x) 2x)}',
      ),
      png('/i.png'),
      png('/css/i2.png'),
      {
        url: 'http://site.test/css/sub/f.woff2?v=1',
        contentType: 'application/octet-stream',
        body: 'wOF2....',
      },
    ],
  );
  const files = await mirror.list('assets');
  assert.deepEqual(files.map((file) => file.split('.')[1]).sort(), ['css', 'css', 'png', 'png', 'woff2']);
  const sheets = await Promise.all(
    files.filter((file) => file.endsWith('.css')).map((file) => mirror.read(join('assets', file))),
  );
  const a = sheets.find((text) => text.includes('content')) as string;
  const b = sheets.find((text) => text.includes('font-face')) as string;
  assert.match(
    a,
    /^@charset "utf-8";\n @import url\("[0-9a-f]{20}\.css"\) screen; a\{background:url\("[0-9a-f]{20}\.png"\)\} \/\* url\(no\.png\) \*\/ b\{content:"url\(no\.png\)"\}$/,
  );
  assert.match(
    b,
    /@import "[0-9a-f]{20}\.css"; @font-face\{src:url\("[0-9a-f]{20}\.woff2#x"\) format\("woff2"\),local\("F"\)\} c\{background:image-set\("[0-9a-f]{20}\.png" 1x, url\(data:,x\) 2x\)\}/,
  );
  assert.deepEqual(await checkMirror(mirror.report.dir), {
    files: 3,
    deadLinks: [],
    scripts: [],
    external: [],
  });
  assert.deepEqual(mirror.report.missing, []);
});

test('a sheet in another encoding is saved in UTF-8', async (t) => {
  const mirror = await mirrorOf(
    t,
    [{ document: doc([], { head: [h('link', { rel: 'stylesheet', href: '/g.css' })] }) }],
    [
      {
        url: 'http://site.test/g.css',
        contentType: 'text/css; charset=gbk',
        body: Uint8Array.of(0x61, 0x7b, 0x7d, 0xd6, 0xd0, 0xce, 0xc4),
      },
    ],
  );
  const [file] = await mirror.list('assets');
  assert.equal(await mirror.read(join('assets', file as string)), '@charset "utf-8";\na{}中文');
});

test('a lazy image is the image that it will be', async (t) => {
  const mirror = await mirrorOf(
    t,
    [
      {
        document: doc([
          h('img', { 'data-src': '/1.png' }),
          h('img', { src: 'data:image/gif;base64,R0', 'data-original': '/2.png' }),
          h('img', { src: '/p.png', 'data-placeholder': '/p.png', 'data-lazy-src': '/3.png' }),
          h('img', { src: '/4.png', 'data-src': '/other.png' }),
          h('picture', {}, h('source', { 'data-srcset': '/5.png 2x' }), h('img', { src: '/4.png' })),
        ]),
      },
    ],
    [png('/1.png'), png('/2.png'), png('/3.png'), png('/4.png'), png('/5.png')],
  );
  assert.equal((await mirror.list('assets')).length, 5);
  const html = await mirror.read('index.html');
  assert.equal(html.match(/<img [^>]*src="assets\//g)?.length, 5);
  assert.match(html, /<source [^>]*srcset="assets\/[0-9a-f]+\.png 2x">/);
  assert.deepEqual(mirror.report.missing, []);
});

test('a symbol of another file is copied into the page, for file:// does not let it be seen', async (t) => {
  const sprite =
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><symbol id="s" viewBox="0 0 1 1"><path fill="url(#g)" onclick="x()" d="M0 0"/></symbol>' +
    '<linearGradient id="g"/><symbol id="other"/></svg>';
  const mirror = await mirrorOf(
    t,
    [
      {
        document: doc([
          svg('svg', {}, svg('use', { 'xlink:href': '/s.svg#s' })),
          svg('svg', {}, svg('use', { href: '#own' })),
        ]),
      },
    ],
    [{ url: 'http://site.test/s.svg', contentType: 'image/svg+xml', body: sprite }],
  );
  const html = await mirror.read('index.html');
  const id = /<use href="#(argiope-[0-9a-f]{8}-s)">/.exec(html)?.[1] as string;
  assert.ok(
    html.includes(
      `<symbol id="${id}" viewBox="0 0 1 1"><path fill="url(#${id.slice(0, -1)}g)" d="M0 0"></path></symbol>`,
    ),
  );
  assert.ok(html.includes(`<linearGradient id="${id.slice(0, -1)}g">`));
  assert.ok(!html.includes('other'));
  assert.ok(html.includes('<use href="#own">'));
});

test('plug-ins that show images become images; pages and programs do not load', async (t) => {
  const mirror = await mirrorOf(
    t,
    [
      {
        document: doc([
          h('object', { data: '/a.svg', class: 'o' }, 'fallback'),
          h('embed', { src: '/page.html' }),
          h('object', { data: '/page.html' }, 'text'),
        ]),
      },
    ],
    [
      {
        url: 'http://site.test/a.svg',
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      },
      { url: 'http://site.test/page.html', contentType: 'text/html', body: '<script>1</script>' },
    ],
  );
  const html = await mirror.read('index.html');
  assert.match(
    html,
    /<img class="o" src="assets\/[0-9a-f]+\.svg" data-argiope-was="object"><embed data-argiope-missing-src="\/page\.html"><object data-argiope-missing-data="\/page\.html">text<\/object>/,
  );
  assert.ok((await mirror.list('assets')).every((file) => !file.endsWith('.html')));
});

test('masks are written into the sheet, which file:// would not let it load', async (t) => {
  const mirror = await mirrorOf(
    t,
    [{ document: doc([h('i', { style: '-webkit-mask-image:url(/m.svg);background:url(/m.svg)' })]) }],
    [
      {
        url: 'http://site.test/m.svg',
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      },
    ],
  );
  assert.match(
    await mirror.read('index.html'),
    /-webkit-mask-image:url\(&quot;data:image\/svg\+xml,%3Csvg%20xmlns[^)]*%2F%3E&quot;\);background:url\(&quot;assets\/[0-9a-f]+\.svg&quot;\)/,
  );
});

test('file names come from content alone', async (t) => {
  const mirror = await mirrorOf(
    t,
    [
      {
        document: doc([
          h('img', { src: '/..%2f..%2fetc/passwd' }),
          h('img', { src: '/a/%00.php?x=/../../b.png' }),
        ]),
      },
    ],
    [
      { url: 'http://site.test/..%2f..%2fetc/passwd', contentType: '../../x', body: '1' },
      { url: 'http://site.test/a/%00.php?x=/../../b.png', contentType: 'text/html', body: '2' },
    ],
  );
  for (const file of await mirror.list('assets')) assert.match(file, /^[0-9a-f]{20}\.bin$/);
  assert.equal(mirror.report.assets, 2);
});

test('references into the page itself stay inside it, also when written as addresses', async (t) => {
  const mirror = await mirrorOf(t, [
    {
      document: doc([
        svg(
          'svg',
          {},
          svg('rect', { fill: 'url(http://site.test/dir/page#g)', filter: 'url(#f)' }),
          svg('use', { href: '/dir/page#u' }),
        ),
      ]),
    },
  ]);
  const html = await mirror.read('index.html');
  assert.match(html, /<rect fill="url\(&quot;#g&quot;\)" filter="url\(#f\)">/);
  assert.match(html, /<use href="#u">/);
});
