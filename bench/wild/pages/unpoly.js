import 'unpoly/unpoly.css';
import 'unpoly';
import { named } from './words.ts';

document.getElementById('root').innerHTML = `
<a href="/part/1" up-target="#target">Into the target</a>
<a href="/part/2" up-layer="new">In a layer</a>
<a href="/part/3" up-layer="new drawer" up-target="#target">In a drawer</a>
<a href="/part/4" up-layer="new popup" up-target="#target">In a popup</a>
<span up-follow up-href="/part/5" up-target="#target">Not a link</span>
<a up-expand up-layer="new" up-content="<p>Content of the ${named(1147)}</p>" href="#">Given content</a>
<div id="target">Target of the ${named(1140)}</div>
<div id="later" up-defer up-href="/later"></div>`;
