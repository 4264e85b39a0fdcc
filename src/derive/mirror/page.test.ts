import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkMirror } from '../../../test/mirror-check.ts';
import type { ElementNode } from '../../model/document.ts';
import { doc, h, svg } from '../fixture.ts';
import { bodyOf, mirrorOf } from './mirror-fixture.ts';

test('nothing that could run is left', async (t) => {
  const mirror = await mirrorOf(t, [
    {
      document: doc(
        [
          h('script', { src: '/a.js' }),
          h('noscript', {}, '<img src=http://spy.test/>'),
          h('p', { onclick: 'a()', ONLOAD: 'b()', id: 'p' }, 'text'),
          h('iframe', { srcdoc: '<script>1</script>', src: 'JavaScript:1' }),
          h('form', { action: 'javascript:1' }, h('button', { formaction: '\tjavascript:1' }, 'x')),
          h('object', { data: 'data:text/html,<script>1</script>' }),
          h('embed', { src: 'data:application/pdf,x' }),
          h('template', { shadowrootmode: 'open' }, h('script', {}, '1')),
          svg(
            'svg',
            { onload: '1' },
            svg('script', {}, '1'),
            svg(
              'a',
              { 'xlink:href': 'javascript:1' },
              svg('set', { attributeName: 'href', to: 'javascript:1' }),
            ),
          ),
        ],
        {
          head: [
            h('script', {}),
            h('base', { href: 'http://base.test/' }),
            h('meta', { 'http-equiv': 'Refresh', content: '0;url=http://x.test' }),
            h('meta', { 'http-equiv': 'Content-Security-Policy', content: "default-src 'none'" }),
            h('link', { rel: 'modulepreload', href: '/m.js' }),
            h('link', { rel: 'dns-prefetch', href: '//dns.test' }),
            h('link', { rel: 'manifest', href: '/m.json' }),
          ],
        },
      ),
    },
  ]);
  const faults = await checkMirror(mirror.report.dir);
  assert.deepEqual(faults, { files: 1, deadLinks: [], scripts: [], external: [] });
  const html = await mirror.read('index.html');
  assert.doesNotMatch(
    html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''),
    /script|onclick|onload|base\.test|dns\.test|m\.json|srcdoc|Refresh|shadowrootmode/i,
  );
  assert.match(html, /<p id="p">text<\/p>/);
});

test('what is taken out of the body leaves a sibling behind, so that rules count as before', async (t) => {
  const body = await bodyOf(t, [h('p', {}, '1'), h('script', {}), h('p', {}, '2'), h('noscript', {}, 'x')]);
  assert.equal(body, '<p>1</p><template></template><p>2</p><template></template>');
});

test('doctype, language, title and encoding are those of the page', async (t) => {
  const legacy = 'html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"';
  const mirror = await mirrorOf(t, [
    {
      document: doc(['x'], {
        title: 'T & <b>',
        lang: 'zh',
        doctype: legacy,
        head: [h('meta', { charset: 'gbk' }), h('title', {}, 'T & <b>')],
      }),
    },
    { document: doc(['quirky'], { doctype: null, title: '只有标题' }) },
  ]);
  const first = await mirror.read('index.html');
  assert.ok(first.startsWith(`<!DOCTYPE ${legacy}>\n<html lang="zh"><head><meta charset="utf-8">`));
  assert.match(first, /<title>T &amp; &lt;b&gt;<\/title>/);
  assert.doesNotMatch(first, /gbk/);
  const second = await mirror.read('1.html');
  assert.ok(second.startsWith('<html><head><meta charset="utf-8">'));
  assert.match(second, /<title>只有标题<\/title>/);
});

test('a page names its original: its address, or for a state the way to it', async (t) => {
  const mirror = await mirrorOf(t, [
    {
      document: doc([h('b', {}, 'x')]),
      go: [{ xpath: '/HTML/BODY[1]/B[1]', to: 1, call: 'http://site.test/a.js:load(2)' }],
    },
    { document: doc(['y']), entry: { kind: 'action', source: 0, ord: 0 } },
  ]);
  assert.match(
    await mirror.read('index.html'),
    /<link rel="canonical" href="http:\/\/site\.test\/dir\/page"><link rel="original" href="http:\/\/site\.test\/dir\/page">/,
  );
  const state = await mirror.read('1.html');
  assert.doesNotMatch(state, /canonical/);
  assert.match(
    state,
    /<meta name="argiope:entry" content="http:\/\/site\.test\/dir\/page → click \/HTML\/BODY\[1\]\/B\[1\] \[http:\/\/site\.test\/a\.js:load\(2\)\]">/,
  );
});

test('form fields show what they showed', async (t) => {
  const body = await bodyOf(t, [
    { ...h('input', { value: 'old' }), value: 'a"b' },
    { ...h('input', { type: 'checkbox' }), checked: true },
    { ...h('input', { type: 'radio', checked: '' }), checked: false },
    { ...h('textarea', {}, 'old'), value: '\nnew </textarea>' },
    h(
      'select',
      {},
      { ...h('option', {}, 'a'), selected: true },
      { ...h('option', { selected: '' }, 'b'), selected: false },
    ),
    { ...h('select', {}, h('option', { selected: '' }, 'a'), h('option', { value: 'v' }, 'b')), value: 'v' },
  ]);
  assert.equal(
    body,
    '<input value="a&quot;b"><input type="checkbox" checked=""><input type="radio">' +
      '<textarea>\n\nnew &lt;/textarea&gt;</textarea>' +
      '<select><option selected="">a</option><option>b</option></select>' +
      '<select><option>a</option><option value="v" selected="">b</option></select>',
  );
});

test('a canvas becomes an image of its pixels, and an unreadable one a blank of its size', async (t) => {
  const body = await bodyOf(t, [
    {
      ...h('canvas', { width: '40', height: '20', class: 'c', style: 'border:1px' }, 'fallback'),
      image: 'data:image/png;base64,AAAA',
    },
    h('canvas', { width: '7' }),
  ]);
  assert.match(
    body,
    /^<img width="40" height="20" class="c" style="border:1px" src="data:image\/png;base64,AAAA" data-argiope-was="canvas">/,
  );
  assert.match(body, /<img width="7" src="data:image\/svg\+xml,[^"]*width='7' height='150'/);
});

test('forms ask the live site only where asking changes nothing', async (t) => {
  const body = await bodyOf(t, [
    h('form', { action: '/search' }),
    h('form', { action: '/pay', method: 'POST' }),
    h('form', { method: 'get', action: 'javascript:go()' }),
  ]);
  assert.equal(
    body,
    '<form action="http://site.test/search"></form><form method="dialog"></form><form method="get"></form>',
  );
});

test('shadow roots are declared, with the sheets they adopted, and closed ones too', async (t) => {
  const host: ElementNode = {
    ...h('x-card', {}, h('b', { slot: 's' }, 'light')),
    shadow: {
      mode: 'closed',
      kids: [h('slot', { name: 's' }), h('i', {}, 'dark')],
      sheets: ['i::after{content:"</style>"}'],
    },
  };
  const body = await bodyOf(t, [host], [{ xpath: '/HTML/BODY[1]/X-CARD[1]/#shadow/I[1]', to: 1 }]);
  assert.match(
    body,
    /^<x-card><template shadowrootmode="closed"><slot name="s"><\/slot><i><a [^>]*href="1\.html"[^>]*>dark<\/a><\/i><style>i::after\{content:"<\\\/style>"\}<\/style><\/template><b slot="s">light<\/b><\/x-card>$/,
  );
});

test('live rules take the place of sheets, and adopted sheets come last', async (t) => {
  const mirror = await mirrorOf(
    t,
    [
      {
        document: doc(['x'], {
          head: [
            {
              ...h('link', { rel: 'stylesheet', href: '/css/a.css', media: 'print' }),
              css: 'a{background:url(i.png)}',
            },
            { ...h('style', {}, 'old{}'), css: 'b{color:red}' },
          ],
          sheets: ['c{color:blue}x-y:not(:defined){display:none}'],
        }),
      },
    ],
    [{ url: 'http://site.test/css/i.png', contentType: 'image/png', body: 'png' }],
  );
  const html = await mirror.read('index.html');
  const [image] = await mirror.list('assets');
  assert.ok(
    html.includes(
      `<style media="print">a{background:url("assets/${image}")}</style><style>b{color:red}</style><style>c{color:blue}x-y:not(:not(.argiope-none)){display:none}</style></head>`,
    ),
  );
});

test('a frame of the same site is a file of its own, whose links know where they are', async (t) => {
  const inner = doc(
    [
      h('a', { href: '/a', target: '_top' }, 'a'),
      h('a', { href: '/a' }, 'b'),
      h('i', {}, 'c'),
      h('img', { src: '/i.png' }),
    ],
    {
      url: 'http://site.test/in/f',
      base: 'http://site.test/in/f',
      doctype: null,
    },
  );
  const mirror = await mirrorOf(
    t,
    [
      {
        document: doc([{ ...h('iframe', { src: '/in/f', width: '9', sandbox: '' }), frame: inner }]),
        go: [
          { xpath: '/HTML/BODY[1]/IFRAME[1]/#document/HTML/BODY[1]/A[1]', to: 1, url: 'http://site.test/a' },
          { xpath: '/HTML/BODY[1]/IFRAME[1]/#document/HTML/BODY[1]/I[1]', to: 2 },
        ],
      },
      {},
      {},
    ],
    [{ url: 'http://site.test/i.png', contentType: 'image/png', body: 'png' }],
  );
  const [frame] = await mirror.list('frames');
  const [image] = await mirror.list('assets');
  assert.match(
    await mirror.read('index.html'),
    new RegExp(`<iframe width="9" src="frames/${frame}"></iframe>`),
  );
  const html = await mirror.read(join('frames', frame as string));
  assert.match(html, /^<html><head>/);
  assert.match(html, /<a href="\.\.\/1\.html" target="_top">a<\/a><a href="\.\.\/1\.html">b<\/a>/);
  assert.match(html, /<i><a class="argiope-go" href="\.\.\/2\.html" target="_top"/);
  assert.ok(html.includes(`<img src="../assets/${image}">`));
  assert.deepEqual(await checkMirror(mirror.report.dir), {
    files: 4,
    deadLinks: [],
    scripts: [],
    external: [],
  });
});

test('a frame of another site becomes a quiet page that names it', async (t) => {
  const mirror = await mirrorOf(t, [
    { document: doc([h('iframe', { src: 'https://ads.test/?a=1&b="', height: '50' })]) },
  ]);
  const [frame] = await mirror.list('frames');
  assert.match(
    await mirror.read('index.html'),
    new RegExp(`<iframe height="50" src="frames/${frame}"></iframe>`),
  );
  assert.match(
    await mirror.read(join('frames', frame as string)),
    /<a href="https:\/\/ads\.test\/\?a=1&amp;b=%22" target="_top">/,
  );
});

test('an element that a script put beside the body is kept at its end', async (t) => {
  const root = h('html', {}, h('head', {}), h('body', {}, 'x'), h('div', {}, 'late'));
  assert.equal(await bodyOf(t, [], [], { root }), 'x<div>late</div>');
});

test('odd names and values cannot break out of tags', async (t) => {
  const body = await bodyOf(t, [
    h(
      'p',
      { 'a"b': '1', 'x>y': '2', title: '"><script>alert(1)</script>', 'data-x': "'--!>" },
      '--> <!-- <b>',
    ),
    h('b<i', {}, 'odd'),
    h('style', {}, 'a::before{content:"</STYLE><script>1</script>"}'),
  ]);
  assert.equal(
    body,
    '<p title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" data-x="\'--!&gt;">--&gt; &lt;!-- &lt;b&gt;</p>' +
      '<span data-argiope-was="b&lt;i">odd</span>' +
      '<style>a::before{content:"<\\/STYLE><script>1</script>"}</style>',
  );
});

test('a popover that was open is shown without a script, by its own rules, and a closed one stays', async (t) => {
  const open = h('div', { popover: 'auto', id: 'a' }, 'open');
  const closed = { ...h('div', { popover: '', id: 'b' }, 'closed'), hidden: true as const };
  const host = { ...h('x-host', {}), shadow: { mode: 'open' as const, kids: [open] } };
  const css = '[popover]{margin:0} [popover=auto]:popover-open{display:grid}';
  const mirror = await mirrorOf(t, [
    { document: doc([open, closed, host], { head: [h('style', {}, css)] }) },
  ]);
  const html = await mirror.read('index.html');
  const body = html.replace(/^.*<body>/s, '');
  const shown = '<div id="a" data-argiope-popover="auto">open</div>';
  assert.ok(body.startsWith(`${shown}<div popover="" id="b">closed</div><x-host>`), body);
  assert.match(body, /<template[^>]*><div id="a" data-argiope-popover="auto">open<\/div><style>@layer/);
  assert.ok(
    html.includes(
      ':is([popover],[data-argiope-popover]){margin:0} :is([popover=auto],[data-argiope-popover=auto]):is(:popover-open,[data-argiope-popover]){display:grid}',
    ),
  );
  assert.match(html, /<head>.*@layer argiope\{:where\(\[data-argiope-popover\]\)\{display:block/s);
});
