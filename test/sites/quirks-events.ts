import type { ServedPage } from './truth.ts';

const show =
  '<p id="out">Nothing chosen</p><script>function show(name) { document.getElementById("out").textContent = "Chosen: " + name; }</script>';

const kinds = ['block', 'inline', 'item', 'row', 'cell', 'button', 'svg', 'image', 'hover'];

/** Elements of every layout that react, links inside links, and actions that must be left alone. */
export const eventPages: readonly ServedPage[] = [
  {
    path: '/events',
    text: 'Nothing chosen',
    states: kinds.map((kind) => `Chosen: ${kind}`),
    head: '<style>ul > li { color: rgb(0, 90, 0) } tr:nth-child(2) { background: #eef } .block { padding: 4px; border: 1px solid }</style>',
    body: `${show}
<div class="block" onclick="show('block')">A block</div>
<p>Before <span onclick="show('inline')">inline</span> after</p>
<ul><li onclick="show('item')">An item</li><li>Another</li></ul>
<table border="1"><tr onclick="show('row')"><td>a</td><td>row</td></tr><tr><td onclick="show('cell')">a cell</td><td>none</td></tr></table>
<button onclick="show('button')">A button</button>
<svg width="60" height="30"><rect width="60" height="30" fill="#c60" onclick="show('svg')"></rect></svg>
<img src="/img/blue.png" alt="an image" onclick="show('image')">
<em onmouseover="show('hover')">Hover</em>`,
  },
  {
    path: '/nested',
    text: 'Links inside links',
    states: ['Chosen: inside a link'],
    body: `<p>Links inside links</p>${show}<div id="place"></div><script>
var outer = document.createElement('a'); outer.href = '/beyond/outer'; outer.textContent = 'outer ';
var inner = document.createElement('a'); inner.href = '/beyond/inner'; inner.textContent = 'inner';
outer.appendChild(inner); document.getElementById('place').appendChild(outer);
var holder = document.createElement('a'); holder.href = '/beyond/holder'; holder.textContent = ' holder ';
var acting = document.createElement('span'); acting.textContent = 'acting';
acting.setAttribute('onclick', "show('inside a link'); event.preventDefault(); event.stopPropagation()");
holder.appendChild(acting); document.getElementById('place').appendChild(holder);
</script>`,
  },
  ...['outer', 'inner', 'holder'].map(
    (name): ServedPage => ({
      path: `/beyond/${name}`,
      text: `Beyond the ${name} link`,
      body: `<p>Beyond the ${name} link</p>`,
      unlinked: true,
    }),
  ),
  {
    path: '/unsafe',
    text: 'Things better left alone',
    states: ['Chosen: harmless'],
    body: `<p>Things better left alone</p>${show}
<a href="/logout">Log out</a> <a href="/user/signout">退出登录</a>
<button onclick="send('/delete/1')">Delete</button> <span onclick="send('/delete/2')">删除</span>
<a href="javascript:send('/pay')">Pay now</a>
<button onclick="show('harmless')">Show more</button>
<script>function send(path) { fetch(path, { method: 'POST' }).then(function () { show('done ' + path); }); }</script>`,
  },
];
