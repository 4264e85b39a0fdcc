import 'materialize-css/dist/css/materialize.css';
import M from 'materialize-css';
import { named, names } from './words.ts';

document.getElementById('root').innerHTML = `
<ul class="tabs">${[0, 1, 2].map((at) => `<li class="tab"><a href="#test${at}">Tab ${at}</a></li>`).join('')}</ul>
${[0, 1, 2].map((at) => `<div id="test${at}">Panel of the ${named(1020 + at)}</div>`).join('')}
<ul class="collapsible">${[0, 1].map((at) => `<li><div class="collapsible-header">Question ${at}</div><div class="collapsible-body"><span>Answer of the ${named(1023 + at)}</span></div></li>`).join('')}</ul>
<a class="btn modal-trigger" href="#modal1">Modal</a>
<div id="modal1" class="modal"><div class="modal-content">Modal of the ${named(1025)}</div><a href="#!" class="modal-close">Agree</a></div>
<a class="dropdown-trigger btn" href="#" data-target="dropdown1">Drop me</a>
<ul id="dropdown1" class="dropdown-content">${names(1026, 2)
  .map((name) => `<li><a href="#!">${name}</a></li>`)
  .join('')}</ul>
<a href="#" data-target="side" class="sidenav-trigger show-on-large">Side</a>
<ul id="side" class="sidenav"><li><a href="#!">Side of the ${named(1028)}</a></li></ul>
<a class="btn tooltipped" data-tooltip="Tooltip of the ${named(1029)}">Point at me</a>
<a class="btn" id="toast">Toast</a>
<select><option value="" disabled selected>Choose</option>${names(1030, 2)
  .map((name) => `<option>${name}</option>`)
  .join('')}</select>`;
document.getElementById('toast').onclick = () => M.toast({ html: `Toast of the ${named(1032)}` });
M.AutoInit();
