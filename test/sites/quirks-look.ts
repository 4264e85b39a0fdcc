import type { ServedPage } from './truth.ts';

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAA=';

/** Pages whose look is made by scripts, state or files rather than by their HTML. */
export const lookPages: readonly ServedPage[] = [
  {
    path: '/cssom',
    text: 'Styled through the CSSOM',
    head: '<style id="empty"></style>',
    body: `<p class="made">Styled through the CSSOM</p><script>
var sheet = document.getElementById('empty').sheet;
sheet.insertRule('.made { color: rgb(200, 0, 0); font-size: 30px }', 0);
sheet.insertRule('.made::after { content: " </style> " }', 1);
</script>`,
  },
  {
    path: '/adopted',
    text: 'Styled by an adopted sheet',
    body: `<p class="made">Styled by an adopted sheet</p><script>
var sheet = new CSSStyleSheet();
sheet.replaceSync('.made { background: rgb(0, 120, 0); color: white }');
document.adoptedStyleSheets = [sheet];
</script>`,
  },
  {
    path: '/form',
    text: 'Filled in by script',
    body: `<p>Filled in by script</p><form action="/form/send" method="post">
<input id="name" value="before"> <input id="box" type="checkbox"> <input id="r1" type="radio" name="r" checked> <input id="r2" type="radio" name="r">
<select id="pick"><option value="a" selected>first</option><option value="b">second</option></select>
<textarea id="text">before</textarea></form><script>
var get = function (id) { return document.getElementById(id); };
get('name').value = 'after "quotes"'; get('box').checked = true; get('r2').checked = true;
get('pick').value = 'b'; get('text').value = 'written </textarea> by script';
</script>`,
  },
  {
    path: '/canvas',
    text: 'A drawing',
    body: `<p>A drawing</p><canvas id="c" width="120" height="60" style="border: 1px solid #333"></canvas><script>
var pen = document.getElementById('c').getContext('2d');
pen.fillStyle = 'rgb(30, 90, 200)'; pen.fillRect(10, 10, 60, 40);
pen.fillStyle = 'rgb(230, 180, 20)'; pen.fillRect(50, 20, 60, 30);
</script>`,
  },
  {
    path: '/lazy',
    text: 'Pictures further down',
    body: `<p>Pictures further down</p><img data-src="/img/red.png" src="${pixel}" width="40" height="40" alt="by script">
<div style="height: 6000px"></div><img loading="lazy" src="/img/green.png" width="40" height="40" alt="by the browser">`,
  },
  {
    path: '/shadow',
    text: 'In the light',
    body: `<p>In the light</p><div id="open"></div><div id="closed"></div><script>
var open = document.getElementById('open').attachShadow({ mode: 'open' });
open.innerHTML = '<style>p { color: rgb(160, 0, 160) }</style><p>In an open shadow <a href="/beyond/shadow">further</a></p>';
var inner = document.getElementById('closed').attachShadow({ mode: 'closed' });
inner.innerHTML = '<p>In a closed shadow</p>';
var sheet = new CSSStyleSheet(); sheet.replaceSync('p { background: rgb(220, 240, 220) }'); inner.adoptedStyleSheets = [sheet];
</script>`,
  },
  {
    path: '/beyond/shadow',
    text: 'Linked from a shadow',
    body: '<p>Linked from a shadow</p>',
    unlinked: true,
  },
  {
    path: '/frame',
    text: 'Around a frame',
    body: '<p>Around a frame</p><iframe src="/framed" width="300" height="100" title="inner"></iframe>',
  },
  // The frame is a page of its own where it is also linked.
  {
    path: '/framed',
    text: 'Inside the frame',
    body: '<p>Inside the frame <a href="/beyond/frame" target="_top">further</a></p>',
  },
  { path: '/beyond/frame', text: 'Linked from a frame', body: '<p>Linked from a frame</p>', unlinked: true },
  {
    path: '/srcset',
    text: 'Pictures in several sizes',
    body: `<p>Pictures in several sizes</p><img srcset="/img/red.png 1x, /img/wide.png 2x" src="/img/red.png" alt="dense" width="40">
<picture><source media="(min-width: 600px)" srcset="/img/blue.png"><img src="/img/green.png" alt="chosen by width"></picture>`,
  },
  {
    path: '/css',
    text: 'Files behind files',
    head: '<link rel="stylesheet" href="/css/main.css">',
    body: '<p class="lettered">Files behind files</p><div class="pictured"></div><div class="deep"></div><div style="width: 40px; height: 40px; background-image: url(&quot;/img/blue.png&quot;)"></div>',
  },
  {
    path: '/based',
    text: 'Addresses start elsewhere',
    head: '<base href="/elsewhere/">',
    body: '<p>Addresses start elsewhere</p><img src="pic.png" alt="based"> <a href="target">target</a>',
  },
  { path: '/elsewhere/target', text: 'Below the base', body: '<p>Below the base</p>', unlinked: true },
  {
    path: '/titled',
    title: 'Title of the script',
    text: 'The title was changed',
    body: '<p>The title was changed</p><script>document.title = "Title of the script";</script>',
  },
  {
    path: '/escapes',
    text: 'Text with <script>alert(1)</script> & "signs"',
    body: '<p title="a &quot;quoted&quot; &lt;title&gt;">Text with &lt;script&gt;alert(1)&lt;/script&gt; &amp; "signs"</p><pre>\n\nkept lines</pre>',
  },
];
