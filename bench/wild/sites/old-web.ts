import { named } from '../pages/words.ts';
import { pages } from './site.ts';

/** What only scripts of the old web bring up. */
export const oldTexts: readonly string[] = Array.from(
  { length: 6 },
  (_, at) => `Layer of the ${named(1400 + at)}`,
);

/** Documents that frames, image maps, jumps and windows lead to. */
export const oldPages: readonly string[] = [
  ...['/menu.html', '/main.html', '/one.html', '/two.html', '/map-a.html', '/map-b.html', '/jump-a.html'],
  ...[
    '/jump-b.html',
    '/window.html',
    '/timed.html',
    '/later.html',
    '/row-a.html',
    '/row-b.html',
    '/form.html',
  ],
  ...['/written.html', '/old.html', '/newer.html', '/inner.html', '/ok.html'],
];

const told = (path: string) => `<p>Document of the ${named(1410 + oldPages.indexOf(path))}</p>`;

const shown: Readonly<Record<string, string>> = {
  '/menu.html': `<base target="main"><p><a href="one.html">One</a> <a href="javascript:parent.main.location.href='two.html';void 0">Two</a>
<form name="jump"><select name="to"><option value="">Go to</option><option value="jump-a.html">A</option><option value="jump-b.html">B</option></select>
<input type="button" value="Go" onclick="var s=document.jump.to;if(s.selectedIndex)parent.main.location=s.options[s.selectedIndex].value"></form>`,
  '/main.html': `<p><img src="map.gif" usemap="#m" width="100" height="50" alt=""><map name="m"><area shape="rect" coords="0,0,50,50" href="map-a.html" alt="A"><area shape="rect" coords="50,0,100,50" href="#" onclick="location='map-b.html';return false" alt="B"></map>
<a href="javascript:openWindow()">Window</a> <a href="#" onmouseover="show(0)" onmouseout="hide(0)">Products</a> <a href="#" onmouseover="show(1)">Services</a>
<div id="layer0" style="position:absolute;visibility:hidden">${oldTexts[0]} <a href="old.html">Old</a></div><div id="layer1" style="position:absolute;display:none">${oldTexts[1]}</div>
<table><tr onclick="location.href='row-a.html'"><td>Row A</td></tr><tr onclick="document.location.assign('row-b.html')"><td>Row B</td></tr></table>
<form name="f" action="form.html" method="get"><input type="hidden" name="x" value="1"><a href="javascript:document.f.submit()">Send</a></form>
<p id="tree"><a href="javascript:toggle(2)">[+]</a> Branch<span id="layer2" style="display:none"><br>${oldTexts[2]} <a href="javascript:toggle(3)">[+]</a><span id="layer3" style="display:none">${oldTexts[3]}</span></span></p>
<a href="javascript:write()">Write</a> <a href="#" onclick="swap();return false">Swap</a><div id="swap">Before</div><a href="javascript:if(confirm('Sure?'))location='ok.html'">Ask</a>
<iframe src="inner.html" width="200" height="50"></iframe>
<script>var d=document;function layer(n){return d.all?d.all['layer'+n]:d.getElementById('layer'+n)}
function show(n){layer(n).style.visibility='visible';layer(n).style.display='block'}function hide(n){layer(n).style.visibility='hidden'}
function toggle(n){var s=layer(n).style;s.display=s.display=='none'?'':'none'}
function openWindow(){window.open('window.html','w','width=300,height=200')}
function swap(){d.getElementById('swap').innerHTML='${oldTexts[4]}'}
function write(){d.open();d.write('<html><body><p>${oldTexts[5]}</p><a href="written.html">On</a></body></html>');d.close()}
d.write('<a href="timed.html">Timed<\\/a>')</script>`,
  '/timed.html': '<script>setTimeout("location=\'later.html\'",3000)</script>',
  '/old.html': '<meta http-equiv="refresh" content="2; url=newer.html"><a href="newer.html">moved</a>',
};

/** A site as they were in 1999: frames, image map, layers, jumps, windows. */
export const oldWeb = pages((path) => {
  if (path === '/')
    return {
      type: 'text/html; charset=utf-8',
      body: '<html><head><title>Old</title></head><frameset cols="150,*"><frame name="menu" src="menu.html"><frame name="main" src="main.html"><noframes>No frames</noframes></frameset></html>',
    };
  if (path === '/map.gif')
    return { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
  return oldPages.includes(path) ? `${told(path)}${shown[path] ?? ''}` : null;
});

/** Texts of the documents. */
export const oldDocuments: readonly string[] = oldPages.map((_, at) => `Document of the ${named(1410 + at)}`);
