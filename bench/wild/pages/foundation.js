import 'foundation-sites/dist/css/foundation.css';
import { Foundation } from 'foundation-sites';
import $ from 'jquery';
import { named } from './words.ts';

document.getElementById('root').innerHTML = `
<ul class="tabs" data-tabs id="tabs">${[0, 1, 2].map((at) => `<li class="tabs-title${at ? '' : ' is-active'}"><a href="#panel${at}">Tab ${at}</a></li>`).join('')}</ul>
<div class="tabs-content" data-tabs-content="tabs">${[0, 1, 2].map((at) => `<div class="tabs-panel${at ? '' : ' is-active'}" id="panel${at}">Panel of the ${named(1000 + at)}</div>`).join('')}</div>
<ul class="accordion" data-accordion>${[0, 1].map((at) => `<li class="accordion-item" data-accordion-item><a href="#" class="accordion-title">Question ${at}</a><div class="accordion-content" data-tab-content>Answer of the ${named(1003 + at)}</div></li>`).join('')}</ul>
<p><button class="button" data-open="modal">Modal</button></p>
<div class="reveal" id="modal" data-reveal><p>Modal of the ${named(1005)}</p><button class="close-button" data-close>&times;</button></div>
<button class="button" data-toggle="pane">Dropdown</button>
<div class="dropdown-pane" id="pane" data-dropdown>Dropdown of the ${named(1006)}</div>
<ul class="dropdown menu" data-dropdown-menu><li><a href="#">Item</a><ul class="menu"><li><a href="#">${named(1007)}</a></li></ul></li></ul>
<ul class="vertical menu drilldown" data-drilldown><li><a href="#">Deeper</a><ul class="menu vertical nested"><li><a href="#">${named(1008)}</a><ul class="menu vertical nested"><li><a href="#">${named(1009)}</a></li></ul></li></ul></li></ul>
<span data-tooltip tabindex="1" title="Tooltip of the ${named(1010)}">Point at me</span>
<div class="orbit" data-orbit data-use-m-u-i="false"><ul class="orbit-container"><button class="orbit-previous">&#9664;</button><button class="orbit-next">&#9654;</button>${[0, 1, 2].map((at) => `<li class="orbit-slide${at ? '' : ' is-active'}"><p>Slide of the ${named(1011 + at)}</p></li>`).join('')}</ul></div>
<button class="button" data-toggle="canvas">Canvas</button>
<div class="off-canvas position-left" id="canvas" data-off-canvas><p>Canvas of the ${named(1014)}</p></div>
<div class="off-canvas-content" data-off-canvas-content></div>`;
Foundation.addToJquery($);
$(document).foundation();
